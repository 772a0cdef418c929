import CGStreamer
import Symbols
import TestSupport
import Testing

/// A grey picture with codes, and buffers of it.
struct Picture: Sendable {
    let gray: GrayPicture

    static let text = "https://example.org/element"

    /// 160x120 with one QR code that holds `text`, upper left module at (22, 12).
    static let qr = Result { try Picture(code(text), width: 160, height: 120, x: 80, y: 60) }
    /// The same size, nothing on it.
    static let blank = Picture(gray: GrayPicture(width: 160, height: 120, luma: 180))

    static func code(_ text: String, _ symbology: Symbology = .qrCode) throws -> CodePicture {
        try CodePicture(text, symbology, modulePixels: 3)
    }

    init(gray: GrayPicture) { self.gray = gray }

    /// - Parameters x, y: where the code's centre is.
    init(_ code: CodePicture, width: Int, height: Int, x: Double, y: Double) {
        let clip = GoldenClip(
            width: width, height: height, timing: .constant(rate: (25, 1), count: 1), background: .plain(180),
            placements: [Placement(code, at: Pose(x: x, y: y))])
        gray = clip.frame(at: 0)
    }

    static func caps(_ format: String, width: Int = 160, height: Int = 120) -> String {
        "video/x-raw,format=(string)\(format),width=\(width),height=\(height),framerate=25/1"
    }

    /// A GRAY8 buffer, "transfer full"; 1 byte a pixel, rows padded to 4 bytes.
    func buffer(atMilliseconds time: Int, lasting duration: Int = 40) throws -> UnsafeMutablePointer<GstBuffer> {
        let stride = (gray.width + 3) / 4 * 4
        var bytes = [UInt8](repeating: 0, count: stride * gray.height)
        for y in 0..<gray.height {
            bytes.replaceSubrange(
                y * stride..<y * stride + gray.width, with: gray.pixels[y * gray.width..<(y + 1) * gray.width])
        }
        // SAFETY: a new buffer of as many bytes as are put in.
        let buffer = try unsafe present(gst_buffer_new_allocate(nil, gsize(bytes.count), nil), "memory")
        _ = unsafe bytes.withUnsafeBytes { unsafe gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
        unsafe buffer.pointee.pts = GstClockTime(time) * 1_000_000
        unsafe buffer.pointee.duration = GstClockTime(duration) * 1_000_000
        return unsafe buffer
    }
}
