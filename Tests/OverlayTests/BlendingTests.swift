import CGStreamer
import Symbols
import Testing

@testable import Media
@testable import Overlay

private let started: Bool = (try? MediaLibrary.start()) != nil

private func rows(_ frame: VideoFrame) throws -> [[SIMD3<UInt8>]] {
    try (0..<frame.format.height).map { try #require(frame.components(ofRow: $0)) }
}

/// A picture of one premultiplied pixel: blue, green, red, alpha.
private func solid(_ width: Int, _ height: Int, _ pixel: SIMD4<UInt8>) -> OverlayPicture? {
    // SAFETY: only the picture's own memory is written.
    unsafe OverlayPicture(width: width, height: height) { bytes, _ in
        for index in bytes.indices { unsafe bytes[index] = pixel[index % 4] }
    }
}

private func white(_ width: Int, _ height: Int) throws -> OverlayPicture {
    try #require(solid(width, height, SIMD4(repeating: 255)))
}

@Suite(.enabled(if: started))
struct BlendingTests {
    @Test(
        "White covers exactly the pixels of its picture",
        arguments: [
            "I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "YUY2", "UYVY", "GRAY8", "I420_10LE", "P010_10LE",
            "GRAY16_LE", "v210", "RGB", "BGRx", "ARGB", "GBR",
        ], [1, 33, 1366, 1919])
    func covers(format: String, width: Int) throws {
        let height = 25
        let frame = try #require(VideoFrame(blank: format, width: width, height: height) { _, _ in 64 })
        let before = try rows(frame)
        let (left, right) = (width / 3, min(width, width / 3 + 21))
        #expect(frame.blend([PlacedPicture(try white(21, 9), x: left, y: 11)]))
        // White is 235 in the limited range of YUV, 255 in RGB and in grey.
        let isYUV = !["RGB", "BGRx", "ARGB", "GBR", "GRAY8", "GRAY16_LE"].contains(format)
        var wrong = 0
        for (y, row) in try rows(frame).enumerated() {
            for (x, pixel) in row.enumerated() {
                let isCovered = (left..<right).contains(x) && (11..<20).contains(y)
                let expected = isCovered ? (isYUV ? 235 : 255) : before[y][x].x
                if abs(Int(pixel.x) - Int(expected)) > 1 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(
        "A picture that hangs over an edge is cut", arguments: ["I420", "YUY2", "RGB", "I420_10LE"],
        [(-5, -5), (28, 20)])
    func cut(format: String, place: (x: Int, y: Int)) throws {
        let frame = try #require(VideoFrame(blank: format, width: 33, height: 25) { _, _ in 64 })
        #expect(frame.blend([PlacedPicture(try white(10, 10), x: place.x, y: place.y)]))
        let bright = try rows(frame).joined().filter { $0.x > 200 }.count
        #expect(bright == 25)
    }

    @Test(
        "A colour comes out as itself",
        arguments: ["I420", "NV12", "YUY2", "Y444", "I420_10LE"])
    func color(format: String) throws {
        let frame = try #require(VideoFrame(blank: format, width: 64, height: 64))
        let red = try #require(solid(16, 16, SIMD4(0, 0, 255, 255)))
        #expect(frame.blend([PlacedPicture(red, x: 16, y: 16)]))
        // BT.601, limited range: red is 81, 90, 240.
        let pixel = try #require(frame.components(ofRow: 20))[20]
        #expect(pixel == SIMD3(81, 90, 240))
    }

    @Test(
        "Highlights land on frames of every size", arguments: ["I420", "NV12", "RGB", "GRAY8", "I420_10LE", "YUY2"],
        [1, 33, 1366, 1919])
    func highlights(format: String, width: Int) throws {
        let height = 240
        let side = Double(min(width, 200))
        let corners = Quad(
            topLeft: Point(x: 4, y: 60), topRight: Point(x: side, y: 60), bottomRight: Point(x: side, y: 200),
            bottomLeft: Point(x: 4, y: 200))
        let mark = Highlight(track: 1, symbology: .qrCode, text: "text", corners: corners)
        let frame = try #require(VideoFrame(blank: format, width: width, height: height) { _, _ in 100 })
        let before = try rows(frame)
        #expect(frame.blend(HighlightRenderer().pictures(for: [mark], width: width, height: height)))
        let after = try rows(frame)
        if width > 33 {
            #expect(after[100][4] != before[100][4])
            #expect(after[60][100] != before[60][100])
            #expect(after[120][20..<180] == before[120][20..<180])
        }
        #expect(after[239] == before[239])
    }

    @Test("The same highlights give the same bytes, whatever was drawn before")
    func deterministic() throws {
        let corners = Quad(
            topLeft: Point(x: 41.26, y: 60), topRight: Point(x: 150, y: 71), bottomRight: Point(x: 140, y: 180),
            bottomLeft: Point(x: 30, y: 170))
        let used = HighlightRenderer()
        let mark = Highlight(track: 1, symbology: .qrCode, text: "水 🍵", corners: corners)
        let moved = corners.map { Point(x: $0.x + 100, y: $0.y - 90) }
        for quad in [moved, corners] {
            _ = used.pictures(
                for: [Highlight(track: 1, symbology: .qrCode, text: "x", corners: quad)], width: 320, height: 240)
        }
        var outcomes: [[[SIMD3<UInt8>]]] = []
        for renderer in [used, HighlightRenderer()] {
            let frame = try #require(VideoFrame(blank: "I420", width: 320, height: 240))
            #expect(frame.blend(renderer.pictures(for: [mark], width: 320, height: 240)))
            outcomes.append(try rows(frame))
        }
        #expect(outcomes[0] == outcomes[1])
    }

    @Test("A picture that was blended before, elsewhere and onto other formats, gives the same bytes as a new one")
    func reused() throws {
        func made() -> OverlayPicture? {
            // SAFETY: only the picture's own memory is written.
            unsafe OverlayPicture(width: 9, height: 7) { bytes, _ in
                for index in stride(from: 0, to: bytes.count, by: 4) {
                    let alpha = UInt8(index * 3 % 256)
                    for color in 0..<3 { unsafe bytes[index + color] = UInt8(Int(alpha) * (color + 1) / 3) }
                    unsafe bytes[index + 3] = alpha
                }
            }
        }
        let used = try #require(made())
        for format in ["I420", "Y42B", "RGB", "I420_10LE", "Y41B", "NV12"] {
            for (x, y) in [(3, 4), (4, 4), (3, 5), (4, 5), (-1, -1), (29, 20), (3, 4)] {
                let outcomes = try [used, #require(made())].map { picture in
                    let frame = try #require(
                        VideoFrame(blank: format, width: 33, height: 25) { x, y in UInt8(x * y % 256) })
                    #expect(frame.blend([PlacedPicture(picture, x: x, y: y)]))
                    return try rows(frame)
                }
                #expect(outcomes[0] == outcomes[1], "\(format) at \(x), \(y)")
            }
        }
    }

    @Test("Pixels that someone else holds are copied, and only when something is drawn")
    func copies() throws {
        let frame = try #require(VideoFrame(blank: "I420", width: 64, height: 64))
        let picture = try white(8, 8)
        // SAFETY: an extra reference, dropped at the end of the test.
        let held = unsafe gst_buffer_ref(frame.buffer)
        defer { unsafe gst_buffer_unref(held) }
        #expect(frame.blend([]))
        #expect(frame.blend([PlacedPicture(picture, x: 64, y: 0), PlacedPicture(picture, x: 0, y: -8)]))
        let untouched = unsafe frame.buffer == held
        #expect(untouched)
        #expect(frame.blend([PlacedPicture(picture, x: 0, y: 0)]))
        let copied = unsafe frame.buffer != held
        #expect(copied)
    }
}
