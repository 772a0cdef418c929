/// Weighted linear least squares with a ridge, by its normal equations.
struct NormalEquations {
    private let count: Int
    /// Row by row.
    private var matrix: [Double]
    private var right: [Double]
    /// Sum of all weights.
    private(set) var weight = 0.0

    /// For that many unknowns.
    init(unknowns: Int) {
        count = unknowns
        matrix = [Double](repeating: 0, count: unknowns * unknowns)
        right = [Double](repeating: 0, count: unknowns)
    }

    /// Adds an observation of the sum of `terms` times the unknowns.
    mutating func add(_ terms: [Double], value: Double, weight: Double) {
        self.weight += weight
        for i in 0..<count {
            let factor = weight * terms[i]
            right[i] += factor * value
            for j in 0...i { matrix[i &* count &+ j] += factor * terms[j] }
        }
    }

    /// The unknowns, by Cholesky's method; nil where they are not determined.
    /// - Parameters:
    ///   - ridge: what draws each unknown to its `center`.
    func solve(ridge: [Double], centers: [Double]) -> [Double]? {
        var l = matrix
        var x = right
        for i in 0..<count {
            l[i * count + i] += ridge[i]
            x[i] += ridge[i] * centers[i]
        }
        for i in 0..<count {
            for j in 0...i {
                var sum = l[i * count + j]
                for k in 0..<j { sum -= l[i * count + k] * l[j * count + k] }
                if i == j {
                    guard sum > 1e-12 else { return nil }
                    l[i * count + i] = sum.squareRoot()
                } else {
                    l[i * count + j] = sum / l[j * count + j]
                }
            }
        }
        for i in 0..<count {
            for k in 0..<i { x[i] -= l[i * count + k] * x[k] }
            x[i] /= l[i * count + i]
        }
        for i in (0..<count).reversed() {
            for k in (i + 1)..<max(count, i + 1) { x[i] -= l[k * count + i] * x[k] }
            x[i] /= l[i * count + i]
        }
        return x.allSatisfy(\.isFinite) ? x : nil
    }
}
