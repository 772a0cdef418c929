internal import FoundationEssentials
internal import Glibc
internal import Lumascan

/// What came of one stream.
struct StreamResult: Sendable, Hashable {
    /// Nil where the stream could not be opened.
    var summary: StreamSummary?
    var status = ExitStatus.nothingFound
    var hasFailed = false

    /// The exit status of a command that is to complete rather than to find something.
    func completionStatus(_ interruption: Interruption) -> Int32 {
        if hasFailed { return status }
        if case .signal(let number) = interruption.cause { return ExitStatus.signal(number) }
        return ExitStatus.found
    }
}

/// Runs one scanner from `prepare` to its last event.
struct StreamRun: Sendable {
    let scanner: Scanner
    /// The stream's name in messages and events.
    let name: String
    let options: DetectionOptions
    var outputs: [any EventReceiver]
    /// Ends the run after its first code.
    var isOnce = false
    /// Whether other streams run beside it: every message names the stream, and there is no progress line.
    var isOneOfMany = false
    let console: Console
    let interruption: Interruption
    /// What an interruption does: the first time, and the second.
    let interrupt: @Sendable (Scanner, _ count: Int) -> Void

    /// - Parameter whenPrepared: is called when the source is open and nothing has been looked at.
    func run(
        whenPrepared: (_ run: inout StreamRun) throws(WriteFailure) -> Void = { _ throws(WriteFailure) in }
    ) async -> StreamResult {
        var run = self
        do throws(ScanError) {
            guard try await prepare() else { return StreamResult() }
            interruption.handle { [scanner, interrupt] count in interrupt(scanner, count) }
            do throws(WriteFailure) {
                try whenPrepared(&run)
            } catch {
                scanner.stop()
                // What the scanner has begun to write is gone when its events have ended.
                for await _ in scanner.events {}
                return fail(error)
            }
            if !options.isQuiet {
                for note in scanner.notes { console.say(PlainText.error("\(name): \(note)", hint: nil)) }
            }
            try scanner.start()
        } catch {
            return fail(error)
        }
        return await run.follow()
    }

    /// Waits for the source to open.
    /// - Returns: whether it is; false where something else ended the run first.
    private func prepare() async throws(ScanError) -> Bool {
        let (outcomes, continuation) = AsyncStream<Result<Bool, ScanError>>.makeStream()
        // The first interruption lets the scanner give up in order; the second does not wait for that.
        interruption.handle { [scanner] count in
            if count == 1 { scanner.stop() } else { continuation.yield(.success(false)) }
        }
        Task { [scanner] in
            do throws(ScanError) {
                try await scanner.prepare()
                continuation.yield(.success(true))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        for await outcome in outcomes { return interruption.cause == nil ? try outcome.get() : false }
        return false
    }

    private func follow() async -> StreamResult {
        let progress = Task { await showProgress() }
        defer {
            progress.cancel()
            console.clearProgress()
        }
        var result = StreamResult()
        var isTelling = true
        var isDark = false
        var hasFlowed = false
        var hasBeenInterrupted = false
        for await event in scanner.events {
            guard isTelling else {
                if case .streamEnded(let summary) = event.kind { result.summary = summary }
                continue
            }
            switch event.kind {
            case .codeNew: if !result.hasFailed { result.status = ExitStatus.found }
            case .error(let message, let hint):
                (result.status, result.hasFailed) = (ExitStatus.failed, true)
                console.say(PlainText.error(isOneOfMany ? "\(name): \(message)" : message, hint: hint))
            case .light(let change):
                // That the light is well is worth saying after it was not.
                if isDark || change.state == .low { note(event) }
                isDark = change.state == .low
            case .streamEnded(let summary):
                result.summary = summary
                // Of a source that was never reached it is not known that it holds no codes.
                if !hasFlowed, hasBeenInterrupted { (result.status, result.hasFailed) = (ExitStatus.failed, true) }
            case .streamStarted(let format):
                hasFlowed = true
                if let error = options.problem(with: format, of: name) {
                    isTelling = false
                    result = fail(error)
                    scanner.stop()
                    continue
                }
            case .streamInterrupted:
                hasBeenInterrupted = true
                note(event)
            case .streamResumed, .outputFailed, .actionFailed, .codeSelected, .codeUnread: note(event)
            case .streamFormat, .codeUpdate, .codeEnd: break
            }
            do throws(WriteFailure) {
                for output in outputs where !isOnce || event.name == "code.new" {
                    try output.write(event, on: console)
                }
            } catch {
                isTelling = false
                result = fail(error)
                interruption.happen(.failedOutput)
            }
            if isOnce, result.status == ExitStatus.found {
                isTelling = false
                scanner.stop()
            }
        }
        return result
    }

    private func note(_ event: ScanEvent) {
        if !options.isQuiet, let note = PlainText.note(event, namesStream: isOneOfMany) { console.say(note) }
    }

    private func fail(_ error: ScanError) -> StreamResult {
        let status = Self.tell(
            error, name: name, options: options, outputs: outputs, namesStream: isOneOfMany, on: console)
        return StreamResult(status: status, hasFailed: true)
    }

    private func fail(_ failure: WriteFailure) -> StreamResult {
        if failure.isReaderGone { return StreamResult(status: ExitStatus.signal(SIGPIPE), hasFailed: true) }
        console.say(PlainText.error(failure.message, hint: nil))
        return StreamResult(status: ExitStatus.failed, hasFailed: true)
    }

    /// Tells an error that came before there were events.
    /// - Returns: the exit status that it brings.
    static func tell(
        _ error: ScanError, name: String, options: DetectionOptions, outputs: [any EventReceiver],
        namesStream: Bool = false, on console: Console
    ) -> Int32 {
        console.say(PlainText.error(namesStream ? "\(name): \(error.message)" : error.message, hint: error.hint))
        if let detail = error.detail, showsDetail { console.say(PlainText.error(detail, hint: nil)) }
        let event = ScanEvent(
            stream: name, pts: .zero, time: options.scan.wallClock ? .now : nil,
            kind: .error(message: error.message, hint: error.hint))
        // What cannot be written here will not be missed: standard error has it.
        for output in outputs { try? output.write(event, on: console) }
        return ExitStatus.of(error)
    }

    /// An output ends in order at the first interruption, and at once at the second.
    static let finishThenStop: @Sendable (Scanner, _ count: Int) -> Void = { scanner, count in
        if count == 1 { scanner.finish() } else { scanner.stop() }
    }

    private static var showsDetail: Bool {
        // SAFETY: nothing in this program changes the environment.
        unsafe getenv("LUMASCAN_DEBUG").map { unsafe String(cString: $0) } == "1"
    }

    /// Redraws the progress line five times a second until it is cancelled.
    private func showProgress() async {
        guard console.isTerminal, !options.isQuiet, !isOneOfMany else { return }
        let clock = ContinuousClock()
        let begin = clock.now
        while (try? await clock.sleep(for: .milliseconds(200))) != nil {
            let (position, length) = scanner.progress
            let start = options.scan.start
            let whole = length.map { max(.zero, $0 - start) }
            let wanted = options.scan.duration.map { min($0, whole ?? $0) } ?? whole
            let text = ProgressText(
                position: max(.zero, position - start), length: wanted, elapsed: clock.now - begin)
            console.show(progress: text.line(width: console.width))
        }
    }
}
