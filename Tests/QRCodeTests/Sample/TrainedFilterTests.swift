import Imaging
import Testing

@testable import QRCode

@Suite struct TrainedFilterTests {
    /// A symbol of version 2 whose modules of 4 pixels were blurred over so many to each side, sampled where it is:
    /// modules on the wrong side before and after the filter.
    private func wrong(blur: Int) throws -> (before: Int, after: Int) {
        let grid = try #require(QREncoder.modules("trained", version: 2))
        let patterns = try #require(FunctionPatterns.of(.model2, version: 2))
        let picture = SymbolDrawing.upright(grid, module: 4).blurred(radius: blur)
        let corners = [Vector(0, 0), Vector(25, 0), Vector(25, 25), Vector(0, 25)]
        let base = try #require(Homography(from: corners, to: corners.map { $0 * 4 + Vector(16, 16) }))
        let mesh = try #require(
            GridMesh(GridWarp(dimension: 25, base: base), width: picture.width, height: picture.height))
        let samples = picture.withView { ModuleSamples(mesh, in: $0) }
        let filtered = try #require(TrainedFilter.apply(to: samples, patterns))
        func count(_ samples: ModuleSamples) -> Int {
            let found = ModuleThreshold().grid(samples, patterns, isInverted: false)
            return zip(grid.values, found.values).count { $0 * $1 <= 0 }
        }
        return (count(samples), count(filtered))
    }

    @Test(arguments: [0, 1, 2])
    func sharpSymbolsStayRight(blur: Int) throws {
        let wrong = try wrong(blur: blur)
        #expect(wrong.after == 0)
    }

    /// Seven pixels, nearly two modules.
    @Test func takesBackABlur() throws {
        let wrong = try wrong(blur: 3)
        #expect(wrong.before > 10)
        #expect(3 * wrong.after < wrong.before)
    }
}
