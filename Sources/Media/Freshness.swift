/// Decides which encoded frames of a live stream are let go where decoding does not keep up with it: from a frame on that
/// has waited too long, and longer than those half a second before it, everything up to a key frame that has not waited
/// so long. A decoder that catches up, as at the beginning, is let do so.
struct Freshness {
    /// The longest that a frame may wait for its decoder.
    private let limit: Duration
    /// When frames began to wait too long, or when that was last looked at, and how long they waited then.
    private var late: (since: ContinuousClock.Instant, waited: Duration)?
    private var isDropping = false

    private static let patience: Duration = .milliseconds(500)

    init(limit: Duration) { self.limit = limit }

    /// - Parameters:
    ///   - arrival: when the frame came.
    ///   - now: when it leaves.
    ///   - isKey: whether it can be decoded without those before it.
    mutating func admits(_ arrival: ContinuousClock.Instant, at now: ContinuousClock.Instant, isKey: Bool) -> Bool {
        let waited = now - arrival
        guard waited > limit else {
            late = nil
            isDropping = isDropping && !isKey
            return !isDropping
        }
        guard let late, !isDropping else {
            if !isDropping { late = (now, waited) }
            return !isDropping
        }
        guard now - late.since >= Self.patience else { return true }
        self.late = (now, waited)
        isDropping = waited >= late.waited
        return !isDropping
    }
}
