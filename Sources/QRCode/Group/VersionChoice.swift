internal import Imaging

/// Ranks the versions that a candidate may have.
struct VersionChoice {
    /// A version.
    struct Hypothesis {
        var patterns: FunctionPatterns
        /// How well it agrees with the picture; 1 is perfect.
        var score: Double
    }

    /// Hypotheses for a candidate, likeliest first.
    func hypotheses(for candidate: SymbolCandidate, in luma: borrowing LumaView) -> [Hypothesis] {
        // The span is 10 + 4 · version; it is known to about a tenth.
        let estimate = (candidate.span - 10) / 4
        let reach = 1 + Int(estimate * 0.12)
        let nearest = Int(estimate.rounded())
        let told = toldVersion(of: candidate, near: nearest, in: luma)
        let fourths = candidate.fourthCenters
        var hypotheses: [Hypothesis] = []
        for version in min(max(1, nearest - reach), 40)...min(max(1, nearest + reach), 40) {
            guard let patterns = FunctionPatterns.of(.model2, version: version) else { continue }
            var score = fourths.map { timing(of: candidate, patterns, fourth: $0, in: luma) }.max() ?? 0
            score -= 0.1 * abs(Double(version) - estimate) / (1 + estimate * 0.06)
            if version == told { score += 0.3 }
            hypotheses.append(Hypothesis(patterns: patterns, score: score))
        }
        return hypotheses.sorted { $0.score > $1.score }
    }

    /// What the version information beside the two outer finder patterns says; nil where it says nothing sure.
    private func toldVersion(of candidate: SymbolCandidate, near estimate: Int, in luma: borrowing LumaView) -> Int? {
        guard estimate >= 6 else { return nil }
        let finders = [candidate.upperRight, candidate.lowerLeft]
        for (i, finder) in finders.enumerated() {
            var values: [Float] = []
            // Of version 7: the places from the finder pattern are the same in all versions.
            let dimension = FunctionPatterns.dimension(of: .model2, version: 7)
            for place in VersionInformation.places(dimension: dimension) {
                let (column, row) = i == 0 ? (place.column, place.row) : (place.row, place.column)
                let middle = i == 0 ? (dimension - 4, 3) : (3, dimension - 4)
                let at = finder.center + finder.u * Double(column - middle.0) + finder.v * Double(row - middle.1)
                values.append(luma.luma(at.x, at.y))
            }
            let mean = values.reduce(0, +) / Float(values.count)
            let contrast = max(values.map { abs($0 - mean) }.max() ?? 1, 1)
            let sign: Float = finder.isInverted ? -1 : 1
            if let told = VersionInformation.nearest(to: values.map { sign * (mean - $0) / contrast }),
                told.agreement > 0.7, abs(told.version - estimate) <= 2 + estimate / 5
            {
                return told.version
            }
        }
        return nil
    }

    /// How well both timing patterns agree with the picture: 1 for perfectly, 0 for not at all.
    private func timing(
        of candidate: SymbolCandidate, _ patterns: FunctionPatterns, fourth: Vector, in luma: borrowing LumaView
    ) -> Double {
        let n = Double(patterns.dimension)
        guard
            let base = Homography(
                from: [Vector(3.5, 3.5), Vector(n - 3.5, 3.5), Vector(3.5, n - 3.5), Vector(n - 3.5, n - 3.5)],
                to: [candidate.upperLeft.center, candidate.upperRight.center, candidate.lowerLeft.center, fourth])
        else { return -1 }
        var total = 0.0
        for isRow in [true, false] {
            var (sum, magnitude): (Float, Float) = (0, 0)
            var (before, last): (Float, Float) = (0, 0)
            for k in 7..<(patterns.dimension - 7) {
                let along = Double(k) + 0.5
                let place = base(isRow ? Vector(along, 6.5) : Vector(6.5, along))
                let value = luma.luma(place.x, place.y)
                // A module against the mean of its two neighbours: nothing but what alternates is left.
                if k > 8 {
                    let bend = last - (before + value) / 2
                    sum += (k - 1) % 2 == 0 ? -bend : bend
                    magnitude += abs(bend)
                }
                (before, last) = (last, value)
            }
            total += magnitude > 0 ? Double(sum / magnitude) : 0
        }
        return (candidate.upperLeft.isInverted ? -total : total) / 2
    }
}
