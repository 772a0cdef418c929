import Imaging
import Testing

@Suite struct GrayImageTests {
    /// 3 x 2 samples, 2 bytes apart, in rows of 7 bytes.
    private let packed: [UInt8] = [1, 0, 2, 0, 3, 0, 0, 4, 0, 5, 0, 6]

    private func view(_ bytes: [UInt8], _ body: (borrowing LumaView) -> Void) {
        body(LumaView(bytes.span, width: 3, height: 2, stride: 7, pixelStride: 2))
    }

    private func samples(_ image: borrowing GrayImage) -> [UInt8] {
        let view = image.view
        return (0..<view.height).flatMap { y in (0..<view.width).map { x in view.row(y)[x] } }
    }

    @Test func copiesWithoutPadding() {
        var image = GrayImage()
        view(packed) { image.copy($0) }
        #expect(samples(image) == [1, 2, 3, 4, 5, 6])
    }

    @Test func inverts() {
        var image = GrayImage()
        view(packed) { image.copyInverted($0) }
        #expect(samples(image) == [254, 253, 252, 251, 250, 249])
    }

    @Test(arguments: [(1, [1, 2, 3, 4, 5, 6]), (2, [3]), (3, [])] as [(Int, [UInt8])])
    func reduces(factor: Int, expected: [UInt8]) {
        var image = GrayImage()
        view(packed) { image.copyReduced($0, by: factor) }
        #expect(samples(image) == expected)
    }

    @Test func reducesWhiteToWhite() {
        let white = [UInt8](repeating: 255, count: 32 * 32)
        for factor in 1...16 {
            var image = GrayImage()
            image.copyReduced(LumaView(white.span, width: 32, height: 32, stride: 32), by: factor)
            #expect(samples(image).allSatisfy { $0 == 255 })
        }
    }

    @Test(arguments: 1...16)
    func reducesToRoundedMeans(factor: Int) {
        let bytes = (0..<48 * 33).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        var image = GrayImage()
        image.copyReduced(LumaView(bytes.span, width: 48, height: 33, stride: 48), by: factor)
        let expected = (0..<33 / factor).flatMap { y in
            (0..<48 / factor).map { x in
                let sum = (0..<factor * factor).reduce(0) { sum, i in
                    sum + Int(bytes[(y * factor + i / factor) * 48 + x * factor + i % factor])
                }
                return UInt8((sum + factor * factor / 2) / (factor * factor))
            }
        }
        #expect(samples(image) == expected)
    }

    @Test(arguments: 2...21, [1, 2])
    func halvesRowsOfAnyLength(width: Int, pixelStride: Int) {
        let stride = width * pixelStride + 3
        let bytes = (0..<4 * stride).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        var image = GrayImage()
        image.copyReduced(
            LumaView(bytes.span, width: width, height: 4, stride: stride, pixelStride: pixelStride), by: 2)
        let expected = (0..<2).flatMap { y in
            (0..<width / 2).map { x in
                let sum = [0, 1].reduce(2) { sum, line in
                    let start = (2 * y + line) * stride + 2 * x * pixelStride
                    return sum + Int(bytes[start]) + Int(bytes[start + pixelStride])
                }
                return UInt8(sum / 4)
            }
        }
        #expect(samples(image) == expected)
    }

    @Test func enlarges() {
        let bytes: [UInt8] = [0, 160]
        var image = GrayImage()
        image.copyEnlarged(LumaView(bytes.span, width: 2, height: 1, stride: 2))
        #expect(samples(image) == [0, 40, 120, 160, 0, 40, 120, 160])
    }

    @Test func shrinksAndGrowsAgain() {
        var image = GrayImage()
        view(packed) { image.copy($0) }
        image.resize(width: 1, height: 1)
        #expect(samples(image) == [1])
        view(packed) { image.copy($0) }
        #expect(samples(image) == [1, 2, 3, 4, 5, 6])
    }
}
