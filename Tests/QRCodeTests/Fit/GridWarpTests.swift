import Testing

@testable import QRCode

@Suite struct GridWarpTests {
    /// A symbol of 20 modules at (0, 0), one pixel a module.
    private func warp() throws -> GridWarp {
        let corners = [Vector(0, 0), Vector(20, 0), Vector(20, 20), Vector(0, 20)]
        return GridWarp(dimension: 20, base: try #require(Homography(from: corners, to: corners)))
    }

    @Test func termsByDegree() {
        #expect((0...6).map { GridWarp.termCount(degree: $0) } == [1, 3, 6, 10, 15, 21, 28])
        #expect(GridWarp.degrees.count == 28)
        #expect(
            GridWarp.degrees.prefix(6).map { [$0.x, $0.y] } == [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]])
    }

    /// Legendre polynomials at -1, 0, 1 and 1/2, up to the third.
    @Test(
        arguments: [
            (0.0, [1.0, -1, 1, -1]), (10, [1, 0, -0.5, 0]), (20, [1, 1, 1, 1]), (15, [1, 0.5, -0.125, -0.4375]),
        ] as [(Double, [Double])])
    func termsAreLegendrePolynomials(place: Double, values: [Double]) throws {
        var terms = [Double](repeating: 9, count: GridWarp.termCount(degree: 3))
        try warp().setTerms(&terms, x: place, y: 10)
        // Those of degree 0 in y: the terms 0, 1, 3 and 6.
        #expect([0, 1, 3, 6].map { terms[$0] } == values)
        try warp().setTerms(&terms, x: 10, y: place)
        #expect([0, 2, 5, 9].map { terms[$0] } == values)
    }

    @Test func unbentIsTheBase() throws {
        let place = try warp().place(3, 17)
        #expect((place - Vector(3, 17)).length < 1e-12)
    }

    @Test func bendMovesInModules() throws {
        var warp = try warp()
        // 0.5 along x everywhere; -2 along y times the coordinate of x, which is 1/2 at 15.
        warp.add(x: [0.5], y: [0, -2, 0])
        #expect((warp.place(15, 4) - Vector(15.5, 3)).length < 1e-12)
        warp.add(x: [0.25], y: [1])
        #expect((warp.place(15, 4) - Vector(15.75, 4)).length < 1e-12)
    }

    @Test func placesOfALineAreThoseOfPoints() throws {
        var (warp, random) = (try warp(), SeededRandom(seed: 5))
        let count = GridWarp.termCount(degree: 6)
        warp.add(
            x: (0..<count).map { _ in .random(in: -1...1, using: &random) },
            y: (0..<count).map { _ in .random(in: -1...1, using: &random) })
        var places: [Vector] = []
        warp.forEachPlace(x: -1..<22, y: 7) { places.append($0) }
        #expect(places.count == 23)
        for (i, place) in places.enumerated() { #expect((place - warp.place(Double(i - 1), 7)).length < 1e-9) }
    }

    @Test func meshHoldsTheCornersOfModules() throws {
        let mesh = try #require(GridMesh(try warp(), width: 30, height: 30))
        for (column, row) in [(-1, -1), (0, 0), (20, 20), (21, 21), (5, 13)] {
            let node = mesh.node(column, row)
            #expect(abs(node.x - Float(column)) < 1e-5 && abs(node.y - Float(row)) < 1e-5)
        }
    }

    @Test func noMeshFarOutsideOrTurnedOver() throws {
        #expect(GridMesh(try warp(), width: 10, height: 30) == nil)
        #expect(GridMesh(try warp(), width: 30, height: 10) == nil)
        for shift in [100, -100, Double.nan, .infinity, 1e300] {
            var moved = try warp()
            moved.add(x: [shift], y: [0])
            #expect(GridMesh(moved, width: 30, height: 30) == nil)
        }
        let square = [Vector(0, 0), Vector(20, 0), Vector(20, 20), Vector(0, 20)]
        // The lower right corner beyond the line through its neighbours: a far horizon runs through the symbol.
        let crossed = [Vector(0, 0), Vector(20, 0), Vector(5, 5), Vector(0, 20)]
        let base = try #require(Homography(from: square, to: crossed))
        #expect(GridMesh(GridWarp(dimension: 20, base: base), width: 30, height: 30) == nil)
    }
}
