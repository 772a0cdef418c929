internal import Glibc
internal import Lumascan

/// What others may see of the program's command line and environment.
enum ProcessTitle {
    /// Takes GST_DEBUG_DUMP_DOT_DIR away where any credentials are given, or may come out of a configuration: the graphs
    /// would hold them.
    ///
    /// Call it before there is a second thread and before GStreamer is initialised.
    static func refuseGraphs() {
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            // SAFETY: as below.
            unsafe CommandLine.unsafeArgv[index].map { unsafe String(decoding: bytes(of: $0), as: UTF8.self) }
        }
        let isSecret =
            arguments.first == WatchCommand.syntax.name
            || arguments.contains { $0.hasPrefix("--password-file") || hidden($0) != $0 }
        // SAFETY: one thread.
        guard unsafe isSecret || getenv("LUMASCAN_PASSWORD") != nil else { return }
        unsafe unsetenv("GST_DEBUG_DUMP_DOT_DIR")
    }

    /// Writes over the credentials and secret query values of URIs in the vector that `main` was given.
    ///
    /// Call it before there is a second thread, when the arguments were copied.
    static func hideSecrets() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            // SAFETY: `main`'s vector: `argc` strings that end with NUL, may be written and live as long as the process.
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let text = unsafe String(decoding: bytes(of: argument), as: UTF8.self)
            let length = unsafe strlen(argument)
            let shown = Array(hidden(text).utf8.prefix(length))
            guard shown != Array(text.utf8) else { continue }
            for place in 0..<length {
                unsafe argument[place] = place < shown.count ? CChar(bitPattern: shown[place]) : 0
            }
        }
    }

    /// An argument may be an option with its value: `--name=URI`.
    private static func hidden(_ text: String) -> String {
        guard text.hasPrefix("-"), let sign = text.firstIndex(of: "=") else { return Source.shown(text) }
        return text[...sign] + Source.shown(String(text[text.index(after: sign)...]))
    }
}
