internal import CGStreamer

/// How a camera is reached.
package enum CameraSource: Sendable {
    /// As the device monitor knows it.
    case device(CameraDevice)
    /// By the path of its Video4Linux device, whatever the monitor knows.
    case path(String)
}

/// Reads a camera: camera → filter → `video`, with a decoder between them where the camera's video is compressed.
enum CameraChain {
    /// The name of the element that reads the camera, by which its errors are known.
    static let name = "camera"

    /// Adds the elements to the pipeline.
    /// - Parameters:
    ///   - format: nil for what suits best.
    ///   - video: where raw frames go: an element with a sink pad, already in the pipeline.
    static func make(
        _ source: CameraSource, _ format: CameraFormat?, in pipeline: Pipeline, video: Element
    ) throws(MediaError) {
        let camera: Element
        let modes: [CameraMode]
        switch source {
        case .device(let device):
            camera = try device.makeElement()
            pipeline.add([camera])
            modes = device.modes
        case .path(let path):
            camera = try Element("v4l2src", name: name)
            camera.setText("device", path)
            pipeline.add([camera])
            try pipeline.open(camera)
            modes = if let caps = camera.pad("src")?.caps() { CameraMode.all(in: caps) } else { [] }
        }
        let filter = try Element("capsfilter", name: "camera-format")
        pipeline.add([filter])
        try camera.link(to: filter)
        let request = try request(format, of: modes)
        if let caps = CapsRef(request?.caps ?? anything(of: format)) { filter.set("caps", caps) }
        if isRaw(request, modes) {
            try filter.link(to: video)
        } else {
            let decoder = try Element("decodebin")
            pipeline.add([decoder])
            decoder.linkPads(to: video)
            try filter.link(to: decoder)
        }
    }

    private static func request(
        _ format: CameraFormat?, of modes: [CameraMode]
    ) throws(MediaError) -> CameraRequest? {
        guard let format else { return modes.usual }
        guard !modes.isEmpty else { return nil }
        if let request = modes.request(for: format) { return request }
        throw MediaError(
            .badDescription, "it does not give \(format.text)", hint: "it gives \(modes.list)")
    }

    /// Everything that can be read, of a camera that does not say what it gives or gives nothing that suits well.
    private static func anything(of format: CameraFormat?) -> String {
        var size = ""
        if let format {
            size = ", width=(int)\(format.width), height=(int)\(format.height)"
            if let rate = format.rate { size += ", framerate=(fraction)\(Int((rate * 1000).rounded()))/1000" }
        }
        return ["video/x-raw", "image/jpeg", "video/x-h264"].map { $0 + size }.joined(separator: "; ")
    }

    private static func isRaw(_ request: CameraRequest?, _ modes: [CameraMode]) -> Bool {
        let codings = request.map { [$0.coding] } ?? modes.map(\.coding)
        return !codings.isEmpty && codings.allSatisfy { if case .raw = $0 { true } else { false } }
    }
}

extension CameraFormat {
    /// `640x480 at 30`.
    fileprivate var text: String {
        let size = "\(width)x\(height)"
        guard let rate else { return size }
        return "\(size) at \(rate == rate.rounded() ? "\(Int(rate))" : "\(rate)")"
    }
}
