internal import Imaging

/// Finds an alignment pattern near where a warp has it.
struct AlignmentSearch {
    /// Where the best match lies.
    struct Match {
        /// From where the warp has it, in modules.
        var offset: Vector
        /// Correlation with the pattern.
        var score: Double
    }

    /// Samples a module.
    private static let density = 4

    /// The best match for the pattern whose middle is (x, y) in modules, up to `reach` modules away.
    func match(
        x: Double, y: Double, reach: Int, _ warp: GridWarp, in luma: borrowing LumaView, isInverted: Bool
    ) -> Match? {
        // The warp is as good as straight over these few modules.
        let origin = warp.place(x, y)
        let (right, down) = (
            (warp.place(x + 1, y) - warp.place(x - 1, y)) / 2, (warp.place(x, y + 1) - warp.place(x, y - 1)) / 2
        )
        guard origin.isFinite, right.isFinite, down.isFinite else { return nil }
        let half = (reach + 2) * Self.density
        let side = 2 * half + 1
        var patch = [Float](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                let place =
                    origin + right * (Double(column - half) / Double(Self.density))
                    + down * (Double(row - half) / Double(Self.density))
                patch[row * side + column] = luma.luma(place.x, place.y)
            }
        }
        let range = 2 * reach * Self.density + 1
        var scores = [Float](repeating: -1, count: range * range)
        var best = 0
        for row in 0..<range {
            for column in 0..<range {
                let score = Self.score(patch, side: side, row: row, column: column) * (isInverted ? -1 : 1)
                scores[row * range + column] = score
                if score > scores[best] { best = row * range + column }
            }
        }
        let (row, column) = (best / range, best % range)
        guard scores[best] > 0.5 else { return nil }
        let dx = column > 0 && column < range - 1 ? Self.peak(scores[best - 1], scores[best], scores[best + 1]) : 0
        let dy = row > 0 && row < range - 1 ? Self.peak(scores[best - range], scores[best], scores[best + range]) : 0
        let middle = reach * Self.density
        return Match(
            offset: Vector(Double(column - middle) + dx, Double(row - middle) + dy) / Double(Self.density),
            score: Double(scores[best]))
    }

    /// The place of the top of the parabola through three scores, from the middle one.
    private static func peak(_ before: Float, _ middle: Float, _ after: Float) -> Double {
        let bend = before - 2 * middle + after
        return bend < 0 ? Double(min(max((before - after) / (2 * bend), -0.5), 0.5)) : 0
    }

    /// Correlation of 5 x 5 samples a module apart with the pattern: 17 dark modules, a ring of 8 light ones.
    @inline(__always)
    private static func score(_ patch: [Float], side: Int, row: Int, column: Int) -> Float {
        var (sum, squares, light): (Float, Float, Float) = (0, 0, 0)
        for j in 0..<5 {
            let start = (row &+ j &* density) &* side &+ column
            for i in 0..<5 {
                let value = patch[start &+ i &* density]
                sum += value
                squares += value * value
                let ring = max(abs(i &- 2), abs(j &- 2))
                light += ring == 1 ? value : 0
            }
        }
        let variance = squares - sum * sum / 25
        guard variance > 1e-3 else { return 0 }
        // The pattern 0 and 1 has the mean 8/25 and the variance 8 - 64/25.
        return (light - sum * 8 / 25) / (variance * (8 - 64.0 / 25)).squareRoot()
    }
}
