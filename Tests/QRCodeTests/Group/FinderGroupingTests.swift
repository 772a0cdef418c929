import Testing

@testable import QRCode

@Suite struct FinderGroupingTests {
    private let grouping = FinderGrouping()

    /// The finder patterns of a symbol of that dimension, in the order upper left, upper right, lower left.
    private func finders(dimension: Int, corners: [Vector]) -> [FinderPattern] {
        let candidate = SymbolDrawing(ModuleGrid(dimension: dimension), corners: corners).candidate()
        return [candidate.upperLeft, candidate.upperRight, candidate.lowerLeft]
    }

    private func finders(dimension: Int, center: Vector, module: Double, degrees: Double) -> [FinderPattern] {
        finders(
            dimension: dimension,
            corners: SymbolDrawing.square(center: center, side: module * Double(dimension), degrees: degrees))
    }

    /// Turned by quarters, as the probe may give them.
    private func turned(_ finders: [FinderPattern]) -> [FinderPattern] {
        finders.enumerated().map { i, finder in
            var turned = finder
            for _ in 0..<(i % 4) { (turned.u, turned.v) = (turned.v, -turned.u) }
            return turned
        }
    }

    @Test func fewerThanThreeAreNone() {
        let three = finders(dimension: 21, center: Vector(100, 100), module: 4, degrees: 0)
        for count in 0...2 { #expect(grouping.candidates(of: Array(three.prefix(count)), most: 10).isEmpty) }
    }

    @Test(arguments: [21, 25, 57, 97, 177], [0.0, 20, 45, 90, 200, 315])
    func cornerAndAxesOfOneSymbol(dimension: Int, degrees: Double) throws {
        let three = finders(dimension: dimension, center: Vector(500, 500), module: 4, degrees: degrees)
        let best = try #require(grouping.candidates(of: turned(three), most: 10).first)
        #expect(best.members == [0, 1, 2])
        #expect(abs(best.span - Double(dimension - 7)) < 1e-6)
        #expect((best.upperLeft.u - three[0].u).length < 1e-9)
        #expect((best.upperRight.v - three[1].v).length < 1e-9)
        #expect((best.lowerLeft.u - three[2].u).length < 1e-9)
    }

    /// A mirrored symbol is one whose columns are rows: the candidate is clockwise, and the decoder transposes.
    @Test func mirroredSymbolIsClockwise() throws {
        let three = finders(
            dimension: 25, corners: [Vector(0, 0), Vector(0, 100), Vector(100, 100), Vector(100, 0)])
        let best = try #require(grouping.candidates(of: three, most: 10).first)
        #expect(best.members == [0, 2, 1])
        #expect(best.upperLeft.u == Vector(4, 0))
        #expect(best.upperLeft.v == Vector(0, 4))
    }

    @Test(arguments: [0.0, 17, 45, 130])
    func sixtySymbolsInAGrid(degrees: Double) {
        var all: [FinderPattern] = []
        for i in 0..<60 {
            let center = Vector(Double(i % 10) * 130 + 80, Double(i / 10) * 130 + 80)
            all += turned(finders(dimension: 21, center: center, module: 4, degrees: degrees))
        }
        let found = grouping.candidates(of: all, most: 600)
        #expect(found.count == 600)
        let missing = (0..<60).filter { symbol in
            !found.contains { $0.members == [3 * symbol, 3 * symbol + 1, 3 * symbol + 2] }
        }
        #expect(missing == [])
    }

    @Test func likeliestComesFirst() {
        let three = finders(dimension: 25, center: Vector(100, 100), module: 4, degrees: 30)
        let stray = finders(dimension: 25, center: Vector(260, 150), module: 4.5, degrees: 44)
        let found = grouping.candidates(of: stray + three, most: 50)
        #expect(found.map(\.cost) == found.map(\.cost).sorted())
        #expect(Set(found.prefix(2).map(\.members)) == [[0, 1, 2], [3, 4, 5]])
        #expect(grouping.candidates(of: stray + three, most: 1).map(\.members) == [found[0].members])
    }

    @Test func aslant() throws {
        let three = finders(
            dimension: 33, corners: [Vector(40, 40), Vector(230, 60), Vector(200, 190), Vector(50, 220)])
        #expect(try #require(grouping.candidates(of: three, most: 10).first).members == [0, 1, 2])
    }

    @Test func lightAndDarkPatternsDoNotMix() {
        var three = finders(dimension: 25, center: Vector(100, 100), module: 4, degrees: 30)
        three[1].isInverted = true
        #expect(grouping.candidates(of: three, most: 10).isEmpty)
    }

    /// What no probe gives, and a broken one might.
    @Test func degeneratePatternsAreNone() {
        var three = finders(dimension: 25, center: Vector(100, 100), module: 4, degrees: 30)
        for broken in [Vector.zero, Vector(.nan, .nan), Vector(.infinity, 0)] {
            three[0].u = broken
            #expect(grouping.candidates(of: three, most: 10).isEmpty)
        }
        let same = [FinderPattern](repeating: three[1], count: 5)
        #expect(grouping.candidates(of: same, most: 10).isEmpty)
    }
}
