/// Tells dark from light modules by those around, with a confidence.
struct ModuleThreshold {
    /// Modules to each side that count.
    private let radius = 4

    /// The modules of `samples`.
    ///
    /// A first border is the mean of the modules around. With it the means of dark and of light ones around are known,
    /// and the second border lies between these; the confidence is the distance from it over that of the means.
    func grid(_ samples: ModuleSamples, _ patterns: FunctionPatterns, isInverted: Bool) -> ModuleGrid {
        let n = samples.dimension
        var luma = [Float](repeating: 0, count: n * n)
        for row in 0..<n {
            for column in 0..<n {
                let value = samples.luma[(row + 1) * samples.side + column + 1]
                luma[row * n + column] = isInverted ? 255 - value : value
            }
        }
        let all = [Float](repeating: 1, count: n * n)
        let (sums, counts) = (boxSums(luma, n), boxSums(all, n))
        var light = [Float](repeating: 0, count: n * n)
        for i in light.indices {
            let known = patterns.values[i]
            light[i] = known != 0 ? (known < 0 ? 1 : 0) : luma[i] > sums[i] / counts[i] ? 1 : 0
        }
        var grid = ModuleGrid(dimension: n)
        for _ in 0..<2 {
            let lightCounts = boxSums(light, n)
            let lightSums = boxSums(zip(luma, light).map { $0 * $1 }, n)
            for i in luma.indices {
                let darkCount = counts[i] - lightCounts[i]
                guard lightCounts[i] > 0, darkCount > 0 else {
                    grid.values[i] = 0
                    continue
                }
                let (mean, dark) = (lightSums[i] / lightCounts[i], (sums[i] - lightSums[i]) / darkCount)
                let half = max((mean - dark) / 2, 1)
                let value = ((mean + dark) / 2 - luma[i]) / half
                grid.values[i] = min(max(value, -1), 1)
                if patterns.values[i] == 0 { light[i] = value < 0 ? 1 : 0 }
            }
        }
        return grid
    }

    /// Sums over the modules around each module, as far as there are any.
    func boxSums(_ values: [Float], _ n: Int) -> [Float] {
        var rows = values
        for row in 0..<n {
            var sum: Float = 0
            for column in 0..<min(radius, n) { sum += values[row * n + column] }
            for column in 0..<n {
                if column + radius < n { sum += values[row * n + column + radius] }
                if column > radius { sum -= values[row * n + column - radius - 1] }
                rows[row * n + column] = sum
            }
        }
        var sums = rows
        for column in 0..<n {
            var sum: Float = 0
            for row in 0..<min(radius, n) { sum += rows[row * n + column] }
            for row in 0..<n {
                if row + radius < n { sum += rows[(row + radius) * n + column] }
                if row > radius { sum -= rows[(row - radius - 1) * n + column] }
                sums[row * n + column] = sum
            }
        }
        return sums
    }
}
