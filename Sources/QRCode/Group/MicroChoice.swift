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

    /// The likeliest hypothesis; nil where the timing patterns of none show.
    func hypothesis(for finder: FinderPattern, in luma: borrowing LumaView) -> Hypothesis? {
        var best: Hypothesis?
        for (u, v) in [(finder.u, finder.v), (finder.v, -finder.u), (-finder.u, -finder.v), (-finder.v, finder.u)] {
            var turned = finder
            (turned.u, turned.v) = (u, v)
            for version in FunctionPatterns.versions(of: .micro) {
                guard let patterns = FunctionPatterns.of(.micro, version: version) else { continue }
                let score = min(
                    timing(of: turned, dimension: patterns.dimension, isRow: true, in: luma),
                    timing(of: turned, dimension: patterns.dimension, isRow: false, in: luma))
                guard score > Self.leastScore, score > best?.score ?? 0 else { continue }
                best = Hypothesis(finder: turned, patterns: patterns, score: score)
            }
        }
        return best
    }

    /// How well the modules beyond the finder pattern alternate up to the symbol's end, and are light behind it.
    private func timing(of finder: FinderPattern, dimension: Int, isRow: Bool, in luma: borrowing LumaView) -> Float {
        var values: [Float] = []
        for place in 7..<(dimension + 2) {
            let (x, y) = isRow ? (Double(place) - 3, -3.0) : (-3.0, Double(place) - 3)
            let at = finder.center + finder.u * x + finder.v * y
            values.append(luma.luma(at.x, at.y))
        }
        guard let low = values.min(), let high = values.max(), high - low >= 4 else { return 0 }
        let (middle, half) = ((low + high) / 2, (high - low) / 2)
        var sum: Float = 0
        for (i, value) in values.enumerated() {
            let isDark = i % 2 == 1 && i + 7 < dimension
            let darkness = (middle - value) / half * (finder.isInverted ? -1 : 1)
            sum += isDark ? darkness : -darkness
        }
        return sum / Float(values.count)
    }
}
