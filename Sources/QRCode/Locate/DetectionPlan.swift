/// The searches for finder patterns that one look consists of, coarse levels of the picture first.
///
/// A thorough look makes all of them. A quick look makes the plain one, and of the others (the rows between, light on
/// dark, open rings, finer thresholds) some by its number, so that four looks in turn see what a thorough one does.
struct DetectionPlan {
    /// One search at one level of the pyramid.
    struct Search {
        /// Halvings of the picture.
        var level: Int
        /// Row to begin with.
        var firstRow: Int
        var criteria: RunScanner.Criteria
        /// Whether the thresholds are those of the next level, a quarter of the cost.
        var hasCoarseThresholds: Bool
    }

    let searches: [Search]

    /// - Parameters:
    ///   - levels: levels of the pyramid.
    ///   - pass: the number of the look.
    init(effort: QRReader.Effort, width: Int, height: Int, levels: Int, pass: Int) {
        // Below two megapixels the finest rows are cheap enough for everything.
        let isSmall = width * height < 2_000_000
        let turn = ((pass % 4) + 4) % 4
        searches = (0..<levels).reversed().map { level in
            // A module of 1.6 pixels, and on halved levels what is too small for the level above: 2.4.
            let leastLength: Int32 = level == 0 ? 8 : 12
            switch effort {
            case .thorough:
                let step = level > 0 ? 2 : isSmall ? 3 : 4
                let criteria = RunScanner.Criteria(
                    step: step, inverts: true, bearsOpenEnds: level > 0 || isSmall, leastLength: leastLength)
                return Search(level: level, firstRow: step / 2, criteria: criteria, hasCoarseThresholds: false)
            case .quick:
                let step = level > 0 ? 4 : 8
                let criteria = RunScanner.Criteria(
                    step: step, inverts: turn == 3, bearsOpenEnds: turn == 1 && level > 0, leastLength: leastLength)
                return Search(
                    level: level, firstRow: turn % 2 == 0 ? step / 2 : 0, criteria: criteria,
                    hasCoarseThresholds: turn != 2)
            }
        }
    }
}
