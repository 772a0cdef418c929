internal import CGstLumascan
internal import Media
internal import Overlay
internal import Processor
internal import Symbols
internal import Threading

/// The frames that may go on, in order, drawn on where the properties say so.
///
/// `@unchecked Sendable`: a processor shows its frames on one thread at a time, which alone touches the renderer; the
/// queue is behind a lock.
final class ReadyFrames: FrameOutput, @unchecked Sendable {
    private struct State {
        var frames: [VideoFrame] = []
        /// Running times of the frames that are with the processor, in order.
        var expected: [Duration] = []
        var hasWarned = false
    }

    private let element: FilterElement
    private let reporter: Reporter
    private let renderer = HighlightRenderer()
    private let state = Guarded(State())

    init(_ element: FilterElement, _ reporter: Reporter) {
        self.element = element
        self.reporter = reporter
    }

    func add(_ frame: VideoFrame) { state.change { $0.frames.append(frame) } }

    func next() -> VideoFrame? { state.withLock { $0.frames.isEmpty ? nil : $0.frames.removeFirst() } }

    func removeAll() { state.change { ($0.frames, $0.expected) = ([], []) } }

    /// A frame of that running time is given to the processor, which will show it.
    func expect(_ time: Duration) { state.change { $0.expected.append(time) } }

    /// Waits until every expected frame from before `time` is here. Call it only where no further frame is needed for that.
    func waitForFrames(before time: Duration) {
        _ = state.wait(timeout: Self.patience) { state in
            state.expected.first.map { $0 < time } ?? false ? nil : true
        }
    }

    /// Longer than any look takes.
    private static let patience: Duration = .seconds(10)

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        let switches = element.switches
        let numbered = reporter.number(highlights)
        if switches.draw, !renderer.draw(numbered, on: frame) { warnOnce(frame.format) }
        if switches.attach_meta { frame.attach(reporter.regions(of: numbered, in: frame.times)) }
        reporter.remember(numbered, of: frame.times)
        element.log(.log, "frame at \(frame.times.running ?? .zero) with \(numbered.count) highlights")
        state.change { state in
            state.frames.append(frame)
            if !state.expected.isEmpty { state.expected.removeFirst() }
        }
        return .ok
    }

    /// The element sends the end on when everything has come out.
    func end() {}

    private func warnOnce(_ format: VideoFormat) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst { element.log(.warning, "highlights cannot be drawn on \(format.name)") }
    }
}
