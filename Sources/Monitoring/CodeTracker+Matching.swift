import Symbols

extension CodeTracker {
    /// The symbol each appearance is seen as, by the appearance's index, and the symbols that belong to none.
    ///
    /// Among the appearances and symbols of one identity, the assignment with the least summed squared distance, each
    /// in units of the appearance's gate; to leave one unmatched costs as much as a match at the gate. So neither the
    /// nearest pair nor the number of pairs decides alone, and equal labels in a row are not shifted by one when one
    /// leaves at one end and another enters at the other.
    func matches(
        of symbols: ArraySlice<Symbol>, at time: Duration
    ) -> (symbols: [Int: Symbol], unmatched: [Symbol]) {
        let groups = Dictionary(grouping: appearances.indices) { appearances[$0].identity }
        let read = Dictionary(grouping: symbols.indices) { Identity(symbols[$0]) }
        var found: [Int: Symbol] = [:]
        var matched: Set<Int> = []
        for (identity, candidates) in read {
            guard let group = groups[identity] else { continue }
            let centers = candidates.map { symbols[$0].corners.center }
            let spacing = min(centers.leastDistance, group.map { appearances[$0].center }.leastDistance)
            let expected = expectations(for: group, spacing: spacing, at: time)
            let cost = { (row: Int, column: Int) in expected[row].cost(of: centers[column]) }
            for pair in leastCostPairs(rows: group.count, columns: candidates.count, cost: cost)
            where cost(pair.row, pair.column) < 1 {
                found[group[pair.row]] = symbols[candidates[pair.column]]
                matched.insert(candidates[pair.column])
            }
        }
        return (found, symbols.indices.filter { !matched.contains($0) }.map { symbols[$0] })
    }

    /// Where an appearance is expected, and how far from there it may be.
    private struct Expectation {
        var centers: [Point]
        var gate: Double

        /// The squared distance in gates, 1 at the gate and beyond.
        func cost(of center: Point) -> Double {
            centers.reduce(1) { least, expected in
                let share = center.distance(to: expected) / gate
                return min(least, share * share)
            }
        }
    }

    /// The expectations for the appearances of one identity.
    ///
    /// One that was read once has no velocity; it takes that of the nearest of its group that moved until the last look: labels
    /// on one belt or shelf move together.
    /// - Parameter spacing: the least distance of two of this identity, seen now or before. Where there is only one, it is
    ///   also expected where it was last: a hand may stop a code at once. Where there are several, a first motion is
    ///   taken for one only up to 0.7 of their distance.
    private func expectations(for group: [Int], spacing: Double, at time: Duration) -> [Expectation] {
        let seen = movers(in: group)
        return group.map { index in
            let one = appearances[index]
            let gate = one.gate(at: time, isVelocityKnown: true)
            guard let velocity = one.velocity ?? velocity(nearest: one.center, among: seen) else {
                let wide = one.gate(at: time, isVelocityKnown: false)
                return Expectation(centers: [one.center], gate: max(gate, min(wide, 0.7 * spacing)))
            }
            let center = one.center(at: time, velocity: velocity)
            return Expectation(centers: spacing.isFinite ? [center] : [center, one.center], gate: gate)
        }
    }

    /// Moves the appearances that this look missed along with the nearest of their identity that it saw.
    mutating func carryMissed(to time: Duration) {
        let groups = Dictionary(grouping: appearances.indices) { appearances[$0].identity }
        for group in groups.values {
            let seen = movers(in: group)
            for index in group where !appearances[index].isSeen {
                guard let velocity = velocity(nearest: appearances[index].center, among: seen) else { continue }
                appearances[index].follow(velocity, to: time)
            }
        }
    }

    /// Those of a group that the last look saw and whose velocity is known.
    private func movers(in group: [Int]) -> [(center: Point, velocity: Point)] {
        group.compactMap { index in
            guard appearances[index].isSeen, let velocity = appearances[index].velocity else { return nil }
            return (appearances[index].center, velocity)
        }
    }

    private func velocity(nearest center: Point, among movers: [(center: Point, velocity: Point)]) -> Point? {
        movers.min { $0.center.distance(to: center) < $1.center.distance(to: center) }?.velocity
    }

    /// Whether nothing else read at the same place speaks against the candidate at `index`, whose looks agreed.
    ///
    /// A matrix code's error correction speaks for itself. A linear one on the place of a confirmed code is taken for
    /// a misread of that until it has not been read for twice as many looks as the candidate needs; against another
    /// linear candidate it must lead by as many looks as it needs.
    func isUncontested(_ index: Int, at time: Duration) -> Bool {
        let one = appearances[index]
        return rivals(of: index, at: time).allSatisfy { rival in
            rival.isConfirmed ? rival.misses >= 2 * one.neededReads : one.reads >= rival.reads + one.neededReads
        }
    }

    /// What else was read at the place of the linear candidate at `index`: confirmed codes of any kind and size, and linear
    /// candidates unless they are clearly smaller (a misread of a part is smaller than the whole).
    func rivals(of index: Int, at time: Duration) -> [Appearance] {
        let one = appearances[index]
        guard one.symbol.symbology.isLinear else { return [] }
        let place = one.corners(at: time)
        return appearances.filter { other in
            guard other.identity != one.identity, other.corners(at: time).overlaps(place) else { return false }
            return other.isConfirmed
                || other.symbol.symbology.isLinear && other.symbol.corners.radius >= 0.8 * place.radius
        }
    }
}
