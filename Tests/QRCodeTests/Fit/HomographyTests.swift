import Testing

@testable import QRCode

@Suite struct HomographyTests {
    private static let square = [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10)]

    @Test(arguments: [
        square,
        [Vector(5, 5), Vector(25, 5), Vector(25, 15), Vector(5, 15)],
        [Vector(40, 0), Vector(0, 40), Vector(-40, 0), Vector(0, -40)],
        [Vector(0, 0), Vector(900, 40), Vector(600, 500), Vector(30, 800)],
        [Vector(0, 0), Vector(1e-3, 0), Vector(1e-3, 1e-3), Vector(0, 2e-3)],
    ])
    func takesPointsToTheirCounterparts(corners: [Vector]) throws {
        let map = try #require(Homography(from: Self.square, to: corners))
        let size = (corners[2] - corners[0]).length
        for (from, to) in zip(Self.square, corners) { #expect((map(from) - to).length < 1e-9 * size) }
    }

    /// A trapezium whose far side is half as long as the near one.
    @Test func middleIsWhereDiagonalsCross() throws {
        let map = try #require(
            Homography(from: Self.square, to: [Vector(0, 0), Vector(8, 0), Vector(6, 6), Vector(2, 6)]))
        // y = 6 · 2/3, from the triangles of the parallel sides, 8 and 4.
        #expect((map(Vector(5, 5)) - Vector(4, 4)).length < 1e-12)
        #expect(abs(map.weight(Vector(5, 10)) / map.weight(Vector(5, 0)) - 2) < 1e-12)
    }

    @Test(arguments: [
        [Vector(0, 0), Vector(5, 5), Vector(10, 10), Vector(0, 10)],
        [Vector](repeating: Vector(1, 1), count: 4),
        [Vector(.nan, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10)],
        [Vector(0, 0), Vector(.infinity, 0), Vector(10, 10), Vector(0, 10)],
        [Vector(0, 0), Vector(10, 0), Vector(10, 10)],
    ])
    func noneFromPointsThatDoNotTell(points: [Vector]) {
        #expect(Homography(from: points, to: Self.square) == nil)
    }

    @Test func noneToPlacesThatAreNoNumbers() {
        let places = [Vector(0, 0), Vector(10, 0), Vector(.nan, 10), Vector(0, 10)]
        #expect(Homography(from: Self.square, to: places) == nil)
    }
}
