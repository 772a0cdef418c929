/// Chooses the frames that are looked at, by the frames' own time.
///
/// A copy answers for frames to come without changing the original.
package struct Throttle: Sendable, Hashable {
    /// Time between two looks; zero or less means every frame.
    package let interval: Duration
    private var due: Duration?
    private var latest: Duration?

    package init(interval: Duration) {
        self.interval = interval
    }

    /// How early a frame may be and still count as due: PTS are rounded, to 1 ms in WebM and Matroska.
    private var tolerance: Duration { min(.milliseconds(1), interval / 10) }

    /// Whether the frame at `time` is looked at. Ask once for every frame, in order.
    ///
    /// The first frame is; later ones by a grid of `interval` that starts there, so that a late frame does not shift
    /// those after it. The grid starts anew at a frame before which the time ran backwards or stood still for longer than
    /// an interval.
    /// - Parameters:
    ///   - time: running time of the frame; one without a time is always looked at and leaves the grid alone.
    ///   - isLifted: looks at this frame whether due or not; the grid stays.
    package mutating func admits(at time: Duration?, isLifted: Bool = false) -> Bool {
        guard let time, interval > .zero else { return true }
        defer { latest = time }
        guard let due, let latest, time >= latest, time - latest <= interval else {
            self.due = time + interval
            return true
        }
        guard time + tolerance >= due else { return isLifted }
        self.due = due + interval
        return true
    }
}
