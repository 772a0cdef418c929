import Imaging
import Testing

@Suite struct TextureMapTests {
    /// The regions of a 64 x 48 picture.
    private func regions(level: Int = 1, _ luma: (Int, Int) -> UInt8) -> [TextureMap.Region] {
        let samples = (0..<48).flatMap { y in (0..<64).map { x in luma(x, y) } }
        var map = TextureMap()
        map.measure(LumaView(samples.span, width: 64, height: 48, stride: 64))
        var regions: [TextureMap.Region] = []
        map.forEachRegion(level: level) { regions.append($0) }
        return regions
    }

    private func checks(_ x: Int, _ y: Int, contrast: UInt8) -> UInt8 { (x / 4 + y / 4) % 2 == 0 ? contrast : 0 }

    @Test func findsEachPlaceOfChecks() {
        let found = regions { x, y in
            let isInside = y >= 16 && y < 32 && (x >= 8 && x < 24 || x >= 40 && x < 56)
            return isInside ? checks(x, y, contrast: 200) : 0
        }
        #expect(found.map(\.cells.x) == [1, 5])
        #expect(found.map(\.cells.width) == [2, 2])
        // The step from the line above is counted in the cell above, where nothing varies across.
        #expect(found.map(\.cells.y) == [2, 2])
        #expect(found.map(\.count) == [4, 4])
    }

    @Test func passesOverBars() {
        #expect(regions { x, _ in x / 2 % 2 == 0 ? 255 : 0 }.isEmpty)
        #expect(regions { _, y in y / 2 % 2 == 0 ? 255 : 0 }.isEmpty)
    }

    @Test func passesOverNoise() {
        #expect(regions { x, y in 100 + UInt8((x * 7 + y * 13) % 5) }.isEmpty)
    }

    // Checks of 4 pixels vary by twice their contrast in 8 pixels; level n begins at 12 x 1.8^(n - 1).
    @Test(arguments: [(1, 11, true), (1, 8, false), (3, 28, true), (3, 20, false), (6, 130, true), (6, 100, false)])
    func tellsLevels(level: Int, contrast: UInt8, isFound: Bool) {
        let found = regions(level: level) { x, y in checks(x, y, contrast: contrast) }
        #expect(!found.isEmpty == isFound)
    }

    @Test func forgetsThePictureBefore() {
        let checked = (0..<64 * 64).map { checks($0 % 64, $0 / 64, contrast: 255) }
        let plain = [UInt8](repeating: 9, count: 32 * 32)
        var map = TextureMap()
        map.measure(LumaView(checked.span, width: 64, height: 64, stride: 64))
        map.measure(LumaView(plain.span, width: 32, height: 32, stride: 32))
        var count = 0
        map.forEachRegion(level: 1) { _ in count += 1 }
        #expect(count == 0)
    }
}
