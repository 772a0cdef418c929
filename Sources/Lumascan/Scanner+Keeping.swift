internal import Media
internal import Processor
internal import Threading

/// Sources that are kept connected: what is opened comes and goes, the processor and its events go on.
extension Scanner {
    /// - Throws: where it is a camera that cannot be opened.
    func prepareKeeper() throws(ScanError) {
        let live = state.withLock { $0.live }
        let processor = makeProcessor(
            isLive: live != nil || options.mode != .recorded, isStill: false, output: live)
        let told = EventTranslator(source: source, options: options, isLive: true)
        let keeper = StreamKeeper(source, options: options, processor: processor) {
            [weak self, weak live, channel] report in
            if case .interrupted = report { live?.interrupt() }
            if let event = told.event(report) { channel.send(event, waits: false) }
            if case .failed(let error) = report { self?.giveUp(error) }
        }
        if source.isCamera {
            try keeper.open { pipeline in
                state.withLock { state in
                    state.opening = pipeline
                    return state.phase == .new
                }
            }
        }
        let isWanted = state.change { state in
            state.opening = nil
            guard state.phase == .new else { return false }
            (state.processor, state.keeper, state.phase) = (processor, keeper, .prepared)
            return true
        }
        guard !isWanted else { return }
        keeper.stop()
        throw ScanError(.stopped, source: source.name, output: nil, hasStarted: false)
    }

    private func giveUp(_ error: ScanError) {
        let processor = state.change { state in
            state.keeperFailure = error
            return state.processor
        }
        processor?.setEndReason(.error)
        processor?.end()
    }

    /// Takes down what is left, and tells the end.
    func complete(_ keeper: StreamKeeper) {
        keeper.stop()
        stopOutputs()
        actions?.finish()
        let (error, summary) = state.withLock { ($0.keeperFailure, $0.summary) }
        let (time, totals) = summary ?? (.zero, StreamTotals(reason: .error))
        let told = EventTranslator(source: source, options: options, isLive: true)
        if let error { channel.send(told.event(error, at: time), waits: false) }
        channel.send(told.event(totals, failed: error != nil, at: time), waits: false)
        channel.close()
    }
}
