package import Media

/// A processor that a scanner runs: it takes frames and can be ended from outside.
package protocol StreamProcessor: FrameConsumer {
    /// As `consume`, but the frame does not come out at the output.
    func examine(_ frame: VideoFrame) -> FlowResult
    /// Ends the run now: what waits is dropped, open tracks end, and `ended` says `reason`.
    func stop(_ reason: StreamTotals.Reason)
    /// The reason that `ended` gives when the stream ends by itself.
    func setEndReason(_ reason: StreamTotals.Reason)
    /// Waits until all that was taken has come out: looks that hold frames back, the frames, the events. Not to be called
    /// by a handler.
    func drain()
    /// After an end or a stop: waits until no look and no handler runs any more. Not to be called by a handler.
    func join()
    /// Stream time of the newest decided frame, and how many frames were decided.
    var progress: (time: Duration, frames: Int) { get }
    /// What came of the frames so far, and what the looks cost.
    var tally: ScanTally { get }
}
