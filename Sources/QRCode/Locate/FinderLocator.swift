internal import Imaging

/// Finds the finder patterns of a picture.
struct FinderLocator {
    /// The finder patterns of the last picture, in pixels of it.
    private(set) var finders: [FinderPattern] = []
    private var map = ThresholdMap()
    private var scanner = RunScanner()
    private var probe = FinderProbe()

    /// Most finder patterns of a picture: enough for 256 symbols and some that are none.
    private static let most = 800

    /// Replaces the finder patterns by those of `luma`.
    mutating func locate(_ plan: DetectionPlan, in luma: borrowing LumaView, _ pyramid: borrowing Pyramid) {
        finders.removeAll(keepingCapacity: true)
        for search in plan.searches {
            let isCoarse = search.hasCoarseThresholds && search.level + 1 < pyramid.count
            map.measure(
                pyramid.view(isCoarse ? search.level + 1 : search.level, of: luma), radius: 2, isHalf: isCoarse)
            scan(pyramid.view(search.level, of: luma), search)
        }
    }

    private mutating func scan(_ luma: borrowing LumaView, _ search: DetectionPlan.Search) {
        let scale = Double(1 << search.level)
        var y = search.firstRow
        while y < min(map.rows * map.side, luma.height) {
            scanner.scan(row: y, of: luma, map, search.criteria)
            for crossing in scanner.crossings where finders.count < Self.most && !isKnown(crossing, scale: scale) {
                guard let finder = probe.finder(around: crossing, in: luma, map) else { continue }
                insert(finder.scaled(by: scale))
            }
            y += search.criteria.step
        }
    }

    private func isKnown(_ crossing: RunScanner.Crossing, scale: Double) -> Bool {
        let middle = Vector(Double(crossing.left + crossing.right) / 2, Double(crossing.y) + 0.5) * scale
        let module = crossing.module * scale
        return finders.contains { finder in
            finder.isInverted == crossing.isInverted && (finder.center - middle).length < 2 * finder.module
                && module < 2.5 * finder.module && finder.module < 2.5 * module
        }
    }

    /// Keeps the better of two patterns at one place.
    private mutating func insert(_ finder: FinderPattern) {
        let same = finders.firstIndex { other in
            other.isInverted == finder.isInverted
                && (other.center - finder.center).length < 1.5 * min(other.module, finder.module)
                && finder.module < 1.6 * other.module && other.module < 1.6 * finder.module
        }
        if let same {
            if finders[same].score < finder.score { finders[same] = finder }
        } else {
            finders.append(finder)
        }
    }
}
