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
            let expected = expectations(for: group, mayStop: group.count == 1 && candidates.count == 1, at: time)
            let centers = candidates.map { symbols[$0].corners.center }
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
    /// - Parameter mayStop: also expects it where it was last: a hand may stop a code at once. Only where there
    ///   is no equal code that it could be taken for.
    private func expectations(for group: [Int], mayStop: Bool, at time: Duration) -> [Expectation] {
        let measured = group.map { appearances[$0] }.filter { $0.isMeasured && $0.isSeen }
        return group.map { index in
            let one = appearances[index]
            let last = one.symbol.corners.center
            if one.isMeasured {
                return Expectation(
                    centers: [one.corners(at: time).center] + (mayStop ? [last] : []),
                    gate: one.gate(at: time, isVelocityKnown: true))
            }
            let neighbour = measured.min {
                $0.symbol.corners.center.distance(to: last) < $1.symbol.corners.center.distance(to: last)
            }
            guard let neighbour else {
                return Expectation(centers: [last], gate: one.gate(at: time, isVelocityKnown: false))
            }
            let (from, to) = (neighbour.symbol.corners.center, neighbour.corners(at: time).center)
            return Expectation(
                centers: [Point(x: last.x + to.x - from.x, y: last.y + to.y - from.y)],
                gate: one.gate(at: time, isVelocityKnown: true))
        }
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
