import Symbols
import Synchronization
import TestSupport

/// Clips that several tests use, each made once.
enum Clips {
    static let folder = Result { try TemporaryFolder() }

    /// Of `lively`.
    static let size = (width: 360, height: 240)

    static let text = "https://example.org/e2e"

    /// 320x240, 25 frames, a QR code that stays.
    static let still = Result {
        try write(
            "still.mp4",
            GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (25, 1), count: 25),
                placements: [Placement(try CodePicture(text, .qrCode), at: Pose(x: 150, y: 110))]))
    }

    /// 40 frames: a resting QR code, an EAN-13 that leaves, a Data Matrix that moves, in light that goes.
    static let lively = Result {
        GoldenClip(
            width: size.width, height: size.height, timing: .constant(rate: (25, 1), count: 40),
            placements: [
                Placement(try CodePicture("resting", .qrCode), at: Pose(x: 65, y: 65)),
                Placement(try CodePicture("4006381333931", .ean13, modulePixels: 2)) {
                    $0 < 0.5 ? Pose(x: 245, y: 60) : nil
                },
                Placement(
                    try CodePicture("moving", .dataMatrix), from: Pose(x: 180, y: 190),
                    velocity: (x: 40, y: -15)),
            ], brightness: { $0 > 1.2 ? 0.2 : 1 })
    }

    /// Picture.qr as PNG, and the elements that show it five times.
    static let photo = Result {
        let path = try folder.get().file("photo.png")
        try Picture.qr.get().gray.writePNG(to: path)
        return path
    }
    static var photoSource: String {
        get throws {
            "filesrc location=\(try photo.get()) ! pngdec ! imagefreeze num-buffers=5 "
                + "! video/x-raw,framerate=25/1"
        }
    }

    private static let written = Mutex<[String: String]>([:])

    /// The path of `lively` in a container.
    static func path(_ name: String, as encoding: ClipEncoding = ClipEncoding()) throws -> String {
        if let path = written.withLock({ $0[name] }) { return path }
        let path = try write(name, lively.get(), as: encoding)
        written.withLock { $0[name] = path }
        return path
    }

    private static func write(_ name: String, _ clip: GoldenClip, as encoding: ClipEncoding = ClipEncoding()) throws
        -> String
    {
        let path = try folder.get().file(name)
        try clip.write(to: path, as: encoding)
        return path
    }
}
