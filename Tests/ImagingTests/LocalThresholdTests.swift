import Imaging
import Testing

@Suite struct LocalThresholdTests {
    private func dark(width: Int, height: Int, _ luma: (Int, Int) -> UInt8) -> [Bool] {
        let samples = (0..<height).flatMap { y in (0..<width).map { x in luma(x, y) } }
        var threshold = LocalThreshold()
        var image = GrayImage()
        threshold.apply(to: LumaView(samples.span, width: width, height: height, stride: width), in: &image)
        return image.withView { view in
            (0..<height).flatMap { y in (0..<width).map { x in view.row(y)[x] == 0 } }
        }
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool { (x / 4 + y / 4) % 2 == 0 }

    // 43 and 50 leave a last block that overlaps the one before.
    @Test(arguments: [(40, 40), (43, 50), (80, 64)])
    func followsTheLight(width: Int, height: Int) {
        let found = dark(width: width, height: height) { x, y in
            UInt8(40 + x / 4) - (isDark(x, y) ? 30 : 0)
        }
        let expected = (0..<height).flatMap { y in (0..<width).map { x in isDark(x, y) } }
        #expect(found == expected)
    }

    @Test(arguments: [0, 90, 255] as [UInt8])
    func takesPlainForLight(level: UInt8) {
        let found = dark(width: 64, height: 64) { _, _ in level }
        #expect(found.allSatisfy { $0 == (level == 0) })
    }

    @Test func takesAPlainPartOfADarkPlaceForDark() {
        // The block without contrast from 24 to 32 lies in a dark square with light around it.
        let found = dark(width: 80, height: 80) { x, y in
            (20..<60).contains(x) && (20..<60).contains(y) ? 30 : 200
        }
        #expect(found[28 * 80 + 28])
        #expect(!found[8 * 80 + 8])
    }
}
