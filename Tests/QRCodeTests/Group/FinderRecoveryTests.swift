import Testing

@testable import QRCode

@Suite struct FinderRecoveryTests {
    /// The upper left finder pattern and one other, the third painted over or not: the true candidate is among the four.
    @Test(arguments: [1, 2], [false, true])
    func thirdPatternOfTwo(missing: Int, isPaintedOver: Bool) throws {
        let grid = try #require(QREncoder.modules("recovery", version: 3))
        let drawing = SymbolDrawing(grid, center: Vector(80, 80), module: 4, degrees: 14)
        var picture = drawing.picture(width: 160, height: 160)
        let truth = drawing.candidate()
        let all = [truth.upperLeft, truth.upperRight, truth.lowerLeft]
        if isPaintedOver {
            let center = all[missing].center
            picture.fill(x: Int(center.x) - 20, y: Int(center.y) - 20, width: 40, height: 40, level: 215)
        }
        let finders = all.enumerated().filter { $0.offset != missing }.map(\.element)
        let recovery = FinderRecovery()
        let pair = try #require(recovery.pairs(of: finders) { _ in true }.first { $0.members.sorted() == [0, 1] })
        let found = picture.withView { recovery.candidates(of: pair, finders[0], finders[1], in: $0) }
        let isTrue = found.contains { candidate in
            zip([candidate.upperLeft, candidate.upperRight, candidate.lowerLeft], all).allSatisfy {
                ($0.center - $1.center).length < 0.5 * 4
            }
        }
        #expect(found.count == 4)
        #expect(isTrue)
    }

    @Test func patternsInUseOrUnsureMakeNoPair() throws {
        let truth = SymbolDrawing(ModuleGrid(dimension: 29), center: Vector(80, 80), module: 4).candidate()
        var finders = [truth.upperLeft, truth.upperRight]
        let recovery = FinderRecovery()
        #expect(recovery.pairs(of: finders) { _ in true }.map(\.members) == [[0, 1]])
        #expect(recovery.pairs(of: finders) { $0 != 1 }.isEmpty)
        finders[0].score = 0.7
        #expect(recovery.pairs(of: finders) { _ in true }.isEmpty)
    }
}
