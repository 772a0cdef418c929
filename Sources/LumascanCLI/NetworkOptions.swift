internal import Glibc
internal import Lumascan

/// The options of network sources.
enum NetworkOptions {
    static let group = CommandSyntax.Group(
        title: "Network sources",
        options: [
            ProgramOption("user", value: "NAME", "user name of a camera; or $LUMASCAN_USER"),
            ProgramOption(
                "password-file", value: "FILE", "its first line is the password; or $LUMASCAN_PASSWORD, or in the URI"),
            ProgramOption("transport", value: "HOW", "auto, tcp or udp: by what RTSP carries video (auto)"),
            ProgramOption(
                "tls-ca", value: "FILE", "trust certificates signed with those in FILE (PEM), not the system's"),
            ProgramOption("latency", value: "MS", "how long RTSP waits for late packets (2000)"),
            ProgramOption(
                "stall-after", value: "MS", "a source that gives no frame for so long is opened anew (10000)"),
        ])

    /// Puts what the command line and the environment say into `options`.
    static func read(_ reader: ValueReader, into options: inout Options) throws(UsageError) {
        if let word = reader.text("transport") {
            guard let transport = Options.Transport(rawValue: word) else {
                throw reader.wrong("transport", "is none of auto, tcp, udp")
            }
            options.transport = transport
        }
        options.authorities = reader.text("tls-ca")
        options.latency = try reader.milliseconds("latency")
        if let stall = try reader.milliseconds("stall-after") {
            guard stall >= .seconds(1) else { throw reader.wrong("stall-after", "is shorter than a second") }
            options.stallAfter = stall
        }
        let isAlone = !reader.arguments.heedsEnvironment
        let user = reader.text("user") ?? (isAlone ? nil : variable("LUMASCAN_USER"))
        // A configuration's files may hold a password; no command line has that option.
        let written = try reader.text("password-file").map(firstLine)
        let password = reader.text("password") ?? written ?? (isAlone ? nil : variable("LUMASCAN_PASSWORD"))
        guard let user else {
            if password != nil { throw UsageError("a password without a user name: give --user or LUMASCAN_USER") }
            return
        }
        options.credentials = Credentials(user: user, password: password ?? "")
    }

    private static func variable(_ name: String) -> String? {
        // SAFETY: nothing in this program changes the environment; the text is copied.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The first line of a file, without its end; at most 4096 bytes of it.
    private static func firstLine(of path: String) throws(UsageError) -> String {
        // SAFETY: the path lives for the call.
        // A pipe that nobody writes to is not waited for.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw UsageError("--password-file: “\(SafeText.escaped(path))” cannot be read (\(systemText(errno)))")
        }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        // SAFETY: the array holds as many bytes as are asked for.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            throw UsageError("--password-file: “\(SafeText.escaped(path))” cannot be read (\(systemText(errno)))")
        }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
            throw UsageError("--password-file: “\(SafeText.escaped(path))” has no password in its first line")
        }
        return text
    }
}
