internal import Glibc
internal import Synchronization

/// The file, or standard output, that all streams write their events to. It can be opened anew while they write.
final class EventLog: Sendable {
    private struct State {
        /// As messages name it.
        var name: String
        /// Whether a reader that goes away ends the program.
        var needsReader: Bool
        /// Lines that could not be written since the last one that was.
        var lost = 0
    }

    /// Stays the same: what is opened anew takes its place, and no writer waits for that.
    private let descriptor: Int32
    private let state: Mutex<State>
    private let console: Console

    init(_ target: EventsTarget?, console: Console) throws(WriteFailure) {
        let writer = try Self.open(target)
        descriptor = writer.descriptor
        state = Mutex(State(name: writer.name, needsReader: target == nil))
        self.console = console
    }

    deinit { close(descriptor) }

    /// Opens what is named, and lets it take the place of what was; also where both have one name, for a file that was
    /// moved away. Where that fails, all stays as it was.
    func reopen(_ target: EventsTarget?) throws(WriteFailure) {
        let writer = try Self.open(target)
        defer { close(writer.descriptor) }
        guard dup2(writer.descriptor, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
            throw WriteFailure(name: writer.name, number: errno)
        }
        state.withLock { ($0.name, $0.needsReader) = (writer.name, target == nil) }
    }

    /// A descriptor of its own.
    private static func open(_ target: EventsTarget?) throws(WriteFailure) -> LineWriter {
        let writer = try target?.open(adds: true) ?? .standardOutput
        if case .file = target { return writer }
        let copy = fcntl(writer.descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw WriteFailure(name: writer.name, number: errno) }
        return LineWriter(descriptor: copy, name: writer.name)
    }

    /// Writes a line. Lines that cannot be written (a full disk) are lost, and that is said once.
    /// - Throws: where nobody reads standard output any more.
    func write(line: String) throws(WriteFailure) {
        let (name, needsReader) = state.withLock { ($0.name, $0.needsReader) }
        do throws(WriteFailure) {
            try LineWriter(descriptor: descriptor, name: name).write(line: line)
            let lost = state.withLock { state in
                defer { state.lost = 0 }
                return state.lost
            }
            if lost > 0 {
                say("\(name): is written again; \(PlainText.count(lost, "event")) \(lost == 1 ? "was" : "were") lost")
            }
        } catch {
            if error.isReaderGone && needsReader { throw error }
            let isFirst = state.withLock { state in
                state.lost += 1
                return state.lost == 1
            }
            if isFirst { say("\(error.message); events are lost until it can be") }
        }
    }

    private func say(_ message: String) { console.say(PlainText.error(message, hint: nil)) }
}
