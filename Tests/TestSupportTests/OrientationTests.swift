import TestSupport
import Testing

@Suite struct OrientationTests {
    /// The picture 1 2 3 / 4 5 6 as it has to be stored for each orientation, by the definition of EXIF's tag 274.
    @Test(arguments: [
        (Orientation.upright, 3, [1, 2, 3, 4, 5, 6]), (.mirrored, 3, [3, 2, 1, 6, 5, 4]),
        (.halfTurn, 3, [6, 5, 4, 3, 2, 1]), (.flipped, 3, [4, 5, 6, 1, 2, 3]),
        (.transposed, 2, [1, 4, 2, 5, 3, 6]), (.quarterRight, 2, [3, 6, 2, 5, 1, 4]),
        (.transversed, 2, [6, 3, 5, 2, 4, 1]), (.quarterLeft, 2, [4, 1, 5, 2, 6, 3]),
    ])
    func storesTurned(orientation: Orientation, width: Int, expected: [UInt8]) {
        var picture = GrayPicture(width: 3, height: 2)
        picture.pixels = [1, 2, 3, 4, 5, 6]
        let stored = orientation.stored(picture)
        #expect(stored.width == width)
        #expect(stored.pixels == expected)
    }

    @Test func exifSegmentIsExact() {
        let expected: [UInt8] = [
            0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0,
            1, 0, 6, 0, 0, 0, 0, 0, 0,
        ]
        #expect(Orientation.quarterRight.exifSegment == expected)
    }

    /// FFmpeg turns a movie by its display matrix, so that the first frame comes out upright.
    @Test(arguments: Orientation.allCases)
    func movieShowsUpright(orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        let clip = GoldenClip(
            width: 64, height: 32, timing: .constant(rate: (25, 1), count: 2), background: .gradient(0, 255),
            placements: [])
        try clip.write(to: folder.file("clip.mp4"), as: ClipEncoding(orientation: orientation))
        let probe = try Command.output(of: [
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0",
            folder.file("clip.mp4"),
        ])
        // Behind the size ffprobe leaves an empty field for the matrix.
        #expect(probe.prefix(5) == Array((orientation.swapsSides ? "32,64" : "64,32").utf8)[...])
        guard [.upright, .halfTurn, .quarterRight, .quarterLeft].contains(orientation) else { return }
        let shown = try Command.output(of: [
            "ffmpeg", "-nostdin", "-v", "error", "-i", folder.file("clip.mp4"), "-frames:v", "1", "-pix_fmt", "gray",
            "-f", "rawvideo", "-",
        ])
        let truth = clip.frame(at: 0).pixels
        #expect(shown.count == truth.count)
        #expect(zip(shown, truth).allSatisfy { abs(Int($0) - Int($1)) < 12 })
    }
}
