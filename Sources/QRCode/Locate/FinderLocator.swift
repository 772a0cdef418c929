internal import Imaging

/// Finds the finder patterns of a picture.
struct FinderLocator {
    private var map = ThresholdMap()
    private var scanner = RunScanner()
    private var probe = FinderProbe()
    /// The finder patterns so far.
    private(set) var finders: [FinderPattern] = []

    /// Forgets all finder patterns.
    mutating func reset() { finders.removeAll(keepingCapacity: true) }

    /// Adds the finder patterns of `luma` to those found before.
    /// - Parameters:
    ///   - scale: pixels of the picture for one of `luma`.
    ///   - radius: blocks to each side that count for a threshold.
    private mutating func scan(_ luma: borrowing LumaView, scale: Double, _ criteria: RunScanner.Criteria, most: Int) {
        var y = criteria.step / 2
        while y < min(map.rows * map.side, luma.height) {
            scanner.scan(row: y, of: luma, map, criteria)
            for crossing in scanner.crossings where finders.count < most && !isKnown(crossing, scale: scale) {
                guard let finder = probe.finder(around: crossing, in: luma, map) else { continue }
                insert(finder.scaled(by: scale))
            }
            y += criteria.step
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

extension FinderLocator {
    mutating func locate(_ luma: borrowing LumaView, _ pyramid: borrowing Pyramid, thorough: Bool) {
        let isSmall = luma.width * luma.height < 2_000_000
        for level in (0..<pyramid.count).reversed() {
            let step = thorough ? (level == 0 ? (isSmall ? 3 : 4) : 2) : (level == 0 ? 5 : 3)
            let criteria = RunScanner.Criteria(step: step, inverts: thorough, bearsOpenEnds: thorough && (level > 0 || isSmall), leastLength: level == 0 ? 8 : 12)
            let isHalf = !thorough && level + 1 < pyramid.count
            if isHalf {
                let image = pyramid.levels[level + 1]
                map.measure(image.image.view, radius: 2, isHalf: true)
            }
            if level > 0 {
                let image = pyramid.levels[level]
                if !isHalf { map.measure(image.image.view, radius: 2, isHalf: false) }
                scan(image.image.view, scale: Double(1 << level), criteria, most: 400)
            } else {
                if !isHalf { map.measure(luma, radius: 2, isHalf: false) }
                scan(luma, scale: 1, criteria, most: 400)
            }
        }
    }
}
