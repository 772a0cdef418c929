internal import Dispatch
internal import Media
internal import Monitoring
internal import Outputs
internal import Overlay
internal import Processor
internal import Symbols
internal import Threading

/// Draws the highlights of a live stream's frames and gives them to outputs that may fail one by one.
///
/// `@unchecked Sendable`: a processor shows its frames on one thread at a time, which alone touches the renderer; the rest
/// is behind a lock.
final class LiveAnnotator: FrameOutput, @unchecked Sendable {
    /// What happens at the outputs, told on any thread.
    enum Report: Sendable {
        /// An output failed and is tried again; nil where it is not, since the stream is over.
        case failed(ScanError, retryIn: Duration?)
        /// The user closed the window.
        case closed
        /// Nobody can see the window, or somebody can again.
        case hidden(Bool)
        case selected(SelectableCodes.Selection)
    }

    private struct State {
        var codes = SelectableCodes()
        var report: (@Sendable (Report) -> Void)?
        var backoffs: [Backoff]
        var isOver = false
    }

    private let outputs: [any LiveOutput]
    private let renderer = HighlightRenderer()
    private let queue = DispatchQueue(label: "lumascan.outputs")
    private let state: Guarded<State>

    init(_ outputs: [any LiveOutput]) {
        self.outputs = outputs
        state = Guarded(State(backoffs: outputs.map { _ in Backoff() }))
    }

    /// Begins every output; none where one cannot.
    func start(_ report: @escaping @Sendable (Report) -> Void) throws(ScanError) {
        state.change { $0.report = report }
        for index in outputs.indices {
            do throws(MediaError) {
                try begin(index)
            } catch {
                stop()
                throw Self.error(error, of: outputs[index])
            }
        }
    }

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        state.withLock { $0.codes.remember(highlights, of: frame.times) }
        guard renderer.draw(highlights, on: frame) else { return .failed }
        for output in outputs { output.show(frame) }
        return .ok
    }

    func end() {}

    /// Takes note of a code that can be pointed at.
    func remember(_ facts: CodeFacts) { state.withLock { $0.codes.remember(facts, as: facts.track.id) } }

    /// No frames come for now.
    func interrupt() {
        state.withLock { $0.codes.forgetPictures() }
        for output in outputs { output.interrupt() }
    }

    /// Ends every output; waits, within bounds, until what they write is whole.
    func stop() {
        state.change { $0.isOver = true }
        queue.sync { for output in outputs { output.stop() } }
        state.change { $0.report = nil }
    }

    private func begin(_ index: Int) throws(MediaError) {
        try outputs[index].start { [weak self] in self?.take($0, from: index) }
    }

    private func take(_ told: LiveOutputReport, from index: Int) {
        switch told {
        case .closed: report(.closed)
        case .hidden(let isHidden): report(.hidden(isHidden))
        case .pointed(let x, let y):
            let selection = state.withLock { $0.codes.code(at: Point(x: x, y: y), time: nil) }
            if let selection { report(.selected(selection)) }
        case .failed(let error):
            guard state.withLock({ $0.isOver }) else { return queue.async { self.fail(index, error) } }
            report(.failed(Self.error(error, of: outputs[index]), retryIn: nil))
        }
    }

    private func report(_ report: Report) { state.withLock { $0.report }?(report) }

    private func fail(_ index: Int, _ error: MediaError) {
        let wait: Duration? = state.change { state in
            state.isOver ? nil : state.backoffs[index].fail(chance: Double.random(in: 0...1))
        }
        guard let wait else { return }
        outputs[index].stop()
        report(.failed(Self.error(error, of: outputs[index]), retryIn: wait))
        queue.asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in
            guard let self, !self.state.withLock({ $0.isOver }) else { return }
            do throws(MediaError) { try self.begin(index) } catch { self.fail(index, error) }
        }
    }

    private static func error(_ error: MediaError, of output: any LiveOutput) -> ScanError {
        var error = error
        error.isOutput = true
        return ScanError(error, source: output.name, output: output.name, hasStarted: true)
    }
}
