/// `lumascan watch`: scans every stream of a configuration, in one process, for as long as it is let.
struct WatchCommand: Sendable {
    let path: String
    let onlyChecks: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard arguments.rest.count == 1 else { throw UsageError("watch needs one FILE, a configuration") }
        guard let path = String(validating: arguments.rest[0], as: UTF8.self), !path.isEmpty else {
            throw UsageError("FILE: “\(SafeText.escaped(arguments.rest[0]))” is not valid UTF-8")
        }
        self.path = path
        onlyChecks = arguments.flags.contains("check")
    }

    /// - Returns: the exit status.
    func run(_ console: Console, _ interruption: Interruption) async -> Int32 {
        let configuration: WatchConfiguration
        do throws(BrokenConfiguration) {
            configuration = try WatchConfiguration(path: path)
        } catch {
            for problem in error.problems { console.say(PlainText.error(problem.text, hint: nil)) }
            return ExitStatus.usage
        }
        do throws(WriteFailure) {
            if onlyChecks {
                let count = PlainText.count(configuration.streams.count, "stream")
                try LineWriter.standardOutput.write(line: "\(SafeText.escaped(path)): \(count), nothing wrong")
                return ExitStatus.found
            }
            let log = try EventLog(configuration.events, console: console)
            var supervisor = Supervisor(
                path: path, configuration: configuration, log: log, console: console, interruption: interruption)
            return await supervisor.run()
        } catch {
            console.say(PlainText.error(error.message, hint: nil))
            return ExitStatus.failed
        }
    }

    static let syntax = CommandSyntax(
        name: "watch", arguments: "[options] FILE",
        summary: """
            Scan every stream of a configuration in one process, and write their events as JSON Lines.

            A stream that fails is tried again and touches no other. SIGHUP reads FILE again: what did not
            change goes on, and of a FILE with mistakes nothing is taken over. SIGTERM ends all in order.
            Under systemd (Type=notify) it tells how it is, and pings the watchdog.
            """,
        groups: [
            CommandSyntax.Group(
                title: "Options",
                options: [ProgramOption("check", "say what is wrong with FILE, and run nothing")])
        ],
        notes: [
            (
                "FILE",
                [
                    "[watch]",
                    "include=secrets.conf       further such files, parted by ; (names go by FILE's folder)",
                    "events=codes.jsonl         where events are added (default: standard output)",
                    "[defaults]                 keys of all streams that do not have them themselves",
                    "formats=qr",
                    "[stream front-door]        one group a stream; its events bear the name",
                    "uri=rtsp://192.168.1.20/1  what scan takes as a SOURCE: a URI or a file",
                    "interval=200               every option of scan that is about a stream",
                    "no-wall-clock=true         those without a value are true or false",
                    "user=viewer                the environment's LUMASCAN_USER and _PASSWORD do not count",
                    "password=...               in a file that others may not read; or password-file=",
                ]
            ),
            (
                "Examples",
                ["lumascan watch --check /etc/lumascan/cameras.conf", "lumascan watch cameras.conf >> codes.jsonl"]
            ),
            (
                "Exit status",
                [
                    "0 ended by SIGTERM or, with --check, nothing is wrong; 2 FILE is wrong; 3 the events' file",
                    "cannot be opened; 130 interrupted",
                ]
            ),
        ])
}
