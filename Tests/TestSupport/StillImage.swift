import Foundation

extension GrayPicture {
    /// Writes the picture as PNG, grey.
    package func writePNG(to path: String) throws {
        try encode(["-frames:v", "1", "-c:v", "png", "-f", "image2", path])
    }

    /// Writes the picture as baseline JPEG, 4:2:0, stored turned so that its EXIF orientation shows it upright.
    /// - Parameter orientation: nil: no EXIF segment at all.
    package func writeJPEG(to path: String, orientation: Orientation? = nil) throws {
        try (orientation ?? .upright).stored(self)
            .encode(["-frames:v", "1", "-pix_fmt", "yuvj420p", "-c:v", "mjpeg", "-q:v", "2", "-f", "image2", path])
        guard let orientation else { return }
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        bytes.insert(contentsOf: orientation.exifSegment, at: 2)
        try Data(bytes).write(to: URL(filePath: path))
    }

    private func encode(_ output: [String]) throws {
        var command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "gray"]
        command += ["-video_size", "\(width)x\(height)", "-i", "pipe:0"]
        try Command.output(of: command + output, input: .bytes(pixels))
    }
}

extension Orientation {
    /// A JPEG APP1 segment with one EXIF tag: Orientation (274), one SHORT, big endian (TIFF 6.0; EXIF 2.3, 4.5.4).
    package var exifSegment: [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
            + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue), 0, 0, 0, 0, 0, 0]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        let length = content.count + 2
        return [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + content
    }
}
