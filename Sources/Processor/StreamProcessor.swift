package import Media

/// A processor that a scanner runs: it takes frames and can be ended from outside.
package protocol StreamProcessor: FrameConsumer {
    /// Ends the run now: what waits is dropped, open tracks end, and `ended` says `reason`.
    func stop(_ reason: StreamTotals.Reason)
    /// The reason that `ended` gives when the stream ends by itself.
    func setEndReason(_ reason: StreamTotals.Reason)
    /// Stream time of the newest decided frame, and how many frames were decided.
    var progress: (time: Duration, frames: Int) { get }
}
