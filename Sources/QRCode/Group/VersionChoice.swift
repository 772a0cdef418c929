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
        // From the square of the four middles.
        let maps = candidate.fourthCenters.compactMap { fourth in
            Homography(
                from: [Vector(0, 0), Vector(1, 0), Vector(0, 1), Vector(1, 1)],
                to: [candidate.upperLeft.center, candidate.upperRight.center, candidate.lowerLeft.center, fourth])
        }
        var hypotheses: [Hypothesis] = []
        for version in min(max(1, nearest - reach), 40)...min(max(1, nearest + reach), 40) {
            guard let patterns = FunctionPatterns.of(.model2, version: version) else { continue }
            var score = -1.0
            for map in maps {
                score = max(score, timing(map, patterns, isInverted: candidate.upperLeft.isInverted, in: luma))
            }
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
        _ map: Homography, _ patterns: FunctionPatterns, isInverted: Bool, in luma: borrowing LumaView
    ) -> Double {
        let span = Double(patterns.dimension - 7)
        var total = 0.0
        for isRow in [true, false] {
            var (sum, magnitude): (Float, Float) = (0, 0)
            var (before, last): (Float, Float) = (0, 0)
            for k in 7..<(patterns.dimension - 7) {
                // The middles lie 3.5 modules from the edges, the timing pattern 6.5.
                let (along, across) = (Double(k - 3) / span, 3 / span)
                let place = map(isRow ? Vector(along, across) : Vector(across, along))
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
        return (isInverted ? -total : total) / 2
    }
}
