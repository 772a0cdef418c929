internal import Dispatch
package import Media
internal import Monitoring
internal import Symbols
internal import Threading

/// Examines a stream that can wait: nothing is dropped, results are applied in the order of the frames, and looks run
/// side by side.
///
/// Frames queue up until it is decided whether they are looked at. That may hang on the result of the look before (an
/// unconfirmed sighting lifts the throttle), so looks are begun ahead on the guess that it brings nothing new; a wrong
/// guess costs a wasted look and changes no result. With an output, decided frames wait for the look after them, so that
/// highlights are interpolated.
package final class RecordedProcessor: StreamProcessor {
    private let settings: ScanSettings
    private let output: (any FrameOutput)?
    private let handler: @Sendable (ProcessorEvent) -> Void
    private let state: Guarded<RecordedState>
    private let arrivals: Arrivals
    private let lookQueue = DispatchQueue(label: "lumascan.looks", attributes: .concurrent)
    private let deliveryQueue = DispatchQueue(label: "lumascan.delivery")

    /// - Parameter handler: called with every event, in order, by one thread at a time; may block, which slows the
    ///   source down.
    package init(
        settings: ScanSettings, output: (any FrameOutput)?, handler: @escaping @Sendable (ProcessorEvent) -> Void
    ) {
        self.settings = settings
        self.output = output
        self.handler = handler
        arrivals = Arrivals(settings: settings)
        state = Guarded(RecordedState(settings: settings, holdsFrames: output != nil))
    }

    // MARK: The streaming thread

    package func formatChanged(to format: VideoFormat) { arrivals.follow(format) }

    package func orientationChanged(to orientation: Orientation) { arrivals.turn(to: orientation) }

    package func consume(_ frame: VideoFrame) -> FlowResult { consume(frame, isShown: true) }

    package func examine(_ frame: VideoFrame) -> FlowResult { consume(frame, isShown: false) }

    private func consume(_ frame: VideoFrame, isShown: Bool) -> FlowResult {
        switch arrivals.take(frame, isShown: isShown) {
        case .outside: return .ok
        case .beyond:
            // Not every source heeds that nothing more is wanted.
            end()
            return .finished
        case .frame(let held, let facts):
            let result: FlowResult? = state.wait { state in
                if state.isStopped { return .flushing }
                if let end = state.hasEnded ? .finished : state.outputEnd { return end }
                return state.hasRoom(for: held) ? .ok : nil
            }
            guard result == .ok else { return result ?? .failed }
            advance { state in
                if let facts { state.enqueue(.format(facts, at: held.times)) }
                state.enqueue(.frame(held))
            }
            return .ok
        }
    }

    package func flush() {
        arrivals.reset()
        advance { $0.enqueue(.flush) }
    }

    package func end() { advance { $0.enqueue(.end) } }

    // MARK: Any thread

    package func stop(_ reason: StreamTotals.Reason) {
        advance { $0.stop(reason) }
    }

    package func setEndReason(_ reason: StreamTotals.Reason) { state.withLock { $0.endReason = reason } }

    package func drain() {
        advance { $0.enqueue(.drain) }
        _ = state.wait { $0.isDrained ? true : nil }
    }

    package func join() {
        // A look that was begun ahead may turn out not to be wanted, and nobody else waits for it.
        lookQueue.sync(flags: .barrier) {}
        deliveryQueue.sync {}
    }

    package var progress: (time: Duration, frames: Int) { state.withLock { $0.stream.progress } }

    package var tally: ScanTally { state.withLock { $0.stream.tally } }

    /// Changes the state, takes every step that it allows, starts looks and delivery.
    private func advance(_ change: (inout RecordedState) -> Void) {
        let (looks, delivers) = state.change { state in
            change(&state)
            state.decide()
            return (state.startLooks(), state.startDelivery())
        }
        for look in looks { lookQueue.async { self.perform(look) } }
        if delivers { deliveryQueue.async { self.deliver() } }
    }

    private func perform(_ look: RecordedState.Look) {
        let (reading, time) = TimeSpent.measuring {
            look.loan.redeem { look.looker.look(at: $0, look.held.view, pass: look.pass) }
        }
        advance { $0.finish(look, reading, took: time) }
    }

    private func deliver() {
        while let item = state.change({ $0.nextDelivery() }) {
            switch item {
            case .event(let event): handler(event)
            case .frame(let held, let scene):
                guard let output else { continue }
                let highlights = Highlight.of(scene, at: held.running, view: held.view, format: held.frame.format)
                switch output.show(held.frame, highlights) {
                case .ok: break
                case .flushing: state.change { $0.isStopped = true }
                case let end: state.change { $0.outputEnd = end }
                }
            case .end: output?.end()
            }
        }
    }
}
