internal import Glibc

/// Why a line could not be written.
struct WriteFailure: Error, Hashable {
    /// What was written to, as messages name it.
    var name: String
    /// The system's error number.
    var number: Int32

    /// Whether the reader has gone away, which is no failure.
    var isReaderGone: Bool { number == EPIPE }

    var message: String { "\(name): cannot be written (\(systemText(number)))" }
}

/// Writes whole lines to a file descriptor, each at once.
struct LineWriter: Sendable {
    let descriptor: Int32
    let name: String

    static let standardOutput = LineWriter(descriptor: STDOUT_FILENO, name: "standard output")
    static let standardError = LineWriter(descriptor: STDERR_FILENO, name: "standard error")

    /// Writes the line and its end, waiting where a pipe is full.
    func write(line: String) throws(WriteFailure) { try write(text: line + "\n") }

    func write(text: String) throws(WriteFailure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // SAFETY: the bytes live for the call.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                throw WriteFailure(name: name, number: errno)
            }
        }
    }

    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // SAFETY: one request, alive for the call.
        unsafe poll(&request, 1, -1)
    }
}

/// The C library's words for an error number.
func systemText(_ number: Int32) -> String {
    // SAFETY: `strerror` gives a string that lives until the next call on this thread.
    unsafe String(cString: strerror(number))
}
