internal import Delivery
internal import Dispatch
internal import Media
internal import Monitoring
internal import Processor
internal import Symbols
internal import Threading

/// Reads the codes of one video source and tells what it sees as events; writes an annotated copy if one is wanted.
///
/// `prepare` opens the source, so that what is wrong shows before anything runs; `start` lets it run; `events` tells and
/// ends with `stream.ended`. Every method may be called from any thread. Several scanners run side by side.
public final class Scanner: Sendable {
    private enum Phase { case new, prepared, running, ending, done }

    private struct State {
        var phase = Phase.new
        var session: Session?
        var processor: (any StreamProcessor)?
        var summary: (time: Duration, totals: StreamTotals)?
        var hasPipelineEnded = false
        var failure: MediaError?
    }

    /// What the scanner sees. One reader at a time; a recorded run waits for it when it is slow.
    public let events: ScanEvents
    private let source: Source
    private let output: Output?
    private let options: Options
    private let channel = EventChannel()
    private let state = Guarded(State())
    private let control = DispatchQueue(label: "lumascan.control")

    /// - Parameter output: where the annotated video goes; nil for none. A `pipeline` source has its own.
    public init(source: Source, output: Output? = nil, options: Options = Options()) {
        self.source = source
        self.output = output
        self.options = options
        events = ScanEvents(channel: channel)
    }

    deinit {
        guard let (session, processor) = state.withLock({ $0.phase == .done ? nil : ($0.session, $0.processor) })
        else { return }
        processor?.stop(.stopped)
        session?.pipeline.stop()
        session?.file?.discard()
        channel.close()
    }

    /// Opens the source and waits for its first frame; nothing is looked at yet.
    /// - Throws: `ScanError`, whose kind tells what is wrong.
    public func prepare() async throws(ScanError) {
        let result: Result<Void, ScanError> = await withCheckedContinuation { continuation in
            control.async {
                continuation.resume(returning: Result { () throws(ScanError) in try self.prepareNow() })
            }
        }
        try result.get()
    }

    private func prepareNow() throws(ScanError) {
        guard state.withLock({ $0.phase == .new }) else { return }
        try SourceCheck.check(source)
        let session = try Session.make(source, output: output, options: options)
        let processor = makeProcessor(for: session)
        session.sink.attach(processor)
        state.withLock { state in
            state.session = session
            state.processor = processor
            state.phase = .prepared
        }
        session.pipeline.onReport { [weak self] report in self?.take(report) }
    }

    private func makeProcessor(for session: Session) -> any StreamProcessor {
        let annotator = session.feed.map { Annotator(feed: $0) }
        let isLive = options.mode == .live || (options.mode == .auto && session.isLive)
        if isLive { session.feed?.becomeLive() }
        let settings = options.settings(isStill: session.chain?.isStill ?? false)
        let told = EventTranslator(source: source, options: options, isLive: isLive)
        let handler: @Sendable (ProcessorEvent) -> Void = { [weak self, channel] event in
            if case .ended(let totals) = event.kind {
                self?.finishProcessing(totals, at: event.time)
            } else if let translated = told.translate(event) {
                channel.send(translated, waits: !isLive)
            }
        }
        return isLive
            ? LiveProcessor(settings: settings, output: annotator, handler: handler)
            : RecordedProcessor(settings: settings, output: annotator, handler: handler)
    }

    /// Lets frames flow. Call it after `prepare`.
    /// - Throws: `ScanError` where the pipeline cannot play.
    public func start() throws(ScanError) {
        guard let session = beginRunning() else { return }
        do throws(MediaError) {
            try session.pipeline.play()
        } catch {
            throw ScanError(error, source: source.name, output: output?.path, hasStarted: false)
        }
    }

    private func beginRunning() -> Session? {
        state.withLock { state in
            guard state.phase == .prepared else { return nil }
            state.phase = .running
            return state.session
        }
    }

    /// Holds the frames back until `resume`.
    public func pause() { running?.pipeline.pause() }

    /// Lets frames flow again after `pause`.
    public func resume() throws(ScanError) {
        do throws(MediaError) {
            try running?.pipeline.play()
        } catch {
            throw ScanError(error, source: source.name, output: output?.path, hasStarted: true)
        }
    }

    /// Ends the run at once. An annotated file that is not whole is removed; `finish` keeps it.
    public func stop() { end(.stopped) }

    /// Ends the stream early and in order: what came so far is looked at and written, the file is finished and plays.
    public func finish() {
        guard let running, running.feed != nil else { return stop() }
        state.withLock { $0.processor }?.setEndReason(.stopped)
        running.pipeline.endSources()
    }

    private var running: Session? { state.withLock { $0.phase == .running ? $0.session : nil } }

    /// Stream time of the newest examined frame and the length of the stream, nil where it is unknown.
    public var progress: (position: Duration, length: Duration?) {
        let (session, processor) = state.withLock { ($0.session, $0.processor) }
        return (processor?.progress.time ?? .zero, session?.pipeline.duration)
    }

    /// One line for each stream of the source that is not carried over to the output as it was.
    public var notes: [String] { state.withLock { $0.session?.output }?.notes ?? [] }

    // MARK: The end

    private func take(_ report: PipelineReport) {
        switch report {
        case .ended:
            state.change { $0.hasPipelineEnded = true }
            completeIfOver()
        case .failed(let error):
            fail(error)
        case .warned: break
        }
    }

    /// A failure of the source ends the stream where it is; one of the output ends everything.
    private func fail(_ error: MediaError) {
        let (session, processor) = state.change { state in
            if state.failure == nil { state.failure = error }
            return (state.session, state.processor)
        }
        guard !error.isOutput, let session, let processor, session.file == nil else { return end(.error) }
        processor.setEndReason(.error)
        processor.end()
    }

    private func end(_ reason: StreamTotals.Reason) {
        let (phase, session, processor) = state.change { state in
            defer { if state.phase == .running { state.phase = .ending } }
            return (state.phase, state.session, state.processor)
        }
        guard phase == .running || phase == .prepared else { return }
        control.async {
            // First the streaming thread is let go, then the pipeline lets the drawing thread go.
            processor?.stop(reason)
            session?.pipeline.stop()
        }
    }

    private func finishProcessing(_ totals: StreamTotals, at time: Duration) {
        state.change { $0.summary = (time, totals) }
        completeIfOver()
    }

    /// When the frames are processed and the output is written, or neither will be: takes everything down.
    private func completeIfOver() {
        let session: Session? = state.change { state in
            guard state.phase != .done, let session = state.session, let summary = state.summary else { return nil }
            let isWritten = session.feed == nil || state.hasPipelineEnded
            guard isWritten || summary.totals.reason != .eos || state.failure != nil else { return nil }
            if summary.totals.reason == .stopped, state.phase == .running, !isWritten { return nil }
            state.phase = .done
            return session
        }
        if let session { control.async { self.complete(session) } }
    }

    private func complete(_ session: Session) {
        session.pipeline.onReport(nil)
        session.pipeline.stop()
        let (failure, summary, isWritten) = state.withLock { ($0.failure, $0.summary, $0.hasPipelineEnded) }
        let told = EventTranslator(source: source, options: options, isLive: session.isLive)
        let time = summary?.time ?? .zero
        var error = failure.map {
            ScanError($0, source: source.name, output: output?.path, hasStarted: (summary?.totals.frames ?? 0) > 0)
        }
        if let file = session.file {
            if isWritten && error == nil {
                do throws(ScanError) { try file.finish() } catch let late { error = late }
            } else {
                file.discard()
            }
        }
        if let totals = summary?.totals, totals.frames == 0, totals.reason == .eos, error == nil {
            error = ScanError(.notDecodable, "\(source.name): there are no frames", hint: "check --start, or the file")
        }
        if let error { channel.send(told.event(error, at: time), waits: false) }
        if let totals = summary?.totals {
            channel.send(told.event(totals, failed: error != nil, at: time), waits: false)
        }
        channel.close()
    }
}
