internal import Glibc
internal import Threading

/// Runs commands, never two at once: while one runs, only the newest waits.
package final class CommandRunner: Sendable {
    /// A command with what is told to it.
    package struct Job: Sendable {
        /// What it is for, as messages name it: `--on-light-low`.
        package var purpose: String
        package var command: Command
        /// Put over the environment of this process.
        package var environment: [String: String]
        /// What becomes of a failure: one line. On the runner's thread.
        package var onFailure: @Sendable (_ message: String) -> Void

        package init(
            _ purpose: String, _ command: Command, environment: [String: String],
            onFailure: @escaping @Sendable (_ message: String) -> Void
        ) {
            (self.purpose, self.command) = (purpose, command)
            (self.environment, self.onFailure) = (environment, onFailure)
        }
    }

    private struct State {
        var queue = CommandQueue<Job> { $0.purpose == $1.purpose }
        var isCancelled = false
    }

    private let limit: Duration
    private let state = Guarded(State())
    private let thread = BackgroundThread()

    /// - Parameter limit: the time that each command has.
    package init(limit: Duration) { self.limit = limit }

    /// Runs the job as soon as none runs, unless a newer one comes. Returns at once.
    package func run(_ job: Job) {
        let first = state.change { state in state.isCancelled ? nil : state.queue.add(job) }
        guard let first else { return }
        thread.run { [self] in
            var next: Job? = first
            while let job = next {
                if let message = perform(job) { job.onFailure(message) }
                next = state.change { $0.queue.next() }
            }
        }
    }

    /// Waits until nothing runs and nothing waits, which takes no longer than two commands may.
    package func finish() { _ = state.wait { $0.queue.isIdle ? true : nil } }

    /// Ends what runs, now; nothing is run any more.
    package func cancel() {
        state.change { state in
            state.isCancelled = true
            state.queue.dropWaiting()
        }
    }

    /// - Returns: what is to be told of it; nil where it did well, or was not to go on.
    private func perform(_ job: Job) -> String? {
        let subject = "\(job.purpose): “\(job.command.arguments.first ?? "")”"
        do throws(CommandProcess.StartFailure) {
            var process = try CommandProcess(job.command, environment: job.environment)
            let (ending, lastLine) = process.wait(limit: limit) { state.withLock { $0.isCancelled } }
            let words = lastLine.map { ": \($0)" } ?? ""
            switch ending {
            case .exited(status: 0), .cancelled: return nil
            case .exited(let status): return "\(subject) ended with status \(status)\(words)"
            case .signalled(let signal): return "\(subject) was ended by signal \(signal)\(words)"
            case .tookTooLong:
                return "\(subject) took longer than \(limit.formattedSeconds) s and was ended\(words)"
            }
        } catch {
            // SAFETY: `strerror` gives a string that lives until the next call on this thread.
            let reason = unsafe String(cString: strerror(error.number))
            return "\(subject) cannot be started (\(reason))"
        }
    }
}

extension Duration {
    /// `10`, `0.25`.
    fileprivate var formattedSeconds: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}
