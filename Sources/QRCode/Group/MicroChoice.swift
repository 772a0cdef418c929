internal import Imaging

/// Finds the way and the version in which a finder pattern may be that of a Micro QR symbol.
struct MicroChoice {
    /// The finder pattern turned so that `u` points right and `v` down in the symbol, and its version.
    struct Hypothesis {
        var finder: FinderPattern
        var patterns: FunctionPatterns
        /// How well the timing patterns and the quiet zone agree with the picture; 1 is perfect.
        var score: Float
    }

    /// Least agreement of each of the two timing patterns.
    private static let leastScore: Float = 0.6
    /// Most hypotheses for a finder pattern.
    private static let most = 3

    /// Hypotheses, likeliest first, at most `most`: a shorter symbol's timing patterns are the beginning of a longer one's,
    /// and only the quiet zone, which may be missing, tells them apart.
    func hypotheses(for finder: FinderPattern, in luma: borrowing LumaView) -> [Hypothesis] {
        var hypotheses: [Hypothesis] = []
        for (u, v) in [(finder.u, finder.v), (finder.v, -finder.u), (-finder.u, -finder.v), (-finder.v, finder.u)] {
            var turned = finder
            (turned.u, turned.v) = (u, v)
            for version in FunctionPatterns.versions(of: .micro) {
                guard let patterns = FunctionPatterns.of(.micro, version: version) else { continue }
                let along = timing(of: turned, dimension: patterns.dimension, isRow: true, in: luma)
                let down = timing(of: turned, dimension: patterns.dimension, isRow: false, in: luma)
                guard min(along.timing, down.timing) > Self.leastScore else { continue }
                let score = min(along.timing, down.timing) + min(along.quiet, down.quiet)
                hypotheses.append(Hypothesis(finder: turned, patterns: patterns, score: score / 2))
            }
        }
        return Array(hypotheses.sorted { $0.score > $1.score }.prefix(Self.most))
    }

    /// How well the modules beyond the finder pattern alternate up to the symbol's end, and how light it is behind it.
    private func timing(
        of finder: FinderPattern, dimension: Int, isRow: Bool, in luma: borrowing LumaView
    ) -> (timing: Float, quiet: Float) {
        var values: [Float] = []
        for place in 7..<(dimension + 2) {
            let (x, y) = isRow ? (Double(place) - 3, -3.0) : (-3.0, Double(place) - 3)
            let at = finder.center + finder.u * x + finder.v * y
            values.append(luma.luma(at.x, at.y))
        }
        let modules = dimension - 7
        guard let low = values.prefix(modules).min(), let high = values.prefix(modules).max(), high - low >= 4 else {
            return (0, 0)
        }
        let (middle, half) = ((low + high) / 2, (high - low) / 2)
        var (timing, quiet): (Float, Float) = (0, 0)
        for (i, value) in values.enumerated() {
            let darkness = min(max((middle - value) / half, -1), 1) * (finder.isInverted ? -1 : 1)
            if i < modules { timing += i % 2 == 1 ? darkness : -darkness } else { quiet -= darkness }
        }
        return (timing / Float(modules), quiet / 2)
    }
}
