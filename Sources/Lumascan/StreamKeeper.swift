internal import Dispatch
internal import Media
internal import Monitoring
internal import Processor
internal import Threading

/// Keeps a live source connected: opens it, watches it, and opens it again when it fails, ends or falls silent.
final class StreamKeeper: Sendable {
    /// What it tells, one after the other; times are those of the run.
    enum Report: Sendable {
        /// The source failed and is tried again.
        case interrupted(ScanError, attempt: Int, retryIn: Duration, at: Duration)
        /// Frames flow again, from a time of the run on.
        case resumed(gap: Duration, at: Duration)
        /// The source cannot be used, however often it is tried.
        case failed(ScanError)
    }

    private struct State {
        /// Opened by `open`, to be the first one that plays.
        var prepared: Session?
        var session: Session?
        /// The camera that was opened, where the source is one.
        var camera: CameraDevice?
        /// Whether a frame has ever come.
        var hasFlowed = false
        var frames: KeptFrames?
        var opening: Pipeline?
        /// Counts connections, so that what an older one reports is known.
        var connection = 0
        var since = ContinuousClock.now
        var backoff = Backoff()
        /// The run's time of the newest frame of the connections that are gone.
        var latest: Duration = .zero
        /// When frames ceased; nil while they flow and before they began.
        var lost: ContinuousClock.Instant?
        var isOver = false
    }

    /// Where a password is refused or there is no video, trying again soon helps nobody, and locks some cameras.
    private static let refusedWait: Duration = .seconds(30)

    private let source: Source
    private let options: Options
    private let processor: any StreamProcessor
    private let clock = RunClock()
    private let report: @Sendable (Report) -> Void
    private let queue = DispatchQueue(label: "lumascan.keeper")
    private let state = Guarded(State())

    init(
        _ source: Source, options: Options, processor: any StreamProcessor,
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.source = source
        self.options = options
        self.processor = processor
        self.report = report
    }

    /// Opens the source for the first time, so that what is wrong with it shows before anything runs. Blocks.
    /// - Parameter announce: as of `Session.make`.
    func open(announce: (Pipeline) -> Bool) throws(ScanError) {
        let session = try make(announce)
        state.change { $0.prepared = session }
    }

    private func nextSession() throws(ScanError) -> Session {
        if let prepared = state.change({ $0.prepared.take() }) { return prepared }
        return try make { pipeline in
            state.change { state in
                state.opening = pipeline
                return !state.isOver
            }
        }
    }

    private func make(_ announce: (Pipeline) -> Bool) throws(ScanError) -> Session {
        let known = state.withLock { $0.camera }
        let session = try Session.make(source, output: nil, options: options, known: known, announce: announce)
        state.change { $0.camera = session.camera }
        return session
    }

    func start() {
        queue.async { self.connect() }
        watch()
    }

    /// Looks after the connection twice a second for as long as it is wanted.
    private func watch() {
        queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
            guard let self, !self.state.withLock({ $0.isOver }) else { return }
            self.checkSilence()
            self.watch()
        }
    }

    /// Ends everything; no report follows. Not to be called from a report.
    func stop() {
        let opening = state.change { state in
            state.isOver = true
            return state.opening
        }
        opening?.fail(.stopped)
        queue.sync { _ = disconnect() }
    }

    /// Calls `answer` when what is being opened or closed now is done.
    func respond(_ answer: @escaping @Sendable () -> Void) { queue.async(execute: answer) }

    private func connect() {
        let connection: Int? = state.change { state in
            guard !state.isOver else { return nil }
            state.connection += 1
            state.since = .now
            return state.connection
        }
        guard let connection else { return }
        do throws(ScanError) {
            let session = try nextSession()
            let frames = KeptFrames(
                processor, clock: clock,
                onFirstFrame: { [weak self] time in self?.flows(connection, at: time) },
                onEnd: { [weak self] in
                    self?.lose(connection, MediaError(.failed, "the stream ended", hint: "the camera may be rebooting"))
                })
            state.change { ($0.session, $0.frames, $0.opening) = (session, frames, nil) }
            session.sink.attach(frames)
            // A playlist comes in pieces of several seconds at once, which are to wait. Other frames, if they waited for
            // late packets that they do not need, would not be fresh.
            session.sink.pace(source.isWeb)
            if !source.isWeb { session.chain?.keepFresh() }
            session.pipeline.onReport { [weak self] report in
                switch report {
                case .failed(let error): self?.lose(connection, error)
                case .ended: self?.lose(connection, MediaError(.failed, "the stream ended"))
                case .warned: break
                }
            }
            do throws(MediaError) { try session.pipeline.play() } catch { lose(connection, error) }
        } catch {
            state.change { $0.opening = nil }
            fail(error, kind: nil)
        }
    }

    /// Takes note of a failure, on any thread.
    private func lose(_ connection: Int, _ error: MediaError) {
        queue.async {
            guard self.state.withLock({ $0.connection == connection && !$0.isOver && $0.session != nil }) else {
                return
            }
            let error = self.source.explained(error, self.options)
            self.fail(ScanError(error, source: self.source.name, output: nil, hasStarted: true), kind: error.kind)
        }
    }

    /// Tells that frames are back, before one of them is looked at. On the streaming thread, which every other report waits
    /// for.
    private func flows(_ connection: Int, at time: Duration) {
        let gap: Duration?? = state.change { state in
            guard state.connection == connection, !state.isOver else { return nil }
            state.backoff.succeed()
            state.hasFlowed = true
            let lost = state.lost.take()
            return .some(lost.map { ContinuousClock.now - $0 })
        }
        if let gap = gap ?? nil { report(.resumed(gap: gap, at: time)) }
    }

    private func checkSilence() {
        let silent: Int? = state.withLock { state in
            guard !state.isOver, state.session != nil else { return nil }
            let last = state.frames?.lastFrame ?? state.since
            return ContinuousClock.now - last > options.stallAfter ? state.connection : nil
        }
        guard let silent else { return }
        let seconds = Int((options.stallAfter / .seconds(1)).rounded())
        lose(
            silent,
            MediaError(
                .failed, "no frame for \(seconds) s", hint: "the camera is connected and silent; see --stall-after"))
    }

    /// - Returns: when the newest frame of the connection came.
    @discardableResult
    private func disconnect() -> ContinuousClock.Instant? {
        let (prepared, session, frames) = state.change { state in
            defer { (state.prepared, state.session, state.frames) = (nil, nil, nil) }
            return (state.prepared, state.session, state.frames)
        }
        prepared?.discard()
        frames?.close()
        if let latest = frames?.latest { state.change { $0.latest = max($0.latest, latest) } }
        let last = frames?.lastFrame
        guard let session else { return last }
        session.pipeline.onReport(nil)
        session.discard()
        MediaLibrary.releaseMemory()
        return last
    }

    private func fail(_ error: ScanError, kind: MediaError.Kind?) {
        guard !state.withLock({ $0.isOver }) else { return }
        let last = disconnect()
        processor.flush()
        // Codes end before the interruption is told.
        processor.drain()
        let isUnusable = [.missingPlugin, .badOption].contains(error.kind)
        // A camera that never gave a frame is the wrong one, or another program's. What was read once may be so again: it can
        // have been set to another codec.
        guard state.withLock({ $0.hasFlowed }) || !(isUnusable || source.isCamera) else {
            return report(.failed(error))
        }
        // The rights of a camera that comes back are given to it a moment later.
        let isRefused = isUnusable || kind == .noVideo || kind == .notPermitted && !source.isCamera
        let (attempt, wait, latest) = state.change { state in
            if state.lost == nil { state.lost = last ?? .now }
            let wait = state.backoff.fail(
                chance: Double.random(in: 0...1), least: isRefused ? Self.refusedWait : .zero)
            return (state.backoff.attempt, wait, state.latest)
        }
        report(.interrupted(error, attempt: attempt, retryIn: wait, at: max(clock.now, latest)))
        queue.asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in self?.connect() }
    }
}
