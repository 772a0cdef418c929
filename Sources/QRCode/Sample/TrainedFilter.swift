/// A filter over 3 x 3 modules that is trained on the modules whose side is known.
///
/// A blur mixes neighbouring modules linearly, whatever its shape. The function patterns are known, so that the nine
/// weights which undo it best for them follow by least squares; they serve for the data too.
enum TrainedFilter {
    /// What draws the weights to 0, as a share of the weights' own observations.
    private static let ridge = 0.02

    /// The filtered samples, light at 192 and dark at 64; nil where the weights are not determined.
    static func apply(to samples: ModuleSamples, _ patterns: FunctionPatterns) -> ModuleSamples? {
        let (n, side) = (samples.dimension, samples.side)
        let level = localMeans(samples)
        var equations = NormalEquations(unknowns: 10)
        var terms = [Double](repeating: 0, count: 10)
        var energy = 0.0
        for row in 0..<n {
            for column in 0..<n where patterns.values[row * n + column] != 0 {
                setTerms(&terms, samples, level, at: (row + 1) * side + column + 1)
                energy += terms[4] * terms[4]
                equations.add(terms, value: patterns.values[row * n + column] > 0 ? -1 : 1, weight: 1)
            }
        }
        let ridges = [Double](repeating: ridge * energy, count: 9) + [1e-3]
        guard let weights = equations.solve(ridge: ridges, centers: [Double](repeating: 0, count: 10)) else {
            return nil
        }
        var filtered = samples
        for row in 0..<n {
            for column in 0..<n {
                let at = (row + 1) * side + column + 1
                setTerms(&terms, samples, level, at: at)
                let value = zip(terms, weights).reduce(0) { $0 + $1.0 * $1.1 }
                filtered.luma[at] = Float(128 + 64 * min(max(value, -1.9), 1.9))
            }
        }
        return filtered
    }

    /// Nine modules around one, against the mean around it, and a constant.
    @inline(__always)
    private static func setTerms(_ terms: inout [Double], _ samples: ModuleSamples, _ level: [Float], at: Int) {
        for j in 0..<3 {
            for i in 0..<3 {
                let neighbour = at &+ (j &- 1) &* samples.side &+ i &- 1
                terms[3 &* j &+ i] = Double(samples.luma[neighbour] - level[at])
            }
        }
        terms[9] = 1
    }

    /// Means over the modules up to four to each side, the ring around the symbol included.
    private static func localMeans(_ samples: ModuleSamples) -> [Float] {
        let ones = [Float](repeating: 1, count: samples.luma.count)
        let sums = ModuleThreshold().boxSums(samples.luma, samples.side)
        let counts = ModuleThreshold().boxSums(ones, samples.side)
        return zip(sums, counts).map { $0 / $1 }
    }
}
