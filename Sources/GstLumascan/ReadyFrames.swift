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

    func removeAll() { state.change { $0.frames = [] } }

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        let switches = element.switches
        let numbered = reporter.number(highlights)
        if switches.draw, !renderer.draw(numbered, on: frame) { warnOnce(frame.format) }
        if switches.attach_meta { frame.attach(reporter.regions(of: numbered, in: frame.times)) }
        reporter.remember(numbered, of: frame.times)
        element.log(.log, "frame at \(frame.times.running ?? .zero) with \(numbered.count) highlights")
        add(frame)
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
