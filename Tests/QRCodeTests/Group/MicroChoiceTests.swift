import Testing

@testable import QRCode

@Suite struct MicroChoiceTests {
    private func grid(_ version: Int) throws -> ModuleGrid {
        let encoder = QREncoder(kind: .micro, version: version, level: version == 1 ? nil : .low)
        return try #require(encoder.modules(of: [.numeric("12345")]))
    }

    private func hypothesis(_ finder: FinderPattern, _ picture: Picture) -> MicroChoice.Hypothesis? {
        picture.withView { MicroChoice().hypotheses(for: finder, in: $0).first }
    }

    @Test(arguments: 1...4, 0...3)
    func versionAndTurn(version: Int, quarters: Int) throws {
        let drawing = SymbolDrawing(try grid(version), center: Vector(50, 50), module: 4, degrees: 12)
        let upright = drawing.finder(x: 3.5, y: 3.5)
        var finder = upright
        for _ in 0..<quarters { (finder.u, finder.v) = (finder.v, -finder.u) }
        let found = try #require(hypothesis(finder, drawing.picture(width: 100, height: 100)))
        #expect(found.patterns.kind == .micro)
        #expect(found.patterns.version == version)
        #expect((found.finder.u - upright.u).length < 1e-9)
        #expect((found.finder.v - upright.v).length < 1e-9)
        #expect(found.score > 0.8)
    }

    @Test(arguments: 1...4)
    func lightOnDark(version: Int) throws {
        let drawing = SymbolDrawing(try grid(version), center: Vector(50, 50), module: 4)
        let finder = drawing.finder(x: 3.5, y: 3.5, isInverted: true)
        let picture = drawing.picture(width: 100, height: 100)
        #expect(hypothesis(finder, picture.inverted)?.patterns.version == version)
        #expect(hypothesis(finder, picture) == nil)
    }

    @Test func finderPatternAloneIsNone() {
        let drawing = SymbolDrawing(.finderPattern, center: Vector(50, 50), module: 4)
        #expect(hypothesis(drawing.finder(x: 4.5, y: 4.5), drawing.picture(width: 100, height: 100)) == nil)
    }

    @Test func contrastUnderFourIsNone() throws {
        var drawing = SymbolDrawing(try grid(3), center: Vector(50, 50), module: 4)
        (drawing.levels, drawing.ground) = ((100, 103), 103)
        #expect(hypothesis(drawing.finder(x: 3.5, y: 3.5), drawing.picture(width: 100, height: 100)) == nil)
        (drawing.levels, drawing.ground) = ((100, 104), 104)
        #expect(hypothesis(drawing.finder(x: 3.5, y: 3.5), drawing.picture(width: 100, height: 100)) != nil)
    }
}
