internal import Imaging

/// Finds an alignment or a finder pattern near where it is expected.
struct PatternSearch {
    /// A pattern of square rings, of which one is light.
    enum Pattern {
        case alignment, finder

        /// Modules a side.
        var side: Int { self == .alignment ? 5 : 7 }
        /// The light ring's distance from the middle.
        var lightRing: Int { self == .alignment ? 1 : 2 }
        /// Modules of the light ring.
        var lightCount: Int { 8 * lightRing }
    }

    /// Where the best match lies.
    struct Match {
        /// From where the warp has it, in modules.
        var offset: Vector
        /// Correlation with the pattern.
        var score: Double
    }

    /// What a module of distance takes from a match's rank: data may look much like the pattern.
    private static let penalty: Float = 0.03
    /// Samples a module.
    private static let density = 4

    /// The best match for a pattern whose middle is (x, y) in modules of a warp, up to `reach` modules away.
    func match(
        _ pattern: Pattern, x: Double, y: Double, reach: Int, _ warp: GridWarp, in luma: borrowing LumaView,
        isInverted: Bool
    ) -> Match? {
        // The warp is as good as straight over these few modules.
        let right = (warp.place(x + 1, y) - warp.place(x - 1, y)) / 2
        let down = (warp.place(x, y + 1) - warp.place(x, y - 1)) / 2
        return match(
            pattern, around: warp.place(x, y), right: right, down: down, reach: reach, in: luma, isInverted: isInverted)
    }

    /// The best match for a pattern around a place, `right` and `down` being the ways of one module, in pixels; nil
    /// where none correlates by a half.
    func match(
        _ pattern: Pattern, around origin: Vector, right: Vector, down: Vector, reach: Int,
        in luma: borrowing LumaView, isInverted: Bool
    ) -> Match? {
        guard origin.isFinite, right.isFinite, down.isFinite else { return nil }
        let margin = pattern.side / 2
        let half = (reach + margin) * Self.density
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
        var (best, bestRank) = (0, -Float.infinity)
        for row in 0..<range {
            for column in 0..<range {
                let score = Self.score(pattern, patch, side: side, row: row, column: column) * (isInverted ? -1 : 1)
                scores[row * range + column] = score
                let away = Vector(Double(column - reach * Self.density), Double(row - reach * Self.density)).length
                let rank = score - Self.penalty * Float(away) / Float(Self.density)
                if rank > bestRank { (best, bestRank) = (row * range + column, rank) }
            }
        }
        // Ranks lean inwards: the match is where the scores have their top.
        best = Self.top(of: scores, range: range, from: best)
        let (row, column) = (best / range, best % range)
        guard scores[best] > 0.5 else { return nil }
        let dx = column > 0 && column < range - 1 ? Self.peak(scores[best - 1], scores[best], scores[best + 1]) : 0
        let dy = row > 0 && row < range - 1 ? Self.peak(scores[best - range], scores[best], scores[best + range]) : 0
        let middle = reach * Self.density
        return Match(
            offset: Vector(Double(column - middle) + dx, Double(row - middle) + dy) / Double(Self.density),
            score: Double(scores[best]))
    }

    /// The place of the nearest top among rows of `range` scores, uphill from a place that is at most a few steps away.
    private static func top(of scores: [Float], range: Int, from start: Int) -> Int {
        var best = start
        for _ in 0..<density {
            let (row, column) = (best / range, best % range)
            let middle = best
            for y in max(row - 1, 0)...min(row + 1, range - 1) {
                for x in max(column - 1, 0)...min(column + 1, range - 1) where scores[y * range + x] > scores[best] {
                    best = y * range + x
                }
            }
            if best == middle { break }
        }
        return best
    }

    /// The place of the top of the parabola through three scores, from the middle one.
    private static func peak(_ before: Float, _ middle: Float, _ after: Float) -> Double {
        let bend = before - 2 * middle + after
        return bend < 0 ? Double(min(max((before - after) / (2 * bend), -0.5), 0.5)) : 0
    }

    /// Correlation of samples a module apart with the pattern.
    @inline(__always)
    private static func score(_ pattern: Pattern, _ patch: [Float], side: Int, row: Int, column: Int) -> Float {
        let (count, margin, lightRing) = (pattern.side, pattern.side / 2, pattern.lightRing)
        var (sum, squares, light): (Float, Float, Float) = (0, 0, 0)
        for j in 0..<count {
            let start = (row &+ j &* density) &* side &+ column
            for i in 0..<count {
                let value = patch[start &+ i &* density]
                sum += value
                squares += value * value
                if max(abs(i &- margin), abs(j &- margin)) == lightRing { light += value }
            }
        }
        let share = Float(pattern.lightCount) / Float(count * count)
        let variance = squares - sum * sum / Float(count * count)
        guard variance > 1e-3 else { return 0 }
        // A pattern of 0 and 1 has the variance of a share s: n s (1 - s).
        let patternVariance = Float(pattern.lightCount) * (1 - share)
        return (light - sum * share) / (variance * patternVariance).squareRoot()
    }
}
