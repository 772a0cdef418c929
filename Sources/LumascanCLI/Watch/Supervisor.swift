internal import Glibc
internal import Lumascan

/// Runs the streams of a configuration, keeps them to it when it changes, and tells the service manager how they are.
///
/// Everything comes to it as messages, one after the other; it waits for nothing else.
struct Supervisor {
    enum Message: Sendable {
        case reload
        /// A signal asked for the end, for the `count`-th time.
        case terminate(count: Int)
        /// Something that changes how a stream is.
        case event(ScanEvent.Kind, run: Int)
        case ended(StreamResult, run: Int)
        /// A stream may have waited for long enough.
        case retry
        /// A sign of life is due.
        case checkResponse
        case answered(run: Int)
        /// What has not ended by now does not end.
        case giveUp
    }

    /// How long streams may take to end: longer than an output may take to finish.
    private static let endTimeout = Duration.seconds(40)

    private let path: String
    private let log: EventLog
    private let console: Console
    private let interruption: Interruption
    private let inbox: AsyncStream<Message>
    private let messages: AsyncStream<Message>.Continuation
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant

    /// The last one that was whole.
    private var configuration: WatchConfiguration
    /// Whether the file is broken since.
    private var isBroken = false
    private var streams = StreamSet<WatchedStream>()
    private var runs: [Int: WatchedRun] = [:]
    private var responses = ResponseCheck()
    private var toldStatus = ""
    /// How the program is to end; nil while it is not.
    private var exitStatus: Int32?
    private var hasGivenUp = false

    init(
        path: String, configuration: WatchConfiguration, log: EventLog, console: Console, interruption: Interruption
    ) {
        (self.path, self.configuration, self.log) = (path, configuration, log)
        (self.console, self.interruption) = (console, interruption)
        (inbox, messages) = AsyncStream.makeStream()
        begin = clock.now
    }

    private var now: Duration { clock.now - begin }

    /// - Returns: the exit status, when all streams have ended after a signal.
    mutating func run() async -> Int32 {
        interruption.handleHangup { [messages] in messages.yield(.reload) }
        interruption.handle { [messages] count in messages.yield(.terminate(count: count)) }
        let heartbeat = ServiceManager.watchdogInterval.map { interval in
            Task { [messages, clock] in
                while (try? await clock.sleep(for: interval / 2)) != nil { messages.yield(.checkResponse) }
            }
        }
        defer { heartbeat?.cancel() }
        configure()
        tellReady()
        for await message in inbox {
            take(message)
            if let exitStatus, streams.isStill || interruption.isUrgent || hasGivenUp { return exitStatus }
            tellStatus()
        }
        return ExitStatus.failed
    }

    private mutating func take(_ message: Message) {
        switch message {
        case .reload: if exitStatus == nil { reload() }
        case .terminate(let count): terminate(count: count)
        case .event(let kind, let run): note(kind, of: run)
        case .ended(let result, let run): finish(run, result)
        case .retry: perform(streams.retry(at: now))
        case .checkResponse: checkResponse()
        case .answered(let run): responses.answered(run)
        case .giveUp: giveUp()
        }
    }

    // MARK: The configuration

    private mutating func reload() {
        ServiceManager.tellReloading()
        defer { tellReady() }
        var problems: [ConfigurationProblem] = []
        do throws(BrokenConfiguration) {
            let new = try WatchConfiguration(path: path)
            if let problem = reopen(new.events) { problems = [problem] } else { configuration = new }
        } catch {
            problems = error.problems
            // A file that was moved away is made anew all the same.
            if let problem = reopen(configuration.events) { problems.append(problem) }
        }
        isBroken = !problems.isEmpty
        guard !isBroken else {
            for problem in problems { say(problem.text) }
            return say("\(path): is not taken over; everything goes on as it was")
        }
        configure()
        say("\(path): was read again; \(PlainText.count(configuration.streams.count, "stream"))")
    }

    private func reopen(_ target: EventsTarget?) -> ConfigurationProblem? {
        do throws(WriteFailure) {
            try log.reopen(target)
            return nil
        } catch {
            return ConfigurationProblem(file: path, subject: "events", reason: error.message)
        }
    }

    private mutating func configure() {
        perform(streams.configure(configuration.streams.map { ($0.name, $0) }))
    }

    // MARK: Streams

    private mutating func perform(_ actions: [StreamSet<WatchedStream>.Action]) {
        for action in actions {
            switch action {
            case .stop(let run): runs[run]?.stop()
            case .start(_, let stream, let number):
                let output = WatchedOutput(log: log, alwaysBytes: stream.command.options.alwaysBytes) {
                    [messages] event in
                    if Self.changesCondition(event.kind) { messages.yield(.event(event.kind, run: number)) }
                }
                let watched = WatchedRun(stream, output: output, console: console)
                runs[number] = watched
                Task { [messages, run = watched.run] in messages.yield(.ended(await run.run(), run: number)) }
            }
        }
    }

    private static func changesCondition(_ kind: ScanEvent.Kind) -> Bool {
        switch kind {
        case .streamStarted, .streamInterrupted, .streamResumed: true
        default: false
        }
    }

    private mutating func note(_ kind: ScanEvent.Kind, of run: Int) {
        switch kind {
        case .streamStarted(let format):
            runs[run]?.format = format
            streams.flows(run)
        case .streamResumed: streams.flows(run)
        case .streamInterrupted: streams.isInterrupted(run)
        default: break
        }
    }

    private mutating func finish(_ number: Int, _ result: StreamResult) {
        guard let run = runs.removeValue(forKey: number) else { return }
        let outcome = run.outcome(result)
        let wasWanted = streams.isGoingOn(number)
        let (actions, retryIn) = streams.ended(number, outcome, at: now, chance: Double.random(in: 0...1))
        perform(actions)
        if result.status == ExitStatus.signal(SIGPIPE) { return end(result.status) }
        guard wasWanted else { return }
        let name = run.stream.name
        switch outcome {
        case .ended:
            let summary = result.summary.map {
                " (\(PlainText.count($0.frames, "frame")), \(PlainText.count($0.codes, "code")))"
            }
            say("\(name): came to its end\(summary ?? "")")
        case .failed(isFinal: true): say("\(name): is not tried again before the next reload")
        case .failed(isFinal: false):
            guard let retryIn else { return }
            say("\(name): is tried again in \(Int((retryIn / .seconds(1)).rounded())) s")
            Task { [messages, clock] in
                try? await clock.sleep(for: retryIn)
                messages.yield(.retry)
            }
        }
    }

    // MARK: The end

    private mutating func terminate(count: Int) {
        guard case .signal(let signal) = interruption.cause else { return }
        // A service that is told to end by SIGTERM, and does in order, ended well.
        end(signal == SIGTERM && count == 1 ? ExitStatus.found : ExitStatus.signal(signal))
    }

    private mutating func end(_ status: Int32) {
        if exitStatus == nil {
            ServiceManager.tellStopping()
            Task { [messages, clock] in
                try? await clock.sleep(for: Self.endTimeout)
                messages.yield(.giveUp)
            }
        }
        exitStatus = status
        perform(streams.stopAll())
    }

    private mutating func giveUp() {
        for name in runs.values.map(\.stream.name).sorted() { say("\(name): does not end, and is left as it is") }
        (exitStatus, hasGivenUp) = (ExitStatus.failed, true)
    }

    // MARK: The service manager

    /// Says that the program is alive where the parts that open and close sources answer, too; then asks them anew.
    private mutating func checkResponse() {
        let silent = responses.silent(at: now)
        if silent.isEmpty { ServiceManager.tellAlive() }
        for run in responses.ask(runs.keys, at: now) {
            runs[run]?.run.scanner.respond { [messages] in messages.yield(.answered(run: run)) }
        }
    }

    private var status: String {
        let note = isBroken ? "\(SafeText.escaped(path)) is broken and not taken over; " : ""
        return note + streams.summary
    }

    private mutating func tellReady() {
        toldStatus = status
        ServiceManager.tellReady(status)
    }

    private mutating func tellStatus() {
        let status = status
        guard exitStatus == nil, status != toldStatus else { return }
        toldStatus = status
        ServiceManager.tell(status: status)
    }

    private func say(_ message: String) { console.say(PlainText.error(message, hint: nil)) }
}
