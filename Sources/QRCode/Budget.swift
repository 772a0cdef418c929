/// How much a look at a picture may cost at most.
///
/// A cap by work gives the same outcome in every run; a deadline is for live callers alone.
package struct Budget: Sendable {
    /// Most candidates (three finder patterns that may belong together, in one version) that are fitted and sampled.
    package var candidates: Int
    /// When to stop; nil for never.
    package var deadline: ContinuousClock.Instant?

    /// A cap by work, and by time if a deadline is given.
    package init(candidates: Int, deadline: ContinuousClock.Instant? = nil) {
        self.candidates = candidates
        self.deadline = deadline
    }
}
