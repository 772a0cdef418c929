extension FunctionPatterns {
    /// How far the fixed modules outside the finder patterns and their separators agree with a grid: 1 for all of them,
    /// 0 for no better than chance. Each module weighs as its confidence.
    ///
    /// Finder patterns of two neighbouring symbols look like those of one; timing and alignment patterns between them
    /// do not.
    func agreementBetweenFinders(with grid: ModuleGrid) -> Float {
        let n = dimension
        var (agreement, weight): (Float, Float) = (0, 0)
        for row in 0..<n {
            for column in 0..<n {
                let expected = values[row &* n &+ column]
                guard expected != 0 else { continue }
                let isNearFinder = (row < 8 || row >= n - 8) && column < 8 || row < 8 && column >= n - 8
                guard !isNearFinder else { continue }
                let value = grid.values[row &* n &+ column]
                agreement += expected > 0 ? value : -value
                weight += value.magnitude
            }
        }
        return weight > 0 ? agreement / weight : 0
    }
}
