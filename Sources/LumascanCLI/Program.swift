internal import Glibc
internal import Lumascan
internal import Media

/// The program `lumascan`.
@main
struct Program: Sendable {
    let console: Console
    let interruption: Interruption

    static func main() {
        keepStandardDescriptors()
        // SAFETY: `main`'s vector: `argc` strings that end with NUL and live as long as the process.
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
        }
        let interruption = Interruption(reloads: arguments.first == Array(WatchCommand.syntax.name.utf8))
        interruption.holdSignals()
        ProcessTitle.refuseGraphs()
        ProcessTitle.hideSecrets()
        let program = Program(console: Console(), interruption: interruption)
        Task.detached {
            let status = await program.run(arguments)
            end(status)
        }
        program.interruption.waitForSignals()
    }

    /// - Parameter arguments: the command line without the program's name.
    /// - Returns: the exit status.
    private func run(_ arguments: [[UInt8]]) async -> Int32 {
        guard let first = arguments.first else {
            console.say(Self.help)
            return ExitStatus.usage
        }
        let rest = Array(arguments.dropFirst())
        switch String(decoding: first, as: UTF8.self) {
        case "--help", "-h": return write(Self.help + "\n")
        case "--version": return write(Self.version + "\n")
        case ScanCommand.syntax.name:
            return await run(ScanCommand.syntax, rest) { arguments throws(UsageError) in
                let command = try ScanCommand(arguments)
                return { await command.run(console, interruption) }
            }
        case AnnotateCommand.syntax.name:
            return await run(AnnotateCommand.syntax, rest) { arguments throws(UsageError) in
                let command = try AnnotateCommand(arguments)
                return { await command.run(console, interruption) }
            }
        case RunCommand.syntax.name:
            return await run(RunCommand.syntax, rest) { arguments throws(UsageError) in
                let command = try RunCommand(arguments)
                return { () throws(UsageError) in try await command.run(console, interruption) }
            }
        case WatchCommand.syntax.name:
            return await run(WatchCommand.syntax, rest) { arguments throws(UsageError) in
                let command = try WatchCommand(arguments)
                return { await command.run(console, interruption) }
            }
        case DevicesCommand.syntax.name:
            return await run(DevicesCommand.syntax, rest) { arguments throws(UsageError) in
                let command = try DevicesCommand(arguments)
                return { await command.run(console) }
            }
        default:
            console.say(PlainText.error("unknown command “\(SafeText.escaped(first))”", hint: nil))
            console.say(Self.help)
            return ExitStatus.usage
        }
    }

    private func run(
        _ syntax: CommandSyntax, _ arguments: [[UInt8]],
        make: (ParsedArguments) throws(UsageError) -> () async throws(UsageError) -> Int32
    ) async -> Int32 {
        do throws(UsageError) {
            let parsed = try ArgumentParser(options: syntax.options).parse(arguments)
            if parsed.flags.contains("help") { return write(syntax.helpText) }
            if parsed.flags.contains("help-gst") { return write(ArgumentParser.streamerHelp()) }
            return try await make(parsed)()
        } catch {
            console.say(PlainText.error(error.message, hint: "try 'lumascan \(syntax.name) --help'"))
            return ExitStatus.usage
        }
    }

    private func write(_ text: String) -> Int32 {
        do throws(WriteFailure) {
            try LineWriter.standardOutput.write(text: text)
            return 0
        } catch {
            if error.isReaderGone { return ExitStatus.signal(SIGPIPE) }
            console.say(PlainText.error(error.message, hint: nil))
            return ExitStatus.failed
        }
    }

    /// Ends the process; by SIGPIPE where the reader of standard output went away, as programs do.
    ///
    /// At once, without the handlers of `exit`: they would take down the static data of C++ libraries that looks on
    /// other threads still use. Everything was written by `write`, so nothing waits in a buffer.
    private static func end(_ status: Int32) -> Never {
        if status == ExitStatus.signal(SIGPIPE) {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        _exit(status)
    }

    /// Fills closed standard descriptors, so that no file that is opened later becomes one. What fills them gives
    /// the errors that a closed one would.
    private static func keepStandardDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // SAFETY: a literal path. The lowest free descriptor, which is this one, is taken.
            _ = unsafe open("/dev/null", mode)
        }
    }

    static let number = "0.4.0"

    static var version: String {
        "lumascan \(number) (\(MediaLibrary.version), \(ReaderLibrary.zxing.name) \(ReaderLibrary.zxing.version))"
    }

    static let help = """
        Usage: lumascan scan [options] SOURCE...            say which codes are in videos and pictures
               lumascan annotate [options] INPUT OUTPUT    write a copy with the codes highlighted
               lumascan run [options] FILE.launch [name=value...]
                                                           scan in a GStreamer pipeline of your own
               lumascan watch [options] FILE               scan all streams of a configuration, as a service
               lumascan devices                            list the cameras
               lumascan --help | --version

        'lumascan COMMAND --help' shows a command's options and examples.
        """
}
