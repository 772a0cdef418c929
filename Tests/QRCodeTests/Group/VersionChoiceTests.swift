import Testing

@testable import QRCode

@Suite struct VersionChoiceTests {
    /// A symbol, what the span was measured as, and how light it is.
    private func best(_ version: Int, spanError: Double, degrees: Double, isInverted: Bool = false) throws -> [Int] {
        let grid = try #require(QREncoder.modules("version", version: version))
        let side = grid.dimension * 3 + 24
        let size = Int(Double(side) * (degrees == 0 ? 1 : 1.3))
        let drawing = SymbolDrawing(
            grid, center: Vector(Double(size) / 2, Double(size) / 2), module: 3, degrees: degrees)
        let picture = drawing.picture(width: size, height: size)
        var candidate = drawing.candidate(isInverted: isInverted)
        candidate.span *= 1 + spanError
        return (isInverted ? picture.inverted : picture).withView { luma in
            VersionChoice().hypotheses(for: candidate, in: luma).map(\.patterns.version)
        }
    }

    @Test(arguments: [1, 2, 5, 6, 7, 8, 14, 20], [-0.07, 0, 0.07])
    func likeliestIsTheTrueOne(version: Int, spanError: Double) throws {
        #expect(try best(version, spanError: spanError, degrees: 0).first == version)
    }

    @Test(arguments: [1, 4, 7])
    func turnedAndInverted(version: Int) throws {
        #expect(try best(version, spanError: 0.04, degrees: 33).first == version)
        #expect(try best(version, spanError: -0.04, degrees: 33, isInverted: true).first == version)
    }

    /// Whole versions near an estimate, cut off at 1 and 40.
    @Test(
        arguments: [
            (11.0, 1...1), (14, 1...2), (50, 8...12), (170, 35...40), (199, 40...40),
        ] as [(Double, ClosedRange<Int>)])
    func versionsInReach(span: Double, versions: ClosedRange<Int>) {
        let drawing = SymbolDrawing(ModuleGrid(dimension: 21), center: Vector(40, 40), module: 2)
        var candidate = drawing.candidate()
        candidate.span = span
        let found = Picture(width: 80, height: 80, level: 128).withView { luma in
            VersionChoice().hypotheses(for: candidate, in: luma)
        }
        #expect(found.map(\.patterns.version).sorted() == Array(versions))
        #expect(found.allSatisfy { $0.score < 0.31 })
    }

    @Test func placesFarOutsideAreHarmless() {
        let drawing = SymbolDrawing(
            ModuleGrid(dimension: 21),
            corners: [Vector(-1e9, 3), Vector(1e12, 4), Vector(1e15, 1e15), Vector(-4, 1e9)])
        let found = Picture(width: 20, height: 20, level: 1).withView { luma in
            VersionChoice().hypotheses(for: drawing.candidate(), in: luma)
        }
        #expect(found.count == 2)
    }
}
