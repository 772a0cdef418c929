import Imaging
import Testing

@testable import QRCode

@Suite struct ModuleThresholdTests {
    /// The grid of a symbol of version 1 whose modules have the luma that `luma` makes of dark and light.
    private func grid(
        isInverted: Bool = false, _ luma: (_ isDark: Bool, _ column: Int, _ row: Int) -> Float
    ) throws -> (truth: ModuleGrid, found: ModuleGrid) {
        let truth = try #require(QREncoder.modules("threshold", version: 1))
        let patterns = try #require(FunctionPatterns.of(.model2, version: 1))
        let corners = [Vector(0, 0), Vector(21, 0), Vector(21, 21), Vector(0, 21)]
        let base = try #require(Homography(from: corners, to: corners))
        let mesh = try #require(GridMesh(GridWarp(dimension: 21, base: base), width: 21, height: 21))
        var samples = Picture(width: 21, height: 21, level: 0).withView { ModuleSamples(mesh, in: $0) }
        for row in 0..<21 {
            for column in 0..<21 {
                samples.luma[(row + 1) * 23 + column + 1] = luma(truth[column, row] > 0, column, row)
            }
        }
        return (truth, ModuleThreshold().grid(samples, patterns, isInverted: isInverted))
    }

    private func wrong(_ grids: (truth: ModuleGrid, found: ModuleGrid)) -> Int {
        zip(grids.truth.values, grids.found.values).count { $0 * $1 <= 0 }
    }

    @Test func twoLevelsAreSure() throws {
        let grids = try grid { isDark, _, _ in isDark ? 50 : 200 }
        #expect(grids.found == grids.truth)
    }

    @Test func lightOnDark() throws {
        let grids = try grid(isInverted: true) { isDark, _, _ in isDark ? 200 : 50 }
        #expect(grids.found == grids.truth)
    }

    @Test func lightThatFallsOff() throws {
        let grids = try grid { isDark, column, row in
            let light = 250 - Float(column * 3 + row * 3)
            return isDark ? light * 0.6 : light
        }
        #expect(wrong(grids) == 0)
    }

    @Test func confidenceIsTheDistanceFromTheBorder() throws {
        // A module a quarter of the way from light to dark.
        let grids = try grid { isDark, column, row in
            column == 10 && row == 12 ? 162.5 : isDark ? 50 : 200
        }
        #expect(abs(grids.found[10, 12] - -0.5) < 0.05)
    }

    @Test func flatSamplesAreNotKnown() throws {
        let grids = try grid { _, _, _ in 128 }
        #expect(grids.found.values.allSatisfy { abs($0) < 0.01 })
    }
}
