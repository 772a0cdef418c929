package import Symbols

/// Makes appearances (tracks) out of what the single looks at a stream read.
///
/// The same symbology and payload near the same place is one track; the same payload at two places is two. A code is
/// reported when as many looks agree as its `Confirmation` asks for. The outcome depends on the looks alone, not on the
/// order of the symbols in a look. At most `capacity` appearances are followed at once, and `symbolsPerLook` symbols of a
/// look are taken, the topmost ones; what is over is ignored until there is room.
package struct CodeTracker: Sendable {
    package struct Settings: Sendable, Hashable {
        package var confirmation: Confirmation
        /// Time between two looks: the throttle's interval, or a frame's duration where that is longer.
        package var lookInterval: Duration
        /// A code unseen for this long has ended; less than two look intervals counts as two.
        package var lostAfter: Duration
        /// The least time between two updates of a track; nil for none.
        package var updateInterval: Duration?
        /// How many tracks are reported at once; nil for all. First come, first served; later ones wait for a place.
        package var maxCodes: Int?

        package init(
            confirmation: Confirmation = Confirmation(), lookInterval: Duration = .milliseconds(100),
            lostAfter: Duration = .seconds(1), updateInterval: Duration? = nil, maxCodes: Int? = nil
        ) {
            self.confirmation = confirmation
            self.lookInterval = lookInterval
            self.lostAfter = lostAfter
            self.updateInterval = updateInterval
            self.maxCodes = maxCodes
        }
    }

    package static let capacity = 512
    package static let symbolsPerLook = 256
    /// A candidate is gone after so many looks in a row without it.
    private static let candidateMisses = 3

    private let settings: Settings
    private let lostAfter: Duration
    /// Everything in view, in the order of the first reads.
    var appearances: [Appearance] = []
    private var budget: LiftBudget
    private var latest: Duration?
    private var looks = 0
    private var reportedCount = 0

    package init(settings: Settings = Settings()) {
        self.settings = settings
        lostAfter = max(settings.lostAfter, settings.lookInterval * 2)
        budget = LiftBudget(lookInterval: settings.lookInterval)
    }

    /// The reported tracks that have not ended, by id.
    package var tracks: [Track] { appearances.compactMap(\.track).sorted { $0.id < $1.id } }

    /// Whether a code waits for more looks to agree, so that the next frame should be looked at whether due or not.
    ///
    /// Bounded: a stream of phantoms that are never confirmed uses up a budget that recovers with the stream's time.
    package var hasUnconfirmed: Bool {
        !budget.isSpent && appearances.contains { !$0.isConfirmed && $0.reads < $0.neededReads }
    }

    /// Takes what the look at `time` read. Ends come first, then new tracks, then updates, each by id.
    /// - Parameter time: running time; earlier than in the look before, it interrupts the stream first.
    package mutating func observe(_ symbols: [Symbol], at time: Duration) -> [TrackChange] {
        var changes = latest.map { time < $0 } ?? false ? interrupt() : []
        if let latest {
            if hasUnconfirmed { budget.pay(forLookAfter: time - latest) }
            budget.elapse(time - latest)
        }
        latest = time
        looks += 1

        let lostAfter = lostAfter
        // A look may come half an interval late by the frames' grid; a code that it finds is still there.
        let gone = lostAfter + settings.lookInterval / 2
        changes += remove { time - $0.last > gone }
        take(inOrder(symbols), at: time)
        changes += remove {
            guard !$0.isSeen else { return false }
            return $0.isConfirmed ? time - $0.last >= lostAfter : $0.misses >= Self.candidateMisses
        }
        confirm(at: time)
        changes += report(at: time)
        return changes + updates(at: time)
    }

    /// Ends every open track and forgets the candidates: the stream was interrupted or jumped back.
    package mutating func interrupt() -> [TrackChange] {
        latest = nil
        return remove { _ in true }
    }

    /// Ends every open track at the end of the stream; the next look starts another stream, whose ids go on.
    ///
    /// Where the stream had fewer looks than a code needs (a still image), the code is reported first if every look agreed
    /// on it and nothing else was read at its place.
    package mutating func finish() -> [TrackChange] {
        var changes: [TrackChange] = []
        if let latest {
            let agreed = appearances.indices.filter { index in
                let one = appearances[index]
                return !one.isConfirmed && looks < one.neededReads && one.reads == looks
                    && rivals(of: index, at: latest).isEmpty
            }
            for index in agreed { appearances[index].isConfirmed = true }
            changes = report(at: latest)
        }
        looks = 0
        budget = LiftBudget(lookInterval: settings.lookInterval)
        return changes + interrupt()
    }

    // MARK: Steps of a look

    private func inOrder(_ symbols: [Symbol]) -> ArraySlice<Symbol> {
        symbols.filter(\.corners.isPlausible).sorted {
            let (a, b) = ($0.corners.center, $1.corners.center)
            return (a.y, a.x) == (b.y, b.x) ? Identity($0).precedes(Identity($1)) : (a.y, a.x) < (b.y, b.x)
        }.prefix(Self.symbolsPerLook)
    }

    /// Sees or misses every appearance, and starts one for each symbol that belongs to none.
    private mutating func take(_ symbols: ArraySlice<Symbol>, at time: Duration) {
        let found = matches(of: symbols, at: time)
        for index in appearances.indices {
            if let symbol = found.symbols[index] {
                appearances[index].see(symbol, at: time)
            } else {
                appearances[index].miss()
            }
        }
        carryMissed(to: time)
        for symbol in found.unmatched.prefix(Self.capacity - appearances.count) {
            let neededReads = settings.confirmation.looks(for: symbol.symbology)
            appearances.append(Appearance(symbol, at: time, neededReads: neededReads))
        }
    }

    private mutating func confirm(at time: Duration) {
        let agreed = appearances.indices.filter { index in
            let one = appearances[index]
            return !one.isConfirmed && one.isSeen && one.reads >= one.neededReads && isUncontested(index, at: time)
        }
        for index in agreed {
            appearances[index].isConfirmed = true
            budget.refund(looks: appearances[index].neededReads)
        }
    }

    private mutating func report(at time: Duration) -> [TrackChange] {
        var places = (settings.maxCodes ?? Self.capacity) - appearances.count { $0.track != nil }
        var changes: [TrackChange] = []
        for index in appearances.indices where places > 0 {
            let one = appearances[index]
            guard one.isConfirmed, one.isSeen, one.track == nil else { continue }
            reportedCount += 1
            places -= 1
            appearances[index].report(as: reportedCount, at: time)
            if let track = appearances[index].track { changes.append(.new(track)) }
        }
        return changes
    }

    private mutating func updates(at time: Duration) -> [TrackChange] {
        guard let interval = settings.updateInterval else { return [] }
        var changes: [TrackChange] = []
        for index in appearances.indices where appearances[index].takesUpdate(every: interval, at: time) {
            if let track = appearances[index].track { changes.append(.update(track)) }
        }
        return changes.sorted { $0.track.id < $1.track.id }
    }

    private mutating func remove(where isOver: (Appearance) -> Bool) -> [TrackChange] {
        let ended = appearances.filter(isOver).compactMap(\.track).sorted { $0.id < $1.id }
        appearances.removeAll(where: isOver)
        return ended.map(TrackChange.end)
    }
}
