/// Takes back what neighbouring modules leak into each other in a blurred picture.
enum ModuleFilter: CaseIterable {
    /// The samples as they are.
    case none
    /// A share of the four neighbours is taken off.
    case isotropic
    /// A share of the neighbours to the left and right is taken off.
    case horizontal
    /// A share of the neighbours above and below is taken off.
    case vertical
    /// What undoes the blur of the function patterns.
    case trained

    /// Shares of each neighbour along x and y.
    private var shares: (x: Float, y: Float) {
        switch self {
        case .none, .trained: (0, 0)
        case .isotropic: (0.15, 0.15)
        case .horizontal: (0.25, 0)
        case .vertical: (0, 0.25)
        }
    }

    /// The filtered samples; nil where the filter cannot be trained on the function patterns.
    func apply(to samples: ModuleSamples, _ patterns: FunctionPatterns) -> ModuleSamples? {
        if self == .none { return samples }
        if self == .trained { return TrainedFilter.apply(to: samples, patterns) }
        let shares = shares
        let scale = 1 / (1 - 2 * shares.x - 2 * shares.y)
        var filtered = samples
        let side = samples.side
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let at = row * side + column
                let across = samples.luma[at - 1] + samples.luma[at + 1]
                let along = samples.luma[at - side] + samples.luma[at + side]
                filtered.luma[at] = (samples.luma[at] - shares.x * across - shares.y * along) * scale
            }
        }
        return filtered
    }
}
