import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("The repository's gst-launch lines with the element")
    struct ElementPipelineTests {
        private let folder: TemporaryFolder
        private static let pipelines = "\(SharedData.packageRoot)/pipelines"
        private static let camera = "v4l2src device=\"${1:-/dev/video0}\""

        init() throws { folder = try TemporaryFolder() }

        /// What 40 frames of a camera tell whose picture stays: the code, the light once it is known, the end.
        private static let told = [
            LaunchMessage("barcode", "new", Clips.text), LaunchMessage("light", "ok"),
            LaunchMessage("barcode", "end", Clips.text),
        ]

        @Test("Every script has a test here, or in a suite of its own")
        func allOfThem() throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.pipelines)
            #expect(
                names.filter { $0.hasSuffix(".sh") }.sorted() == [
                    "annotate-file.sh", "camera-window.sh", "ir-lamp-onvif.sh", "rtsp-events.sh", "scan-branch.sh",
                ])
        }

        /// A live source of `count` frames, 320x240 at 25 frames a second, in I420.
        private func liveSource(_ count: Int) throws -> String {
            let picture = folder.file("frame.png")
            try Clips.still().frame(at: 0).writePNG(to: picture)
            return "filesrc location=\(picture) ! pngdec ! imagefreeze is-live=true num-buffers=\(count)"
                + " ! video/x-raw,framerate=25/1 ! videoconvert ! video/x-raw,format=I420"
        }

        /// Runs a script with some of its text replaced by what can be had here.
        private func run(
            _ name: String, _ arguments: [String] = [], replacing: [String: String] = [:],
            environment: [String: String] = [:]
        ) throws -> Command.Result {
            let bytes = try Data(contentsOf: URL(filePath: "\(Self.pipelines)/\(name)"))
            var text = String(decoding: bytes, as: UTF8.self)
            for (original, replacement) in replacing {
                #expect(text.contains(original))
                text = text.replacing(original, with: replacement)
            }
            let script = try folder.write(Array(text.utf8), to: name)
            let installation = try Installation.shared.get()
            return try Command.run(
                ["bash", script] + arguments,
                environment: installation.environment.merging(environment) { $1 }, timeout: 60)
        }

        @Test("camera-window shows a camera in a window and prints messages")
        func cameraWindow() throws {
            let display = try VirtualDisplay()
            let result = try run(
                "camera-window.sh", replacing: [Self.camera: try liveSource(40)], environment: ["DISPLAY": display.name]
            )
            #expect(result.errorText == "")
            #expect(result.outputLines.map(LaunchMessage.init(line:)) == Self.told)
            #expect(result.status == 0)
        }

        @Test("scan-branch prints messages and leaves every frame as it was")
        func scanBranch() throws {
            let shown = folder.file("shown")
            let result = try run(
                "scan-branch.sh",
                replacing: [Self.camera: try liveSource(40), "autovideosink": "filesink location=\(shown)"])
            #expect(result.errorText == "")
            #expect(result.outputLines.map(LaunchMessage.init(line:)) == Self.told)
            #expect(result.status == 0)

            let frame = folder.file("frame")
            try Clips.launch("\(try liveSource(1)) ! filesink location=\(frame)")
            let pixels = try folder.read("frame")
            #expect(pixels.count == 320 * 240 * 3 / 2)
            #expect(try folder.read("shown") == (0..<40).flatMap { _ in pixels })
        }

        @Test("annotate-file writes a copy with the codes highlighted and the sound as it was")
        func annotateFile() throws {
            let (path, copy) = (folder.file("a 'b' c.mp4"), folder.file("c o p y.mp4"))
            try Clips.writePlainMovie(to: folder.file("plain.mp4"))
            try FileManager.default.moveItem(atPath: folder.file("plain.mp4"), toPath: path)
            let result = try run("annotate-file.sh", [path, copy])
            #expect(result.errorText == "")
            #expect(result.status == 0)
            #expect(try Probe.milliseconds(of: copy) == Probe.milliseconds(of: path))
            #expect(try Probe.audioDigest(of: copy) == Probe.audioDigest(of: path))
            // The clip is grey; what is drawn is not.
            #expect(try Self.greatestChroma(of: path) < 8)
            #expect(try Self.greatestChroma(of: copy) > 40)
        }

        /// How far the chroma of a 320x240 video is from grey at most.
        private static func greatestChroma(of path: String) throws -> Int {
            let raw = try Command.output(of: [
                "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-",
            ])
            let (luma, frame) = (320 * 240, 320 * 240 * 3 / 2)
            return raw.indices.lazy.filter { $0 % frame >= luma }.map { abs(Int(raw[$0]) - 128) }.max() ?? 0
        }

        @Test("rtsp-events prints messages of a network camera that sends sound too")
        func rtspEvents() throws {
            let server = try RTSPServer(
                "( \(try liveSource(20)) ! x264enc tune=zerolatency key-int-max=5 ! rtph264pay name=pay0"
                    + " audiotestsrc is-live=true num-buffers=34 ! alawenc ! rtppcmapay name=pay1 )", in: folder)
            let result = try run("rtsp-events.sh", ["rtsp://127.0.0.1:\(server.port)/codes"])
            #expect(result.errorText == "")
            #expect(result.outputLines.map(LaunchMessage.init(line:)) == Self.told)
            #expect(result.status == 0)
        }

        @Test("A script whose pipeline fails says so and fails")
        func failure() throws {
            let result = try run("rtsp-events.sh", ["rtsp://127.0.0.1:1/codes"])
            #expect(result.outputText == "")
            #expect(result.errorText.contains("ERROR: "))
            #expect(result.status != 0)
        }
    }
}
