package import Symbols

/// Tells where a code stays that cannot be read, once for each place.
///
/// What one look cannot read, the next may: readers take turns with their passes, and what moves is blurred for a
/// moment. So a place is told when it was located in two looks at least and for `Settings.staysFor`, and nothing was
/// read and no code is followed there; then not again before it has ended (was not located for as long as a code is
/// unseen before it has ended, or was read) and has come back. Locations that overlap are one place. At most `capacity`
/// places are followed, and as many locations of a look are taken, the topmost ones.
package struct UnreadMonitor: Sendable {
    package struct Settings: Sendable, Hashable {
        /// For how long a place stays unread before it is told: all passes of a reader have had their turn by then.
        package var staysFor: Duration
        /// Time between two looks.
        package var lookInterval: Duration
        /// A place that was not located for this long has ended; less than two look intervals counts as two.
        package var lostAfter: Duration

        package init(
            staysFor: Duration = .seconds(1), lookInterval: Duration = .milliseconds(100),
            lostAfter: Duration = .seconds(1)
        ) {
            self.staysFor = staysFor
            self.lookInterval = lookInterval
            self.lostAfter = lostAfter
        }
    }

    package static let capacity = 64
    /// In so many looks a place must have been located, or in all of a stream that had fewer.
    private static let leastLooks = 2

    private let settings: Settings
    private let lostAfter: Duration
    /// In the order in which they were first located.
    private var known: [UnreadPlace] = []
    private var begin: Duration?
    private var latest: Duration?
    private var looks = 0

    package init(settings: Settings = Settings()) {
        self.settings = settings
        lostAfter = max(settings.lostAfter, settings.lookInterval * 2)
    }

    /// The places that were told and have not ended.
    package var places: [UnreadPlace] { known.filter(\.isTold) }

    /// Takes what the look at `time` located and did not read.
    /// - Parameters:
    ///   - codes: the outlines of what was read and of what is followed.
    ///   - time: running time; earlier than in the look before, everything begins anew.
    /// - Returns: the places to be told now.
    package mutating func observe(_ unread: [UnreadCode], besides codes: [Quad], at time: Duration) -> [UnreadPlace] {
        if let latest, time < latest { interrupt() }
        begin = begin ?? time
        latest = time
        looks += 1
        known.removeAll { place in
            time - place.last > lostAfter || codes.contains { $0.overlaps(place.code.corners) }
        }
        take(inOrder(unread, besides: codes), at: time)
        let staysFor = settings.staysFor
        return tell { $0.looks >= Self.leastLooks && $0.last - $0.first >= staysFor }
    }

    /// Forgets every place: what follows does not belong to what was.
    package mutating func interrupt() {
        known = []
        begin = nil
        latest = nil
        looks = 0
    }

    /// The end of the stream. One that was shorter than a place has to stay (a still image) tells what it has.
    package mutating func finish() -> [UnreadPlace] {
        defer { interrupt() }
        guard let begin, let latest, latest - begin < settings.staysFor else { return [] }
        let least = min(looks, Self.leastLooks)
        return tell { $0.looks >= least }
    }

    // MARK: Steps of a look

    /// The locations that count, from the top down, each place once.
    private func inOrder(_ unread: [UnreadCode], besides codes: [Quad]) -> [UnreadCode] {
        let sorted = unread.filter(\.corners.isPlausible).sorted {
            let (a, b) = ($0.corners.center, $1.corners.center)
            return (a.y, a.x) < (b.y, b.x)
        }
        var kept: [UnreadCode] = []
        for code in sorted.prefix(Self.capacity)
        where !codes.contains(where: { $0.overlaps(code.corners) })
            && !kept.contains(where: { $0.corners.overlaps(code.corners) })
        {
            kept.append(code)
        }
        return kept
    }

    /// Gives every location to the place that it overlaps, the nearest pairs first, or begins another place.
    private mutating func take(_ unread: [UnreadCode], at time: Duration) {
        var pairs: [(place: Int, code: Int, distance: Double)] = []
        for place in known.indices {
            for (code, located) in unread.enumerated() where known[place].code.corners.overlaps(located.corners) {
                let distance = known[place].code.corners.center.distance(to: located.corners.center)
                pairs.append((place, code, distance))
            }
        }
        pairs.sort { ($0.distance, $0.place, $0.code) < ($1.distance, $1.place, $1.code) }
        var open = Set(known.indices)
        var given: Set<Int> = []
        for pair in pairs where open.contains(pair.place) && !given.contains(pair.code) {
            open.remove(pair.place)
            given.insert(pair.code)
            known[pair.place].see(unread[pair.code], at: time)
        }
        // A location on a place that another one suits better is no place of its own.
        let placed = Set(pairs.map(\.code))
        for code in unread.indices where !placed.contains(code) && known.count < Self.capacity {
            known.append(UnreadPlace(unread[code], at: time))
        }
    }

    private mutating func tell(where isDue: (UnreadPlace) -> Bool) -> [UnreadPlace] {
        var told: [UnreadPlace] = []
        for index in known.indices where !known[index].isTold && isDue(known[index]) {
            known[index].isTold = true
            told.append(known[index])
        }
        return told
    }
}
