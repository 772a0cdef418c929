internal import Imaging

extension GridFitter.Fit {
    /// How far the fixed modules outside the finder patterns and their separators agree with the picture: their
    /// correlation with it, 1 for all of them, about 0 for no better than chance.
    ///
    /// Finder patterns of two neighbouring symbols look like those of one; timing and alignment patterns between them
    /// do not.
    func agreementBetweenFinders(in luma: borrowing LumaView, isInverted: Bool) -> Float {
        let (n, hasThree) = (patterns.dimension, patterns.kind == .model2)
        var (count, sum, squares): (Float, Float, Float) = (0, 0, 0)
        var (patternSum, product): (Float, Float) = (0, 0)
        for row in 0..<n {
            for column in 0..<n {
                let expected = patterns.values[row &* n &+ column]
                guard expected != 0 else { continue }
                // Micro QR has but the finder pattern at the upper left.
                let isNearFinder =
                    row < 8 && column < 8 || hasThree && (row >= n - 8 && column < 8 || row < 8 && column >= n - 8)
                guard !isNearFinder else { continue }
                let middle = (mesh.node(column, row) + mesh.node(column &+ 1, row &+ 1)) / 2
                let value = luma.luma(middle)
                count += 1
                sum += value
                squares += value * value
                patternSum -= Float(expected)
                product -= value * Float(expected)
            }
        }
        let variance = squares - sum * sum / count
        let patternVariance = count - patternSum * patternSum / count
        guard count > 0, variance > 1e-3, patternVariance > 1e-3 else { return 0 }
        let correlation = (product - sum * patternSum / count) / (variance * patternVariance).squareRoot()
        return isInverted ? -correlation : correlation
    }
}
