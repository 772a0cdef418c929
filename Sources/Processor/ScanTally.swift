package import Threading

/// Counts of a run that goes on.
package struct ScanTally: Sendable, Hashable {
    package internal(set) var totals = StreamTotals(reason: .eos)
    /// Looks that were made, also those that began ahead and turned out not to be wanted.
    package internal(set) var looks = 0
    /// What all looks together took.
    package internal(set) var lookTime = TimeSpent()

    package init() {}

    /// Adds the counts of another run.
    package mutating func add(_ other: ScanTally) {
        totals.frames += other.totals.frames
        totals.examined += other.totals.examined
        totals.skipped += other.totals.skipped
        totals.codes += other.totals.codes
        looks += other.looks
        lookTime += other.lookTime
    }

    mutating func add(look time: TimeSpent) {
        looks += 1
        lookTime += time
    }
}
