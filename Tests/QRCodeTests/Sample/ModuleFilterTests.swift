import Imaging
import Testing

@testable import QRCode

@Suite struct ModuleFilterTests {
    /// Those that are not trained.
    static let filters = [ModuleFilter.none, .isotropic, .horizontal, .vertical]

    private func apply(_ filter: ModuleFilter, to samples: ModuleSamples) throws -> ModuleSamples {
        let patterns = try #require(FunctionPatterns.of(.micro, version: 1))
        return try #require(filter.apply(to: samples, patterns))
    }

    /// Samples of a symbol of 11 modules: the given luma by column and row, the ring included.
    private func samples(_ luma: (Int, Int) -> Float) throws -> ModuleSamples {
        let corners = [Vector(0, 0), Vector(11, 0), Vector(11, 11), Vector(0, 11)]
        let base = try #require(Homography(from: corners, to: corners))
        let mesh = try #require(GridMesh(GridWarp(dimension: 11, base: base), width: 11, height: 11))
        var samples = Picture(width: 11, height: 11, level: 0).withView { ModuleSamples(mesh, in: $0) }
        for row in 0..<13 {
            for column in 0..<13 { samples.luma[row * 13 + column] = luma(column, row) }
        }
        return samples
    }

    @Test(arguments: filters)
    func flatStaysFlat(filter: ModuleFilter) throws {
        let filtered = try apply(filter, to: samples { _, _ in 100 })
        #expect(filtered.luma.allSatisfy { abs($0 - 100) < 1e-3 })
    }

    /// What one light module, 60 above its ground, becomes: itself, its neighbour on the left, and the one above.
    @Test(
        arguments: [
            (ModuleFilter.none, [100.0, 40, 40]), (.isotropic, [190, 17.5, 17.5]), (.horizontal, [160, 10, 40]),
            (.vertical, [160, 40, 10]),
        ] as [(ModuleFilter, [Float])])
    func oneModule(filter: ModuleFilter, values: [Float]) throws {
        let filtered = try apply(filter, to: samples { $0 == 6 && $1 == 6 ? 100 : 40 })
        let found = [filtered.luma[6 * 13 + 6], filtered.luma[6 * 13 + 5], filtered.luma[5 * 13 + 6]]
        for (one, other) in zip(found, values) { #expect(abs(one - other) < 1e-3) }
    }

    @Test(arguments: filters)
    func ringStaysAsItIs(filter: ModuleFilter) throws {
        let source = try samples { Float($0 * $1 % 7) }
        let filtered = try apply(filter, to: source)
        for place in 0..<13 {
            for at in [place, 12 * 13 + place, place * 13, place * 13 + 12] {
                #expect(filtered.luma[at] == source.luma[at])
            }
        }
    }

    /// Modules of 4 pixels, whose middle halves are sampled: what lies at their edges does not count.
    @Test func samplesTheMiddleOfModules() throws {
        var random = SeededRandom(seed: 8)
        let levels = (0..<(13 * 13)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var picture = Picture(width: 13 * 4, height: 13 * 4, level: 0)
        for (i, level) in levels.enumerated() {
            picture.fill(x: i % 13 * 4, y: i / 13 * 4, width: 4, height: 4, level: level)
        }
        let square = [Vector(0, 0), Vector(11, 0), Vector(11, 11), Vector(0, 11)]
        let base = try #require(Homography(from: square, to: square.map { $0 * 4 + Vector(4, 4) }))
        let mesh = try #require(GridMesh(GridWarp(dimension: 11, base: base), width: 52, height: 52))
        let samples = picture.withView { ModuleSamples(mesh, in: $0) }
        #expect(samples.side == 13)
        for (found, level) in zip(samples.luma, levels) { #expect(abs(found - Float(level)) < 0.01) }
    }
}
