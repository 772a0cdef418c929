/// Decides which encoded frames of a live stream are let go where decoding does not keep up with it: from a frame that has
/// waited too long on, everything up to a key frame that has not.
struct Freshness {
    /// The longest that a frame may wait for its decoder.
    private let limit: Duration
    private var isDropping = false

    init(limit: Duration) { self.limit = limit }

    /// - Parameters:
    ///   - waited: how long the frame has waited since it came.
    ///   - isKey: whether it can be decoded without those before it.
    mutating func admits(waited: Duration, isKey: Bool) -> Bool {
        isDropping = waited > limit || isDropping && !isKey
        return !isDropping
    }
}
