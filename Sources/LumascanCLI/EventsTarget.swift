internal import Glibc

/// What `--events` names: a file, or a descriptor that is open already.
enum EventsTarget: Sendable, Hashable {
    case file(String)
    case descriptor(Int32)

    init(_ text: String) throws(UsageError) {
        guard text.hasPrefix("fd:") else {
            guard !text.isEmpty else { throw UsageError("--events: the name of the file is empty") }
            self = .file(text)
            return
        }
        guard let number = Int32(text.dropFirst(3)), number >= 0, fcntl(number, F_GETFD) >= 0 else {
            throw UsageError("--events: “\(SafeText.escaped(text))” is not an open file descriptor")
        }
        self = .descriptor(number)
    }

    /// Makes the file anew, or adds to it; a descriptor is taken as it is.
    func open(adds: Bool = false) throws(WriteFailure) -> LineWriter {
        switch self {
        case .descriptor(let number): return LineWriter(descriptor: number, name: "fd:\(number)")
        case .file(let path):
            // A pipe that nobody reads is not waited for where the file stays open.
            let way = adds ? O_APPEND | O_NONBLOCK : O_TRUNC
            // SAFETY: the path lives for the call.
            let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | way, 0o666)
            guard descriptor >= 0 else { throw WriteFailure(name: path, number: errno) }
            return LineWriter(descriptor: descriptor, name: path)
        }
    }

    /// Whether this is the file at `path`, by whatever name.
    func isFile(at path: String) -> Bool {
        guard case .file(let own) = self else { return false }
        if own == path { return true }
        var (one, other) = (stat(), stat())
        // SAFETY: the paths live for the calls; the facts are read only on success.
        guard unsafe stat(own, &one) == 0, unsafe stat(path, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    static let option = ProgramOption("events", value: "FILE", "write events as JSON Lines to FILE, or to fd:N")
}
