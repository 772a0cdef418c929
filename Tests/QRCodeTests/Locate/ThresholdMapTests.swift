import Testing

@testable import QRCode

@Suite struct ThresholdMapTests {
    private func thresholds(_ picture: Picture, radius: Int = 2, isHalf: Bool = false) -> [[UInt8]] {
        var map = ThresholdMap()
        picture.withView { map.measure($0, radius: radius, isHalf: isHalf) }
        return (0..<map.rows).map { row in
            let span = map.row(row)
            return span.indices.map { span[$0] }
        }
    }

    @Test(arguments: [0, 1, 128, 254, 255] as [UInt8])
    func flatPictureHasNone(level: UInt8) {
        let rows = thresholds(Picture(width: 64, height: 40, level: level))
        #expect(rows == [[UInt8]](repeating: [UInt8](repeating: 0, count: 8), count: 5))
    }

    /// The last 4 columns are dark: half of the last block, which is whole wherever the picture ends.
    @Test(
        arguments: [
            (8, [76]), (9, [82, 76]), (31, [0, 0, 0, 76]), (32, [0, 0, 0, 76]), (33, [0, 0, 0, 82, 76]),
        ] as [(Int, [UInt8])])
    func lastBlocksReachBack(side: Int, row: [UInt8]) {
        var picture = Picture(width: side, height: side, level: 100)
        picture.fill(x: side - 4, y: 0, width: 4, height: side, level: 50)
        #expect(thresholds(picture, radius: 0) == [[UInt8]](repeating: row, count: row.count))
    }

    /// A column of 8 pixels a block, of which every second row is measured.
    @Test func thresholdIsAboveTheMeanOfBlocksWithEdges() {
        var picture = Picture(width: 80, height: 8, level: 100)
        // The first 4 of the columns of block 5: a mean of 75.
        picture.fill(x: 40, y: 0, width: 4, height: 8, level: 50)
        #expect(thresholds(picture) == [[0, 0, 0, 76, 76, 76, 76, 76, 0, 0]])
    }

    @Test func blockOfAHalvedPictureIsTwiceAsLarge() {
        var picture = Picture(width: 32, height: 16, level: 100)
        picture.fill(x: 0, y: 0, width: 4, height: 8, level: 50)
        var map = ThresholdMap()
        picture.withView { map.measure($0, radius: 0, isHalf: true) }
        #expect((map.side, map.columns, map.rows) == (16, 4, 2))
        #expect([map.threshold(15, 15), map.threshold(16, 15), map.threshold(15, 16)] == [76, 0, 0])
    }

    @Test func nearlyWhiteBlocksKeepTheirThreshold() {
        var picture = Picture(width: 8, height: 8, level: 255)
        picture.fill(x: 0, y: 0, width: 1, height: 1, level: 240)
        #expect(thresholds(picture) == [[255]])
    }

    /// Dark and light in a picture whose rest is flat.
    @Test(arguments: [(20, 27), (100, 108), (0, 10), (245, 255), (40, 215)] as [(UInt8, UInt8)])
    func dimSymbolHasThresholdsBetweenItsLevels(dark: UInt8, light: UInt8) throws {
        let grid = try #require(QREncoder.modules("dim", version: 1))
        let symbol = SymbolDrawing.upright(grid, module: 4, dark: dark, light: light)
        let rows = thresholds(symbol)
        let inside = rows[2..<12].flatMap { $0[2..<12] }
        #expect(inside.allSatisfy { $0 > dark && $0 <= light })
    }

    @Test func noiseOfThePictureIsNoEdge() {
        var picture = Picture(width: 256, height: 256, level: 128)
        picture.addNoise(3, seed: 1)
        #expect(thresholds(picture).joined().allSatisfy { $0 == 0 })
    }

    @Test func earlierPicturesLeaveNoTrace() {
        var random = SeededRandom(seed: 3)
        let (large, small) = (
            Picture(width: 96, height: 96, random: &random), Picture(width: 40, height: 24, random: &random)
        )
        var map = ThresholdMap()
        large.withView { map.measure($0, radius: 2, isHalf: false) }
        small.withView { map.measure($0, radius: 2, isHalf: false) }
        let after = (0..<map.rows).map { row in (0..<map.columns).map { map.row(row)[$0] } }
        #expect(after == thresholds(small))
    }
}
