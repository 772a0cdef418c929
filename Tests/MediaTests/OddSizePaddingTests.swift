import CGStreamer
import Testing

@testable import Media

/// A frame of noise in every plane.
private func noise(_ format: String, _ width: Int, _ height: Int) throws -> VideoFrame {
    let frame = try #require(VideoFrame(blank: format, width: width, height: height))
    // SAFETY: only the buffer's own bytes are written.
    let isFilled = unsafe frame.drawing { mapped in
        let bytes = unsafe UnsafeMutableBufferPointer(
            start: lumascan_plane_data(&mapped, 0), count: frame.format.byteCount)
        for index in bytes.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7) }
        return true
    }
    try #require(isFilled)
    return frame
}

@Suite(.enabled(if: hasGStreamer))
struct OddSizePaddingTests {
    @Test(
        "The last column and row are repeated, all else is kept",
        arguments: ["I420", "YV12", "NV12", "I420_10LE", "Y444", "GRAY8", "RGB", "BGRx"],
        [(33, 25), (33, 24), (32, 25), (1, 1)])
    func pads(format: String, size: (Int, Int)) throws {
        let frame = try noise(format, size.0, size.1)
        let before = try (0..<size.1).map { try #require(frame.components(ofRow: $0)) }
        let even = try #require(OddSizePadding.evenFormat(for: frame.format))
        #expect((even.width, even.height) == ((size.0 + 1) / 2 * 2, (size.1 + 1) / 2 * 2))
        #expect(OddSizePadding.pad(frame, to: even))
        let after = unsafe VideoFrame(taking: gst_buffer_ref(frame.buffer), format: even, times: frame.times)
        for y in 0..<even.height {
            let expected = (0..<even.width).map { before[min(y, size.1 - 1)][min($0, size.0 - 1)] }
            #expect(after.components(ofRow: y) == expected, "row \(y)")
        }
    }

    @Test("An even size stays as it is")
    func even() throws {
        let frame = try noise("I420", 32, 24)
        #expect(OddSizePadding.evenFormat(for: frame.format) === frame.format)
    }
}
