import Testing

@testable import QRCode

@Suite struct GridFitterTests {
    private let fitter = GridFitter()

    /// Versions without, with one, and with several alignment patterns; the larger ones in release builds alone.
    static let versions = rounds(100) > 1 ? [1, 2, 7, 14, 25, 40] : [1, 2, 7, 14]

    /// A symbol with pseudo-random modules in a picture of its own.
    private func draw(version: Int, module: Double, degrees: Double = 0) throws -> (SymbolDrawing, Int) {
        let grid = try Self.grid(version)
        let side = Double(grid.dimension) * module
        let size = Int(side * (degrees == 0 ? 1 : 1.42) + 8 * module)
        return (
            SymbolDrawing(
                grid, center: Vector(Double(size) / 2 + 0.2, Double(size) / 2 - 0.3), module: module,
                degrees: degrees), size
        )
    }

    static func grid(_ version: Int) throws -> ModuleGrid {
        try #require(QREncoder.modules("grid \(version)", version: version, level: .low, mask: 3))
    }

    /// The fourth centre that lies nearest to where the symbol has it.
    private func fourth(_ candidate: SymbolCandidate, _ drawing: SymbolDrawing) throws -> Vector {
        let n = Double(drawing.grid.dimension)
        let place = drawing.place(n - 3.5, n - 3.5)
        return try #require(candidate.fourthCenters.min { ($0 - place).length < ($1 - place).length })
    }

    /// Errors at the corners in modules, of the first fit and of the refined one.
    private func errors(
        _ drawing: SymbolDrawing, _ picture: Picture, version: Int, isInverted: Bool = false
    ) throws -> (fitted: Double, refined: Double) {
        let patterns = try #require(FunctionPatterns.of(.model2, version: version))
        let candidate = drawing.candidate(isInverted: isInverted)
        let fourth = try fourth(candidate, drawing)
        let meshes = picture.withView { luma -> (GridMesh, GridMesh)? in
            guard let fit = fitter.fit(candidate, patterns, fourth: fourth, in: luma),
                let refined = fitter.refined(fit, degrees: [2, 3, 4, 4], in: luma)
            else { return nil }
            return (fit.mesh, refined.mesh)
        }
        let (fitted, refined) = try #require(meshes)
        return (drawing.cornerErrors(of: fitted)[0], drawing.cornerErrors(of: refined)[0])
    }

    @Test(arguments: versions)
    func uprightWithinATenthOfAModule(version: Int) throws {
        let (drawing, size) = try draw(version: version, module: 3.3)
        let errors = try errors(drawing, drawing.picture(width: size, height: size), version: version)
        #expect(errors.fitted < 0.15)
        #expect(errors.refined < 0.15)
    }

    @Test(arguments: [1, 2, 7])
    func turned(version: Int) throws {
        let (drawing, size) = try draw(version: version, module: 3.3, degrees: 25)
        let errors = try errors(drawing, drawing.picture(width: size, height: size), version: version)
        #expect(errors.fitted < 0.15)
        #expect(errors.refined < 0.15)
    }

    @Test(arguments: [1, 2, 7])
    func lightOnDark(version: Int) throws {
        let (drawing, size) = try draw(version: version, module: 3.3)
        let picture = drawing.picture(width: size, height: size).inverted
        #expect(try errors(drawing, picture, version: version, isInverted: true).refined < 0.15)
    }

    @Test(arguments: [1, 2, 7])
    func blurredAndNoisy(version: Int) throws {
        let (drawing, size) = try draw(version: version, module: 4)
        var picture = drawing.picture(width: size, height: size).blurred(radius: 1)
        picture.addNoise(20, seed: 4)
        #expect(try errors(drawing, picture, version: version).refined < 0.25)
    }

    /// The far side is two thirds of the near one.
    @Test(arguments: versions)
    func perspective(version: Int) throws {
        let grid = try Self.grid(version)
        let side = Double(grid.dimension) * 4
        let drawing = SymbolDrawing(
            grid,
            corners: [
                Vector(20 + side / 6, 20), Vector(20 + side * 5 / 6, 26), Vector(20 + side, 20 + side * 0.8),
                Vector(20, 20 + side * 0.75),
            ])
        let size = Int(side) + 40
        let errors = try errors(drawing, drawing.picture(width: size, height: size), version: version)
        #expect(errors.refined < 0.3)
    }

    /// Sides that are bowed by so many modules.
    @Test(arguments: [(1, 0.5), (2, 0.6), (7, 1), (14, 1.5)])
    func bent(version: Int, bend: Double) throws {
        var (drawing, size) = try draw(version: version, module: 4)
        drawing.bend = bend
        drawing.density = 2
        let errors = try errors(drawing, drawing.picture(width: size, height: size), version: version)
        #expect(errors.refined < 0.35)
    }

    @Test(arguments: 1...4)
    func micro(version: Int) throws {
        let encoder = QREncoder(kind: .micro, version: version, level: version == 1 ? nil : .low)
        let grid = try #require(encoder.modules(of: [.numeric("2718")]))
        let drawing = SymbolDrawing(grid, center: Vector(50.3, 49.6), module: 4, degrees: 8)
        let patterns = try #require(FunctionPatterns.of(.micro, version: version))
        let picture = drawing.picture(width: 100, height: 100)
        let fit = picture.withView { fitter.fit(drawing.finder(x: 3.5, y: 3.5), patterns, in: $0) }
        #expect(drawing.cornerErrors(of: try #require(fit).mesh)[0] < 0.2)
    }

    @Test func contrastIsThatOfTheModules() throws {
        let patterns = try #require(FunctionPatterns.of(.model2, version: 2))
        for (levels, contrast) in [((40.0, 215.0), Float(175)), ((215, 40), -175), ((100, 105), 5)] {
            var (drawing, size) = try draw(version: 2, module: 6)
            (drawing.levels, drawing.ground) = ((levels.0, levels.1), levels.1)
            let picture = drawing.picture(width: size, height: size)
            let candidate = drawing.candidate(isInverted: contrast < 0)
            let fourth = try fourth(candidate, drawing)
            let fit = try #require(
                picture.withView { fitter.fit(candidate, patterns, fourth: fourth, in: $0) })
            #expect(abs(fit.contrast - contrast) < 1)
        }
    }

    @Test(arguments: [0, 2] as [Double])
    func noneUnderThreeLevels(levels: Double) throws {
        let patterns = try #require(FunctionPatterns.of(.model2, version: 1))
        var (drawing, size) = try draw(version: 1, module: 4)
        (drawing.levels, drawing.ground) = ((100, 100 + levels), 100 + levels)
        let candidate = drawing.candidate()
        let fourth = try fourth(candidate, drawing)
        let picture = drawing.picture(width: size, height: size)
        #expect(picture.withView { fitter.fit(candidate, patterns, fourth: fourth, in: $0) } == nil)
    }

    @Test(arguments: [Vector(.nan, 0), Vector(.infinity, 5), Vector(1e30, 1e30), Vector(-1e6, 3), Vector(20, 20)])
    func noneForAFourthCornerThatCannotBe(fourth: Vector) throws {
        let patterns = try #require(FunctionPatterns.of(.model2, version: 7))
        let (drawing, size) = try draw(version: 7, module: 3)
        let picture = drawing.picture(width: size, height: size)
        #expect(picture.withView { fitter.fit(drawing.candidate(), patterns, fourth: fourth, in: $0) } == nil)
    }
}
