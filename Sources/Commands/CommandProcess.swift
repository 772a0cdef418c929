internal import CGLib
internal import CSpawn
internal import Glibc

/// One command while it runs, in a process group of its own: what it starts is ended with it.
struct CommandProcess: ~Copyable {
    /// How a command came to its end.
    enum Ending: Sendable, Hashable {
        case exited(status: Int32)
        case signalled(Int32)
        case tookTooLong
        /// It was not to go on.
        case cancelled
    }

    /// A command that could not be started.
    struct StartFailure: Error {
        /// The system's error number.
        let number: Int32
    }

    /// How long a command may take to end once it was asked to, before it is killed.
    private static let grace = Duration.milliseconds(500)
    /// How long a killed one is waited for: only one that is stuck in the kernel does not end at once.
    private static let patience = Duration.seconds(5)
    /// Time between two looks at whether it has ended.
    private static let step = Duration.milliseconds(20)

    private let process: pid_t
    private let output: Int32
    private var tail = OutputTail()

    deinit { close(output) }

    // MARK: The start

    /// Starts it, with nothing on standard input and what it writes kept here.
    /// - Parameter environment: put over that of this process.
    init(_ command: Command, environment: [String: String]) throws(StartFailure) {
        let changes = environment.flatMap { [$0.key, $0.value] }
        var (started, end) = (pid_t(), Int32())
        // SAFETY: every vector ends with NULL and lives for the call that it is given to.
        let failure = unsafe Self.withVector(command.arguments) { arguments in
            unsafe Self.withVector(changes) { changes in
                let environment = unsafe lumascan_environment(changes)
                defer { unsafe lumascan_vector_free(environment) }
                return unsafe lumascan_spawn(command.path, arguments, environment, &started, &end)
            }
        }
        guard failure == 0 else { throw StartFailure(number: failure) }
        (process, output) = (started, end)
    }

    /// The strings as a C vector that ends with NULL, for as long as `body` runs.
    private static func withVector<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        // SAFETY: copies, freed when `body` has returned.
        var vector = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in strings.indices { unsafe free(vector[index]) } }
        return unsafe body(&vector)
    }

    // MARK: The end

    /// Waits for it to end; asks it to at the end of its time, and kills it and all it started when it does not.
    /// - Parameters:
    ///   - limit: the time that it has.
    ///   - isCancelled: asked again and again; true ends it before its time.
    /// - Returns: how it ended, and the last line that it wrote.
    mutating func wait(limit: Duration, isCancelled: () -> Bool) -> (ending: Ending, lastLine: String?) {
        let clock = ContinuousClock()
        let begin = clock.now
        var forced: (ending: Ending, since: ContinuousClock.Instant)?
        var isKilled = false
        while !hasEnded {
            let now = clock.now
            if let forced {
                if !isKilled, now - forced.since >= Self.grace {
                    kill(-process, SIGKILL)
                    isKilled = true
                }
                if now - forced.since >= Self.grace + Self.patience { return (forced.ending, nil) }
            } else if isCancelled() || now - begin >= limit {
                forced = (isCancelled() ? .cancelled : .tookTooLong, now)
                kill(-process, SIGTERM)
            }
            readOutput(waiting: Self.step)
        }
        // It is not yet reaped, so the number of its group is still its own.
        kill(-process, SIGKILL)
        readOutput(waiting: .zero)
        let ending = reap()
        return (forced?.ending ?? ending, tail.lastLine)
    }

    private var hasEnded: Bool {
        var information = unsafe siginfo_t()
        // SAFETY: fills one value, which stays zero where nothing ended.
        let result = unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        // A program that ignores SIGCHLD has no children to wait for once they end.
        return unsafe result == 0 ? information.si_signo != 0 : errno != EINTR
    }

    private func reap() -> Ending {
        var status: Int32 = 0
        // SAFETY: fills one number.
        while unsafe waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return .exited(status: 0) }
        }
        let signal = status & 0x7f
        return signal == 0 ? .exited(status: status >> 8 & 0xff) : .signalled(signal)
    }

    private mutating func readOutput(waiting time: Duration) {
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        // SAFETY: one request, alive for the call.
        let count = unsafe poll(&request, 1, Int32(time / .milliseconds(1)))
        guard count > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 16384)
        // SAFETY: room for so many bytes.
        let length = unsafe read(output, &bytes, bytes.count)
        if length > 0 { return tail.append(bytes[..<length]) }
        // Whoever held the other end is gone, or gave it up: there is nothing to wake up for.
        poll(nil, 0, Int32(time / .milliseconds(1)))
    }
}
