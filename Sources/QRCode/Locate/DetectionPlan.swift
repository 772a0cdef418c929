/// The searches for finder patterns that one look consists of, coarse levels of the picture first.
///
/// A thorough look makes all of them. A quick look makes the plain one; of eight in turn, three make one more each (open
/// rings, light on dark, finer thresholds), and all begin at other rows by turns. So a code that stands still has got all
/// of them within a second at ten looks a second, and most looks cost no more than the plain one.
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

    /// What a quick look does beside the plain search.
    enum Extra {
        /// Rings that go on beyond one module, and symbols of two finder patterns.
        case open
        /// Light on dark.
        case inverted
        /// Thresholds of the level itself, and all filters of modules.
        case fine
    }

    let searches: [Search]

    /// The extra of a quick look by its number; nil for none.
    static func extra(pass: Int) -> Extra? {
        switch pass & 7 {
        case 1: .open
        case 3: .inverted
        case 5: .fine
        default: nil
        }
    }

    /// - Parameters:
    ///   - levels: levels of the pyramid.
    ///   - pass: the number of the look.
    init(effort: QRReader.Effort, width: Int, height: Int, levels: Int, pass: Int) {
        // Below two megapixels the finest rows are cheap enough for more, below 0.4 for everything.
        let (isSmall, isTiny) = (width * height < 2_000_000, width * height < 400_000)
        let extra = Self.extra(pass: pass)
        // Three looks meet other rows each; three and eight have no factor in common, so that no extra keeps to its own.
        let turn = Int(pass.magnitude % 3)
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
                // The least core has 4 rows, and 7 on halved levels: in a large picture three looks meet all of them.
                let step = level > 0 ? 6 : isTiny ? 3 : isSmall ? 6 : 12
                let criteria = RunScanner.Criteria(
                    step: step, inverts: extra == .inverted, bearsOpenEnds: extra == .open && (level > 0 || isTiny),
                    leastLength: leastLength)
                return Search(
                    level: level, firstRow: (2 * turn + 1) * step / 6, criteria: criteria,
                    hasCoarseThresholds: extra != .fine && !isTiny)
            }
        }
    }
}
