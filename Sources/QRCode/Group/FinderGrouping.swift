/// Groups finder patterns to candidates for symbols.
///
/// The line from one finder pattern to the next is an axis of both, whatever the perspective; so a pattern is linked
/// along its own axes only, and a corner is where two links meet. That keeps the work near the square of the number of
/// patterns, however many symbols a picture holds.
struct FinderGrouping {
    /// How far an axis and the line to another pattern may differ: the tangent of the angle in modules.
    private static let mostDeviation = 0.32
    /// How much two sides of a symbol may differ in modules.
    private static let mostStretch = 1.45

    /// A pattern seen along an axis of another.
    private struct Link {
        var other: Int
        /// Modules between the middles.
        var span: Double
        var cost: Double
    }

    /// Two patterns that lie on an axis of each other.
    struct Pair {
        var members: [Int]
        /// Modules between the middles.
        var span: Double
        var cost: Double
    }

    /// Pairs among some of the patterns, likeliest first.
    func pairs(of finders: [FinderPattern], among indices: [Int]) -> [Pair] {
        var pairs: [Pair] = []
        for (k, one) in indices.enumerated() {
            for other in indices[(k + 1)...] {
                guard let (_, link) = link(finders[one], finders[other], index: other) else { continue }
                pairs.append(Pair(members: [one, other], span: link.span, cost: link.cost + 0.004 * link.span))
            }
        }
        return pairs.sorted { $0.cost < $1.cost }
    }

    /// Candidates, likeliest first, at most `most`.
    func candidates(of finders: [FinderPattern], most: Int) -> [SymbolCandidate] {
        var candidates: [SymbolCandidate] = []
        for (corner, finder) in finders.enumerated() {
            var along: [[Link]] = [[], []]
            for other in finders.indices where other != corner {
                guard let (axis, link) = link(finder, finders[other], index: other) else { continue }
                along[axis].append(link)
            }
            // The nearest few along each axis: a symbol's own patterns are never far behind those of others.
            for axis in 0...1 {
                along[axis].sort { $0.cost + 0.01 * $0.span < $1.cost + 0.01 * $1.span }
                along[axis] = Array(along[axis].prefix(10))
            }
            for one in along[0] {
                for two in along[1] {
                    guard let candidate = candidate(finders, corner, one, two) else { continue }
                    candidates.append(candidate)
                }
            }
        }
        candidates.sort { $0.cost < $1.cost }
        return Array(candidates.prefix(most))
    }

    /// How `other` lies on an axis (0: u, 1: v) of `finder`; nil where it lies on none.
    private func link(_ finder: FinderPattern, _ other: FinderPattern, index: Int) -> (Int, Link)? {
        guard finder.isInverted == other.isInverted else { return nil }
        let (here, there) = (
            finder.inModules(other.center - finder.center), other.inModules(finder.center - other.center)
        )
        let axis = abs(here.x) > abs(here.y) ? 0 : 1
        let (near, aside) = axis == 0 ? (abs(here.x), abs(here.y)) : (abs(here.y), abs(here.x))
        let (far, off) = abs(there.x) > abs(there.y) ? (abs(there.x), abs(there.y)) : (abs(there.y), abs(there.x))
        guard aside < Self.mostDeviation * near, off < Self.mostDeviation * far else { return nil }
        let ratio = near / far
        guard ratio > 0.3, ratio < 3.4 else { return nil }
        let span = (near * far).squareRoot()
        guard span > 11, span < 200 else { return nil }
        return (
            axis,
            Link(
                other: index, span: span,
                cost: aside / near + off / far + 0.3 * abs(ratio > 1 ? ratio - 1 : 1 / ratio - 1))
        )
    }

    private func candidate(_ finders: [FinderPattern], _ corner: Int, _ one: Link, _ two: Link) -> SymbolCandidate? {
        let ratio = one.span > two.span ? one.span / two.span : two.span / one.span
        guard ratio < Self.mostStretch, one.other != two.other else { return nil }
        let (a, b, c) = (finders[corner], finders[one.other], finders[two.other])
        let turn = (b.center - a.center).cross(c.center - a.center)
        let (first, second) = turn > 0 ? (one.other, two.other) : (two.other, one.other)
        let right = finders[first].center - a.center
        let down = finders[second].center - a.center
        guard right.cross(down) > 0.15 * right.length * down.length else { return nil }
        let scores = 3 - a.score - b.score - c.score
        let span = (one.span * two.span).squareRoot()
        return SymbolCandidate(
            upperLeft: a.turned(right: right, down: down),
            upperRight: finders[first].turned(right: right, down: down),
            lowerLeft: finders[second].turned(right: right, down: down), members: [corner, first, second], span: span,
            cost: one.cost + two.cost + (ratio - 1) + 0.3 * scores + 0.004 * span)
    }
}
