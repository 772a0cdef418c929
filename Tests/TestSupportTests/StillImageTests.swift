import TestSupport
import Testing

@Suite struct StillImageTests {
    private func decoded(_ path: String) throws -> [UInt8] {
        try Command.output(of: [
            "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-pix_fmt", "gray", "-f", "rawvideo", "-",
        ])
    }

    private var gradient: GrayPicture {
        GoldenClip(width: 33, height: 17, background: .gradient(0, 255), placements: []).frame(at: 0)
    }

    @Test func pngIsExact() throws {
        let folder = try TemporaryFolder()
        try gradient.writePNG(to: folder.file("a.png"))
        #expect(try decoded(folder.file("a.png")) == gradient.pixels)
    }

    @Test func jpegCarriesItsSegmentFirst() throws {
        let folder = try TemporaryFolder()
        try gradient.writeJPEG(to: folder.file("a.jpg"), orientation: .transposed)
        let bytes = try folder.read("a.jpg")
        #expect(bytes[2..<38] == Orientation.transposed.exifSegment[...])
        #expect(try decoded(folder.file("a.jpg")).count == gradient.pixels.count)
    }
}
