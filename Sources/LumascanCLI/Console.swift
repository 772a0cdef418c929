internal import Glibc
internal import Synchronization

/// Standard error, shared by messages and the progress line; both may be asked for from any thread.
final class Console: Sendable {
    /// Whether a progress line stands on the terminal.
    private let isProgressShown = Mutex(false)
    /// Whether standard error is a terminal.
    let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes one line of message. There is nobody to tell where that fails.
    func say(_ line: String) {
        write { try? LineWriter.standardError.write(line: line) }
    }

    /// Lets `body` write to wherever the terminal may show it, the progress line out of the way.
    func write<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let result: Result<Void, Failure> = isProgressShown.withLock { isShown in
            if isShown {
                try? LineWriter.standardError.write(text: "\r\u{1b}[K")
                isShown = false
            }
            return Result { () throws(Failure) in try body() }
        }
        try result.get()
    }

    /// Shows the line in the place of the one before it.
    func show(progress: String) {
        isProgressShown.withLock { isShown in
            try? LineWriter.standardError.write(text: "\r\(progress)\u{1b}[K")
            isShown = true
        }
    }

    func clearProgress() { write {} }

    /// Columns of the terminal, 80 where it does not say.
    var width: Int {
        var size = winsize()
        // SAFETY: `TIOCGWINSZ` fills one `winsize`.
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
