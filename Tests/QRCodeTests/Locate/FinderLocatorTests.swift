import Imaging
import Testing

@testable import QRCode

@Suite struct FinderLocatorTests {
    private static let degrees = stride(from: 0, to: 360, by: 15).map { Double($0) }

    /// The finder patterns of a picture in a thorough look.
    private func finders(of picture: Picture, effort: QRReader.Effort = .thorough, pass: Int = 0) -> [FinderPattern] {
        picture.withView { luma in
            var pyramid = Pyramid()
            var locator = FinderLocator()
            pyramid.build(luma, leastSide: 64)
            let plan = DetectionPlan(
                effort: effort, width: luma.width, height: luma.height, levels: pyramid.count, pass: pass)
            locator.locate(plan, in: luma, pyramid)
            return locator.finders
        }
    }

    /// How far a frame is off in modules, by the nearer of the turns by a quarter.
    private func error(_ finder: FinderPattern, u: Vector, v: Vector) -> Double {
        let module = abs(u.cross(v)).squareRoot()
        let frames = [(u, v), (v, -u), (-u, -v), (-v, u)]
        return frames.map { max((finder.u - $0.0).length, (finder.v - $0.1).length) / module }.min() ?? 1
    }

    private func draw(module: Double, degrees: Double) -> (drawing: SymbolDrawing, picture: Picture) {
        let side = max(Int(module * 14), 48)
        let middle = Double(side) / 2
        var drawing = SymbolDrawing(
            .finderPattern, center: Vector(middle + 0.3, middle - 0.4), module: module, degrees: degrees)
        drawing.density = module < 4 ? 5 : 3
        return (drawing, drawing.picture(width: side, height: side))
    }

    /// A module size, and how far centres and module vectors may be off in modules at most.
    struct Size: Sendable {
        var module: Double
        var center: Double
        var axes: Double
    }

    @Test(arguments: [
        Size(module: 1.8, center: 0.2, axes: 0.25), Size(module: 2.5, center: 0.15, axes: 0.15),
        Size(module: 4, center: 0.1, axes: 0.1), Size(module: 7, center: 0.1, axes: 0.1),
        Size(module: 12, center: 0.1, axes: 0.1), Size(module: 20, center: 0.1, axes: 0.1),
    ])
    func centerAndAxesAtAllRotations(size: Size) throws {
        // In steps of 45 degrees where a debug build would take seconds.
        for degrees in Self.degrees where size.module < 10 || rounds(100) > 1 || Int(degrees) % 45 == 0 {
            let (drawing, picture) = draw(module: size.module, degrees: degrees)
            let found = finders(of: picture)
            try #require(found.count == 1, "\(degrees) degrees")
            let off = (found[0].center - drawing.place(4.5, 4.5)).length / size.module
            #expect(off < size.center, "\(degrees) degrees")
            let axes = drawing.axes(4.5, 4.5)
            #expect(error(found[0], u: axes.u, v: axes.v) < size.axes, "\(degrees) degrees")
            #expect(!found[0].isInverted)
        }
    }

    @Test(arguments: [2.5, 6])
    func lightOnDark(module: Double) throws {
        for degrees in Self.degrees {
            let (drawing, picture) = draw(module: module, degrees: degrees)
            let found = finders(of: picture.inverted)
            try #require(found.count == 1, "\(degrees) degrees")
            #expect(found[0].isInverted)
            #expect((found[0].center - drawing.place(4.5, 4.5)).length < 0.2 * module)
        }
    }

    /// Corners of a finder pattern seen aslant.
    @Test(arguments: [
        [Vector(20, 20), Vector(92, 30), Vector(88, 84), Vector(26, 78)],
        [Vector(30, 16), Vector(90, 40), Vector(80, 90), Vector(22, 60)],
    ])
    func aslant(corners: [Vector]) throws {
        let drawing = SymbolDrawing(.finderPattern, corners: corners)
        let found = finders(of: drawing.picture(width: 112, height: 104))
        try #require(found.count == 1)
        let axes = drawing.axes(4.5, 4.5)
        #expect((found[0].center - drawing.place(4.5, 4.5)).length < 0.2 * found[0].module)
        #expect(error(found[0], u: axes.u, v: axes.v) < 0.15)
    }

    @Test(arguments: [6, 10, 20, 100] as [Double])
    func lowContrast(levels: Double) throws {
        var drawing = SymbolDrawing(.finderPattern, center: Vector(30.2, 31.1), module: 4, degrees: 20)
        drawing.levels = (100, 100 + levels)
        drawing.ground = 100 + levels
        let found = finders(of: drawing.picture(width: 64, height: 64))
        try #require(found.count == 1)
        #expect((found[0].center - Vector(30.2, 31.1)).length < 0.6)
    }

    @Test func quickLooksSeeItInTurn() {
        let (_, picture) = draw(module: 6, degrees: 10)
        #expect((0..<4).map { finders(of: picture, effort: .quick, pass: $0).count } == [1, 1, 1, 1])
        #expect((0..<4).map { finders(of: picture.inverted, effort: .quick, pass: $0).count } == [0, 0, 0, 1])
    }

    /// 36 x 24 patterns are more than it keeps.
    @Test func keepsAtMostEightHundred() {
        let tile = SymbolDrawing.upright(.finderPattern, module: 2, quietZone: 0)
        var picture = Picture(width: 36 * 18, height: 24 * 18, level: 215)
        for i in 0..<(36 * 24) { picture.paste(tile, x: i % 36 * 18, y: i / 36 * 18) }
        #expect(finders(of: picture).count == 800)
    }
}
