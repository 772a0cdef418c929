internal import Glibc
internal import Synchronization

/// What ends a run before its end: a signal, the time limit, or a reader that went away.
final class Interruption: Sendable {
    enum Cause: Sendable, Hashable {
        case signal(Int32)
        case timeLimit
        case failedOutput
        /// A configuration wants the stream no longer, or otherwise.
        case unwanted
    }

    private struct State {
        var cause: Cause?
        var count = 0
        var handler: (@Sendable (_ count: Int) -> Void)?
        var hangupHandler: (@Sendable () -> Void)?
    }

    /// Whether SIGHUP asks for a reload and ends nothing.
    private let reloads: Bool
    private let state = Mutex(State())

    init(reloads: Bool = false) { self.reloads = reloads }

    /// The first cause; nil while nothing happened.
    var cause: Cause? { state.withLock { $0.cause } }

    /// Whether it was asked for again, and so nothing is finished any more.
    var isUrgent: Bool { state.withLock { $0.count > 1 } }

    /// What is done when something ends the run, in place of what was to be done before; at once where it already has.
    /// - Parameter handler: is given how many times that was asked for.
    func handle(_ handler: @escaping @Sendable (_ count: Int) -> Void) {
        let count = state.withLock { state in
            state.handler = handler
            return state.count
        }
        if count > 0 { handler(count) }
    }

    func happen(_ cause: Cause) {
        let (count, handler) = state.withLock { state in
            if state.cause == nil { state.cause = cause }
            state.count += 1
            return (state.count, state.handler)
        }
        handler?(count)
    }

    /// What is done at SIGHUP where that asks for a reload.
    func handleHangup(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.hangupHandler = handler } }

    /// Ends the run after `limit` of real time.
    func startTimer(_ limit: Duration) {
        Task { [self] in
            try? await Task.sleep(for: limit, clock: .continuous)
            happen(.timeLimit)
        }
    }

    // MARK: Signals

    /// Keeps the signals for `waitForSignals`. Call it before there is a second thread: threads inherit it.
    func holdSignals() {
        var set = signals
        // SAFETY: the set lives for the call. A closed pipe is told by `write` instead of a signal.
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Turns signals into `happen` for as long as the process lives. The third time ends it on the spot.
    func waitForSignals() -> Never {
        var set = signals
        while true {
            var number: Int32 = 0
            // SAFETY: both live for the call.
            guard unsafe sigwait(&set, &number) == 0 else { continue }
            if reloads && number == SIGHUP {
                state.withLock { $0.hangupHandler }?()
                continue
            }
            happen(.signal(number))
            if state.withLock({ $0.count }) > 2 { _exit(ExitStatus.signal(number)) }
        }
    }

    /// SIGINT, SIGTERM and, unless the program was started to outlive its terminal and has no use for it, SIGHUP.
    private var signals: sigset_t {
        var set = sigset_t()
        // SAFETY: the set and the action live for the calls.
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGTERM)
        var action = sigaction()
        unsafe sigaction(SIGHUP, nil, &action)
        let isIgnored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self) == 1
        if reloads || !isIgnored { unsafe sigaddset(&set, SIGHUP) }
        return set
    }
}
