import Foundation
import TestSupport
import Testing
import Threading

@testable import Commands

@Suite("Running commands") struct CommandRunnerTests {
    private let folder: TemporaryFolder
    private let failures = Guarded<[String]>([])

    init() throws { folder = try TemporaryFolder() }

    private func job(
        _ script: String, _ purpose: String = "p", environment: [String: String] = [:]
    ) throws -> CommandRunner.Job {
        let command = try Commands.Command(arguments: ["sh", "-c", script, "sh", folder.path])
        return CommandRunner.Job(purpose, command, environment: environment) { [failures] message in
            failures.change { $0.append(message) }
        }
    }

    private func told(_ script: String, limit: Duration = .seconds(20)) throws -> [String] {
        let runner = CommandRunner(limit: limit)
        runner.run(try job(script))
        runner.finish()
        return failures.withLock { $0 }
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    @Test(
        "a failure is one line",
        arguments: [
            ("exit 0", []), ("echo fine; exit 3", ["p: “sh” ended with status 3: fine"]),
            ("exit 255", ["p: “sh” ended with status 255"]),
            ("echo a; echo b >&2; exit 1", ["p: “sh” ended with status 1: b"]),
            ("kill -9 $$", ["p: “sh” was ended by signal 9"]),
            ("printf '\\033[2J\\033]0;x\\007'; exit 1", ["p: “sh” ended with status 1: \u{1b}[2J\u{1b}]0;x\u{7}"]),
            ("head -c 5000000 /dev/zero | tr '\\0' x; echo; echo end; exit 1", ["p: “sh” ended with status 1: end"]),
            ("exec >&- 2>&-; exit 4", ["p: “sh” ended with status 4"]), ("read x; test -z \"$x\"", []),
        ])
    func failures(script: String, messages: [String]) throws {
        #expect(try told(script) == messages)
    }

    @Test("one that takes too long is ended, also where it does not listen", arguments: ["", "trap '' TERM; "])
    func tooLong(preparation: String) throws {
        #expect(
            try told(preparation + "echo waiting; while :; do sleep 1; done", limit: .milliseconds(300))
                == ["p: “sh” took longer than 0.3 s and was ended: waiting"])
    }

    @Test("what it leaves behind is ended with it", arguments: ["exit 0", "sleep 60"])
    func children(end: String) throws {
        _ = try told("sleep 60 & echo $! > $1/pid; \(end)", limit: .seconds(1))
        let child = try #require(pid_t(try text("pid").trimmingCharacters(in: .newlines)))
        // The killed process is reaped by whatever adopts it, which may take a moment or never happen.
        var state: String?
        for _ in 0..<100 {
            state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            guard let text = state, !text.contains(") Z ") else { break }
            usleep(20_000)
        }
        #expect(state?.contains(") Z ") != false)
    }

    @Test("it has a group of its own, and nothing open but the three")
    func surroundings() throws {
        let script = """
            cut -d ' ' -f 5 /proc/$$/stat > $1/group; echo $$ > $1/pid
            ls /proc/$$/fd > $1/open
            """
        #expect(try told(script) == [])
        #expect(try text("group") == text("pid"))
        #expect(try text("open").split(separator: "\n").filter { (Int($0) ?? 0) <= 2 } == ["0", "1", "2"])
    }

    @Test("no signal is blocked")
    func signals() throws {
        // As the program does, whose threads leave signals to one of them.
        var (blocked, before) = (sigset_t(), sigset_t())
        // SAFETY: both live for the calls.
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let words = ["grep", "-q", "^SigBlk:\t0000000000000000$", "/proc/self/status"]
        let runner = CommandRunner(limit: .seconds(20))
        runner.run(
            CommandRunner.Job("p", try Commands.Command(arguments: words), environment: [:]) { [failures] message in
                failures.change { $0.append(message) }
            })
        runner.finish()
        #expect(failures.withLock { $0 } == [])
    }

    @Test("the facts come over the environment of the program")
    func environment() throws {
        let runner = CommandRunner(limit: .seconds(20))
        runner.run(try job("printf '%s|%s' \"$FACT\" \"$PATH\" > $1/out", environment: ["FACT": "a b='\n$x"]))
        runner.finish()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        #expect(try text("out") == "a b='\n$x|\(path)")
    }

    @Test("never two at once, and of those that wait the newest alone")
    func oneAtATime() throws {
        let runner = CommandRunner(limit: .seconds(20))
        let script =
            "mkdir $1/busy || exit 1; until test -e $1/go; do sleep 0.02; done; rmdir $1/busy; echo $FACT >> $1/log"
        for number in 1...41 {
            runner.run(try job(script, number.isMultiple(of: 2) ? "even" : "odd", environment: ["FACT": "\(number)"]))
        }
        runner.run(try job(script, "even", environment: ["FACT": "42"]))
        try folder.write([], to: "go")
        runner.finish()
        #expect(try text("log") == "1\n42\n")
        #expect(failures.withLock { $0 } == [])
    }

    @Test("a change that was taken back while one runs runs nothing")
    func takenBack() throws {
        let runner = CommandRunner(limit: .seconds(20))
        let script = "until test -e $1/go; do sleep 0.02; done; echo $FACT >> $1/log"
        for (number, purpose) in ["low", "ok", "low"].enumerated() {
            runner.run(try job(script, purpose, environment: ["FACT": "\(number)"]))
        }
        try folder.write([], to: "go")
        runner.finish()
        #expect(try text("log") == "0\n")
    }

    @Test("cancelled, it ends without a word and nothing follows")
    func cancelled() throws {
        let runner = CommandRunner(limit: .seconds(1000))
        runner.run(try job("trap '' TERM; while :; do sleep 1; done", "one"))
        runner.run(try job("echo > $1/two", "two"))
        runner.cancel()
        runner.run(try job("echo > $1/three", "three"))
        runner.finish()
        #expect(failures.withLock { $0 } == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("what cannot be started says why")
    func unstartable() throws {
        let path = try folder.write(Array("no program".utf8), to: "lamp")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let command = try Commands.Command(arguments: [path])
        let runner = CommandRunner(limit: .seconds(1))
        runner.run(
            CommandRunner.Job("p", command, environment: [:]) { [failures] message in
                failures.change { $0.append(message) }
            })
        runner.finish()
        #expect(failures.withLock { $0 } == ["p: “\(path)” cannot be started (Exec format error)"])
    }
}
