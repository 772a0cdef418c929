import Testing

@testable import QRCode

@Suite struct PatternSearchTests {
    private let search = PatternSearch()

    /// The match for the alignment pattern of a version 2 symbol that is drawn `offset` modules from where the warp
    /// has it.
    private func match(
        offset: Vector, reach: Int = 4, isInverted: Bool = false, contrast: Double = 175
    ) throws -> PatternSearch.Match? {
        let grid = try #require(QREncoder.modules("alignment", version: 2))
        let module = 4.0
        let center = Vector(64, 64)
        var drawing = SymbolDrawing(grid, center: center, module: module, degrees: 10)
        (drawing.levels, drawing.ground) = ((40, 40 + contrast), 40 + contrast)
        let picture = drawing.picture(width: 128, height: 128)
        // The warp lies where the drawing would be, moved back by the offset.
        let axes = drawing.axes(12, 12)
        let moved = SymbolDrawing(
            grid, center: center - axes.u * offset.x - axes.v * offset.y, module: module, degrees: 10)
        let corners = [(0.0, 0.0), (25, 0), (25, 25), (0, 25)]
        let base = try #require(
            Homography(from: corners.map { Vector($0, $1) }, to: corners.map { moved.place($0, $1) }))
        return (isInverted ? picture.inverted : picture).withView { luma in
            search.match(
                .alignment, x: 18.5, y: 18.5, reach: reach, GridWarp(dimension: 25, base: base), in: luma,
                isInverted: isInverted)
        }
    }

    @Test(arguments: [
        Vector(0, 0), Vector(1, 0), Vector(0, -1), Vector(0.4, 0.3), Vector(-2.6, 1.7), Vector(3.5, -3.5),
    ])
    func offsetWithinATenthOfAModule(offset: Vector) throws {
        let found = try #require(try match(offset: offset))
        #expect((found.offset - offset).length < 0.1)
        #expect(found.score > 0.9)
    }

    @Test func lightOnDark() throws {
        let found = try #require(try match(offset: Vector(1.2, 0.6), isInverted: true))
        #expect((found.offset - Vector(1.2, 0.6)).length < 0.1)
    }

    @Test(arguments: [3.0, 10, 40])
    func lowContrast(contrast: Double) throws {
        let found = try #require(try match(offset: Vector(-0.7, 0.9), contrast: contrast))
        #expect((found.offset - Vector(-0.7, 0.9)).length < 0.2)
    }

    @Test func offsetStaysWithinReach() throws {
        if let found = try match(offset: Vector(6, 6), reach: 2) {
            #expect(max(abs(found.offset.x), abs(found.offset.y)) <= 2.5)
        }
    }

    @Test func flatPictureHasNone() throws {
        let corners = [Vector(0, 0), Vector(25, 0), Vector(25, 25), Vector(0, 25)]
        let base = try #require(Homography(from: corners, to: corners))
        let found = Picture(width: 25, height: 25, level: 7).withView { luma in
            search.match(
                .alignment, x: 18.5, y: 18.5, reach: 4, GridWarp(dimension: 25, base: base), in: luma, isInverted: false
            )
        }
        #expect(found == nil)
    }

    @Test func noneOnTheHorizon() throws {
        // The weight is 0 at x = 18.5.
        let from = [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10)]
        let far = 1 / (1 - 10 / 18.5)
        let to = [Vector(0, 0), Vector(10, 0) * far, Vector(10, 10) * far, Vector(0, 10)]
        let base = try #require(Homography(from: from, to: to))
        _ = Picture(width: 25, height: 25, level: 7).withView { luma in
            search.match(
                .alignment, x: 18.5, y: 18.5, reach: 4, GridWarp(dimension: 25, base: base), in: luma, isInverted: false
            )
        }
    }

    @Test(arguments: [Vector(0, 0), Vector(0.3, -0.6), Vector(-2.4, 2.1)])
    func finderPatternAroundAPlace(offset: Vector) throws {
        let drawing = SymbolDrawing(.finderPattern, center: Vector(40, 40), module: 4, degrees: 10)
        let axes = drawing.axes(4.5, 4.5)
        let origin = drawing.place(4.5, 4.5) - axes.u * offset.x - axes.v * offset.y
        let picture = drawing.picture(width: 80, height: 80)
        let match = picture.withView { luma in
            search.match(.finder, around: origin, right: axes.u, down: axes.v, reach: 3, in: luma, isInverted: false)
        }
        let found = try #require(match)
        #expect((found.offset - offset).length < 0.1)
        #expect(found.score > 0.9)
        let inverted = picture.withView { luma in
            search.match(.finder, around: origin, right: axes.u, down: axes.v, reach: 3, in: luma, isInverted: true)
        }
        #expect((inverted?.score ?? 0) < 0.8)
    }

    @Test(arguments: [Vector(.nan, 0), Vector(.infinity, 0), Vector(1e308, 1e308)])
    func placesThatAreNoneAreHarmless(place: Vector) {
        let picture = Picture(width: 9, height: 9, level: 3)
        for (origin, right) in [(place, Vector(1, 0)), (Vector(4, 4), place)] {
            let match = picture.withView { luma in
                search.match(.finder, around: origin, right: right, down: place, reach: 2, in: luma, isInverted: false)
            }
            #expect(match == nil)
        }
    }
}
