internal import Media
internal import Processor
internal import Threading

/// Outputs beside the events of a live stream: a window, clients, files, shared memory.
extension Scanner {
    /// Begins the outputs that the options ask for.
    func prepareOutputs() throws(ScanError) {
        guard !options.outputs.isEmpty else { return }
        guard output == nil, source.isShowable else {
            throw ScanError(
                .badOption, "\(source.name): live outputs are for a source that is scanned",
                hint: "a pipeline of one's own has its own sinks")
        }
        let live = LiveAnnotator(try options.outputs.make(stream: options.streamName ?? source.name))
        let told = EventTranslator(source: source, options: options, isLive: true)
        try live.start { [weak self, channel] report in
            let processor = self?.state.withLock { $0.processor }
            let time = processor?.progress.time ?? .zero
            if let event = told.event(report, at: time) { channel.send(event, waits: false) }
            switch report {
            case .closed: self?.stop()
            case .hidden(let isHidden): (processor as? LiveProcessor)?.rest(isHidden)
            case .failed, .selected: break
            }
        }
        state.change { $0.live = live }
    }

    /// Ends the outputs; waits until what they write is whole.
    func stopOutputs() {
        let live = state.change { state in
            defer { state.live = nil }
            return state.live
        }
        live?.stop()
    }
}

extension Source {
    /// Whether its frames can go to live outputs.
    fileprivate var isShowable: Bool { if case .pipeline = self { false } else { true } }
}
