internal import CGStreamer
internal import Glibc
internal import Synchronization

/// Takes secrets out of everything that GStreamer and GLib write of themselves: the debug log, on standard error or in
/// GST_DEBUG_FILE, and GLib's warnings. Not out of pipeline graphs (GST_DEBUG_DUMP_DOT_DIR): GStreamer reads that variable
/// when it is initialised, so the program takes it away before.
///
/// For the process as a whole, since their logs are.
package enum SecretLog {
    /// From now on none of the texts is written; call it before an element is given one of them.
    package static func hide(_ texts: some Sequence<String>) {
        let isFirst = state.withLock { state in
            state.add(texts)
            guard !state.isInstalled, !state.texts.isEmpty else { return false }
            state.isInstalled = true
            return true
        }
        if isFirst { install() }
    }

    /// The text with every secret as `***`.
    package static func clean(_ text: String) -> String { state.withLock { $0.cleaned(text) } }

    private struct State {
        /// The longest first, so that none is cut by one that it holds.
        var texts: [String] = []
        var isInstalled = false

        mutating func add(_ more: some Sequence<String>) {
            texts = Set(texts).union(more.filter { !$0.isEmpty }).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        }

        func cleaned(_ text: String) -> String {
            var text = text
            for secret in texts where text.contains(secret) { text = text.replacing(secret, with: "***") }
            return text
        }
    }

    private static let state = Mutex(State())
    /// Where lines go.
    private static let descriptor = Mutex<CInt>(STDERR_FILENO)

    private static func install() {
        if let file = openLogFile() { descriptor.withLock { $0 = file } }
        unsafe gst_debug_remove_log_function(lumascan_default_log_function())
        unsafe gst_debug_add_log_function(
            { category, level, file, function, line, object, message, _ in
                // SAFETY: all belong to the caller for the call; the line is "transfer full".
                let text = unsafe takeString(
                    gst_debug_log_get_line(category, level, file, function, line, object, message))
                if let text { SecretLog.write(text) }
            }, nil, nil)
        // What GLib would write itself comes here; messages of other writers are not touched.
        unsafe g_log_set_default_handler(
            { domain, level, message, _ in
                // As GLib itself: messages for developers are not shown.
                guard level.rawValue & (G_LOG_LEVEL_INFO.rawValue | G_LOG_LEVEL_DEBUG.rawValue) == 0 else { return }
                let domain = unsafe domain.map { unsafe String(cString: $0) } ?? "GLib"
                let message = unsafe message.map { unsafe String(cString: $0) } ?? ""
                SecretLog.write("\(domain): \(message)\n")
            }, nil)
    }

    /// The file that GST_DEBUG_FILE names, which GStreamer has begun already; nil for standard error.
    private static func openLogFile() -> CInt? {
        // SAFETY: nothing in this process changes this variable; the path lives for the call.
        guard let name = unsafe getenv("GST_DEBUG_FILE").map({ unsafe String(cString: $0) }), !name.isEmpty else {
            return nil
        }
        if name == "-" { return STDOUT_FILENO }
        let path = name.replacing("%p", with: "\(getpid())")
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        return file >= 0 ? file : nil
    }

    private static func write(_ line: String) {
        var bytes = Array(clean(line).utf8)[...]
        descriptor.withLock { descriptor in
            while !bytes.isEmpty {
                // SAFETY: the bytes live for the call.
                let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }
}
