internal import Media
internal import Processor
internal import Threading

/// Passes the frames of one connection to a processor that outlives it, on the clock of the whole run.
///
/// Times of a connection begin anywhere and may jump; those of the run count from its first frame and never go back.
final class KeptFrames: FrameConsumer {
    struct State {
        /// Added to the connection's running time; nil before its first frame.
        var offset: Duration?
        var lastFrame: ContinuousClock.Instant?
        /// The run's time of the newest frame.
        var latest: Duration = .zero
        var isOver = false
    }

    /// Frames whose time is so far from the clock's are of another time.
    private static let tolerance: Duration = .seconds(5)
    /// So far back a time may go without being another; such a frame is given the time of the one before.
    private static let backStep: Duration = .milliseconds(500)

    private let processor: any StreamProcessor
    private let clock: RunClock
    private let onFirstFrame: @Sendable (Duration) -> Void
    private let onEnd: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - onFirstFrame: called with the run's time of the connection's first frame before that is handed on.
    ///   - onEnd: called when no frame follows.
    init(
        _ processor: any StreamProcessor, clock: RunClock, onFirstFrame: @escaping @Sendable (Duration) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.processor = processor
        self.clock = clock
        self.onFirstFrame = onFirstFrame
        self.onEnd = onEnd
    }

    /// When the newest frame came; nil before the first.
    var lastFrame: ContinuousClock.Instant? { state.withLock { $0.lastFrame } }

    /// The run's time of the newest frame.
    var latest: Duration { state.withLock { $0.latest } }

    /// Nothing of this connection counts any more.
    func close() { state.change { $0.isOver = true } }

    func formatChanged(to format: VideoFormat) { processor.formatChanged(to: format) }

    func orientationChanged(to orientation: Orientation) { processor.orientationChanged(to: orientation) }

    func consume(_ frame: VideoFrame) -> FlowResult {
        let now = ContinuousClock.now
        let arrival = clock.time(at: now)
        let running = frame.times.running ?? arrival
        let (time, isFirst, jumps, isOver) = state.withLock { state in
            let expected = state.offset.map { running + $0 }
            let jumps =
                expected.map { expected in
                    expected - arrival > Self.tolerance || arrival - expected > Self.tolerance
                        || state.latest - expected > Self.backStep
                } ?? false
            let anchored = max(arrival, state.latest) - running
            let offset = jumps ? anchored : state.offset ?? anchored
            let time = max(running + offset, state.latest)
            defer { (state.offset, state.lastFrame, state.latest) = (offset, now, time) }
            return (time, state.offset == nil, jumps, state.isOver)
        }
        guard !isOver else { return .flushing }
        if isFirst { onFirstFrame(time) }
        if jumps { processor.flush() }
        frame.times.running = time
        frame.times.stream = time
        return processor.consume(frame)
    }

    func flush() {
        state.change { $0.offset = nil }
        processor.flush()
    }

    func end() { if !state.withLock({ $0.isOver }) { onEnd() } }
}

/// The time of a run whose source comes and goes: it counts from the first frame.
final class RunClock: Sendable {
    private let begin = Guarded<ContinuousClock.Instant?>(nil)

    /// The run's time at an instant; the first that is asked for is 0.
    func time(at instant: ContinuousClock.Instant) -> Duration {
        begin.withLock { begin in
            let first = begin ?? instant
            begin = first
            return instant - first
        }
    }

    /// The run's time now; 0 before the first frame.
    var now: Duration { begin.withLock { $0.map { ContinuousClock.now - $0 } ?? .zero } }
}
