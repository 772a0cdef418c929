internal import Imaging

/// Makes candidates of two finder patterns whose third is crossed, bleached, or cut off.
///
/// The two are linked along an axis of both; the third lies across at either end and to either side. There a weaker
/// match than the locator's is enough; where there is none, the guess by the frame of the pattern at the corner stands.
struct FinderRecovery {
    private let grouping = FinderGrouping()
    private let search = PatternSearch()

    /// Least correlation of both patterns.
    private static let leastScore = 0.75
    /// Most pairs that are followed.
    private static let mostPairs = 24

    /// Pairs of patterns, likeliest first, that may be two of one symbol, among those that `isFree` lets through.
    func pairs(of finders: [FinderPattern], isFree: (Int) -> Bool) -> [FinderGrouping.Pair] {
        let free = finders.indices.filter { finders[$0].score >= Self.leastScore && isFree($0) }
        guard free.count >= 2 else { return [] }
        return Array(grouping.pairs(of: finders, among: free).prefix(Self.mostPairs))
    }

    /// The four candidates of a pair, in pixels of `luma`.
    func candidates(
        of pair: FinderGrouping.Pair, _ one: FinderPattern, _ other: FinderPattern, in luma: borrowing LumaView
    ) -> [SymbolCandidate] {
        let version = ((pair.span - 10) / 4).rounded()
        let span = 10 + 4 * min(max(version, 1), 40)
        var candidates: [SymbolCandidate] = []
        for (corner, end, members) in [(one, other, pair.members), (other, one, [pair.members[1], pair.members[0]])] {
            let along = end.center - corner.center
            // The corner's axis across the line to the other pattern.
            let across = abs(corner.u.cross(along)) > abs(corner.v.cross(along)) ? corner.u : corner.v
            for sign in [1.0, -1.0] {
                let way = across * sign
                let step = along / span
                var third = corner
                third.center = corner.center + way * span
                third.score = 0.5
                let isRight = along.cross(way) > 0
                let (right, down) = isRight ? (step, way) : (way, step)
                if let match = search.match(
                    .finder, around: third.center, right: right, down: down, reach: 3, in: luma,
                    isInverted: corner.isInverted)
                {
                    third.center += right * match.offset.x + down * match.offset.y
                    third.score = match.score
                }
                let (first, second) = isRight ? (end, third) : (third, end)
                candidates.append(
                    SymbolCandidate(
                        upperLeft: corner.turned(right: right, down: down),
                        upperRight: first.turned(right: right, down: down),
                        lowerLeft: second.turned(right: right, down: down), members: members, span: span,
                        cost: pair.cost + 1 - third.score))
            }
        }
        return candidates
    }
}
