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
    enum Phase { case new, prepared, running, ending, done }

    struct State {
        var phase = Phase.new
        /// The pipeline that `prepare` waits for.
        var opening: Pipeline?
        var session: Session?
        var processor: (any StreamProcessor)?
        var summary: (time: Duration, totals: StreamTotals)?
        var hasPipelineEnded = false
        var failure: MediaError?
        /// Of a source that is kept connected, in the place of a session.
        var keeper: StreamKeeper?
        var keeperFailure: ScanError?
        var live: LiveAnnotator?
        /// Whether it was asked to end.
        var isToEnd = false
    }

    /// What the scanner sees. One reader at a time; a recorded run waits for it when it is slow.
    public let events: ScanEvents
    let source: Source
    let output: Output?
    let options: Options
    let channel = EventChannel()
    let actions: LightActions?
    let state = Guarded(State())
    let control = DispatchQueue(label: "lumascan.control")

    /// - Parameter output: where the annotated video goes; nil for none. A `pipeline` source has its own.
    public init(source: Source, output: Output? = nil, options: Options = Options()) {
        self.source = source
        self.output = output
        self.options = options
        events = ScanEvents(channel: channel)
        actions = LightActions(options, source: source)
        options.hideSecrets(of: source)
    }

    deinit {
        channel.close()
        actions?.cancel()
        guard
            let (session, processor, keeper, live) = state.withLock({
                $0.phase == .done ? nil : ($0.session, $0.processor, $0.keeper, $0.live)
            })
        else { return }
        // The last reference may go on a streaming thread, which must not wait for itself.
        DispatchQueue.global().async {
            processor?.stop(.stopped)
            session?.discard()
            keeper?.stop()
            live?.stop()
        }
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
        try prepareOutputs()
        do throws(ScanError) {
            if source.isKeptUp, output == nil { return try prepareKeeper() }
            try prepareSession()
        } catch {
            state.withLock { $0.live }?.stop()
            throw error
        }
    }

    private func prepareSession() throws(ScanError) {
        let session = try Session.make(source, output: output, options: options) { pipeline in
            state.withLock { state in
                state.opening = pipeline
                return state.phase == .new
            }
        }
        if source.isWeb, output == nil, session.pipeline.isEndless {
            // A camera behind HTTP, or a broadcast: it is opened once more, to be kept connected.
            session.discard()
            state.withLock { $0.opening = nil }
            return try prepareKeeper()
        }
        try checkRegion(in: session)
        let processor = makeProcessor(for: session)
        session.sink.attach(processor)
        let isWanted = state.withLock { state in
            state.opening = nil
            guard state.phase == .new else { return false }
            state.session = session
            state.processor = processor
            state.phase = .prepared
            return true
        }
        guard isWanted else {
            session.discard()
            throw ScanError(.stopped, source: source.name, output: nil, hasStarted: false)
        }
        session.pipeline.onReport { [weak self] report in self?.take(report) }
    }

    private func checkRegion(in session: Session) throws(ScanError) {
        guard let region = options.region?.scanRegion, let size = session.sink.prerolledSize,
            !region.overlaps(width: size.width, height: size.height)
        else { return }
        session.discard()
        throw ScanError(
            .badOption, "\(source.name): the region lies outside the picture",
            hint: "the upright picture is \(size.width)x\(size.height) pixels")
    }

    private func makeProcessor(for session: Session) -> any StreamProcessor {
        let live = state.withLock { $0.live }
        let annotator: (any FrameOutput)? = session.feed.map { Annotator(feed: $0) } ?? live
        let isLive = live != nil || options.mode == .live || (options.mode == .auto && session.isLive)
        if isLive { session.feed?.becomeLive() }
        return makeProcessor(isLive: isLive, isStill: session.chain?.isStill ?? false, output: annotator)
    }

    func makeProcessor(isLive: Bool, isStill: Bool, output: (any FrameOutput)?) -> any StreamProcessor {
        let settings = options.settings(isStill: isStill)
        let told = EventTranslator(source: source, options: options, isLive: isLive)
        let live = state.withLock { $0.live }
        let handler: @Sendable (ProcessorEvent) -> Void = { [weak self, weak live, channel, actions] event in
            if case .code(let facts) = event.kind { live?.remember(facts) }
            if case .ended(let totals) = event.kind {
                self?.finishProcessing(totals, at: event.time)
            } else if let translated = told.translate(event) {
                channel.send(translated, waits: !isLive)
                actions?.take(translated) { channel.send($0, waits: false) }
            }
        }
        return isLive
            ? LiveProcessor(settings: settings, output: output, handler: handler)
            : RecordedProcessor(settings: settings, output: output, handler: handler)
    }

    /// Lets frames flow. Call it after `prepare`.
    /// - Throws: `ScanError` where the pipeline cannot play.
    public func start() throws(ScanError) {
        guard let session = beginRunning() else { return state.withLock { $0.keeper }?.start() ?? () }
        do throws(MediaError) {
            try session.pipeline.play()
        } catch {
            end(.error)
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

    /// Holds the frames back until `resume`; those of a source that is kept connected go on, and are not looked at.
    public func pause() {
        rest(true)
        running?.pipeline.pause()
    }

    /// Lets frames flow again after `pause`.
    public func resume() throws(ScanError) {
        rest(false)
        do throws(MediaError) {
            try running?.pipeline.play()
        } catch {
            throw ScanError(error, source: source.name, output: output?.path, hasStarted: true)
        }
    }

    /// Ends the run at once. An annotated file that is not whole is removed; `finish` keeps it. A command that runs still has
    /// its time, until this is called once more.
    public func stop() {
        if isToEnd() { actions?.cancel() }
        end(.stopped)
    }

    /// - Returns: whether it was to end before.
    private func isToEnd() -> Bool {
        state.withLock { state in
            defer { state.isToEnd = true }
            return state.isToEnd
        }
    }

    /// Ends the stream early and in order: what came so far is looked at and written, the file is finished and plays.
    public func finish() {
        guard let running, running.feed != nil else { return stop() }
        _ = isToEnd()
        closeStreams(of: running, .stopped)
    }

    private func rest(_ isResting: Bool) {
        let processor = state.withLock { $0.keeper == nil ? nil : $0.processor }
        (processor as? LiveProcessor)?.rest(isResting)
    }

    private var running: Session? { state.withLock { $0.phase == .running ? $0.session : nil } }

    /// Stream time of the newest examined frame and the length of the stream, nil where it is unknown.
    public var progress: (position: Duration, length: Duration?) {
        let (session, processor) = state.withLock { ($0.session, $0.processor) }
        return (processor?.progress.time ?? .zero, session?.pipeline.duration)
    }

    /// One line for each stream of the source that is not carried over to the output as it was.
    public var notes: [String] { state.withLock { $0.session?.output }?.notes ?? [] }
}
