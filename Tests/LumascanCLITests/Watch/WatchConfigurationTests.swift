import Foundation
import Lumascan
import TestSupport
import Testing

@testable import LumascanCLI

@Suite("Configurations")
struct WatchConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a file that others may not read, unless told otherwise.
    @discardableResult
    private func write(_ text: String, to name: String = "a.conf", mode: Int = 0o600) throws -> String {
        let path = try folder.write(Array(text.utf8), to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func read(_ text: String) throws -> WatchConfiguration { try WatchConfiguration(path: try write(text)) }

    /// What is wrong, without the folder.
    private func problems(_ name: String = "a.conf") -> [String] {
        do throws(BrokenConfiguration) {
            _ = try WatchConfiguration(path: folder.file(name))
            return []
        } catch {
            return error.problems.map { $0.text.replacing(folder.path + "/", with: "") }
        }
    }

    private func problems(in text: String) throws -> [String] {
        try write(text)
        return problems()
    }

    // MARK: What is right

    @Test("Streams come in their order, with their own keys before the defaults")
    func streams() throws {
        let configuration = try read(
            """
            # A comment
            [watch]
            events=/tmp/codes.jsonl
            [defaults]
            formats=qr
            interval=200
            bytes=true

            [stream yard]
            uri=rtsp://host/yard
            [stream front door]
            uri=clip.mp4
            interval = 0
            bytes=false
            no-wall-clock=true
            """)
        #expect(configuration.events == .file("/tmp/codes.jsonl"))
        #expect(configuration.streams.map(\.name) == ["yard", "front door"])
        #expect(configuration.streams.map(\.source) == [.uri("rtsp://host/yard"), .file(path: "clip.mp4")])
        let options = configuration.streams.map(\.command.options)
        #expect(options.map(\.scan.interval) == [.milliseconds(200), .zero])
        #expect(options.map(\.scan.symbologies) == [.qr, .qr])
        #expect(options.map(\.alwaysBytes) == [true, false])
        #expect(options.map(\.scan.wallClock) == [true, false])
    }

    @Test("Every option of scan that is about a stream is a key")
    func keys() {
        let foreign: Set = ["help", "help-gst", "json", "once", "quiet", "timeout"]
        for option in ScanCommand.syntax.options {
            let problem = StreamKeys.problem(key: option.name, value: "true", isPrivate: true, isDefault: false)
            #expect((problem == nil) == !foreign.contains(option.name), "\(option.name)")
        }
    }

    @Test("Included files add groups and keys; their names go by the folder of the file that includes them")
    func includes() throws {
        try write("[stream a]\nuser=viewer\npassword=secret one\n", to: "secrets.conf")
        try write("[stream b]\nuri=b.mp4\n", to: "more.conf")
        let configuration = try read("[watch]\ninclude=secrets.conf ; more.conf;\n[stream a]\nuri=rtsp://host/a\n")
        #expect(configuration.streams.map(\.name) == ["a", "b"])
        let scan = configuration.streams[0].command.options.scan
        #expect(scan.credentials == Credentials(user: "viewer", password: "secret one"))
    }

    @Test(
        "A stream's own credentials come before those of the defaults",
        arguments: [
            ("uri=rtsp://h/x", Credentials(user: "all", password: "common")),
            ("uri=rtsp://h/x\nuser=one", Credentials(user: "one", password: "common")),
            ("uri=rtsp://h/x\npassword=own", Credentials(user: "all", password: "own")),
            ("uri=rtsp://h/x\npassword-file=FILE", Credentials(user: "all", password: "filed")),
            // Those of the URI are understood where it is opened.
            ("uri=rtsp://u:p@h/x", nil),
            ("uri=rtsp://u:p@h/x\nuser=one\npassword=own", Credentials(user: "one", password: "own")),
        ] as [(String, Credentials?)])
    func credentials(keys: String, expected: Credentials?) throws {
        let file = try write("filed\n", to: "password")
        let configuration = try read(
            "[defaults]\nuser=all\npassword=common\n[stream a]\n" + keys.replacing("FILE", with: file))
        #expect(configuration.streams[0].command.options.scan.credentials == expected)
    }

    @Test("Blanks around keys and values, and ends of lines of other systems, do not count")
    func blanks() throws {
        let stream = try read("[stream a]  \r\n uri = a b.mp4 \t\r\ninterval=5 \r\n").streams[0]
        #expect(stream.source == .file(path: "a b.mp4"))
        #expect(stream.command.options.scan.interval == .milliseconds(5))
    }

    @Test("Streams are equal if running one is running the other")
    func equality() throws {
        let password = try write("one", to: "password")
        let text = "[stream a]\nuri=rtsp://h/x\nuser=u\npassword-file=\(password)\nbytes=true\n"
        let first = try read(text)
        #expect(try read("[defaults]\nbytes=true\n" + text.replacing("bytes=true", with: "")) == first)
        #expect(try read(text.replacing("true", with: "false")) != first)
        #expect(try read(text.replacing("/x", with: "/y")) != first)
        try write("two", to: "password")
        #expect(try read(text) != first)
    }

    // MARK: What is wrong

    @Test(
        "Each mistake is one line: file, line, key and reason",
        arguments: [
            ("[stream a]\nuri=x\ninterval=abc", "a.conf:3: interval: “abc” is not a number of milliseconds"),
            ("[stream a]\nuri=x\nmode=fast", "a.conf:3: mode: “fast” is none of auto, recorded, live"),
            ("[stream a]\nuri=x\nbytes=yes", "a.conf:3: bytes: is neither true nor false"),
            ("[stream a]\nuri=x\njson=true", "a.conf:3: json: is an option of the program, not of a stream"),
            (
                "[stream a]\nuri=x\nfps=5",
                "a.conf:3: fps: is no key of a stream; 'lumascan watch --help' says what is"
            ),
            ("[stream a]\nuri=x\n\nuri=y", "a.conf:4: uri: is set in line 2 already"),
            ("[stream a]\nuri=", "a.conf:2: uri: is empty"),
            ("[stream a]\nuri=-", "a.conf:2: uri: standard input is for 'lumascan scan'"),
            ("[stream a]\nuri=/tmp", "a.conf:2: uri: is a folder: name a file in it"),
            ("[stream a]\nuri=a\\b", "a.conf:2: uri: has a backslash that begins none of \\s, \\n, \\t, \\r and \\\\"),
            ("[stream a]\ninterval=5", "a.conf:1: [stream a]: has no uri"),
            ("[stream a]\nuri=x\n[stream  a]", "a.conf:3: [stream  a]: stands in line 1 already"),
            (
                "[stream a]\nuri=x\n[stream]", "a.conf:3: [stream]: is none of [watch], [defaults] and [stream NAME]"
            ),
            (
                "[stream a]\nuri=x\n[camera b]\nuri=y",
                "a.conf:3: [camera b]: is none of [watch], [defaults] and [stream NAME]"
            ),
            ("[stream a\u{85}]\nuri=x", "a.conf:1: [stream a\u{85}]: the name has control characters"),
            (
                "[stream a\u{1b}]\nuri=x",
                "a.conf:1: is no [group]: its name may hold no brackets and no control characters"
            ),
            ("[stream a]\nuri=x\nhunter2", "a.conf:3: is neither a [group] nor key=value nor a # comment"),
            ("[stream a]\nuri=x\nuser=\0", "a.conf:3: is not text in UTF-8"),
            ("uri=x\n[stream a]\nuri=x", "a.conf:1: uri: stands before the first group"),
            ("[defaults]\nuri=x\n[stream a]\nuri=x", "a.conf:2: uri: belongs into a [stream NAME]"),
            (
                "[watch]\nevent=x\n[stream a]\nuri=x",
                "a.conf:2: event: is no key of [watch], which has include and events"
            ),
            ("[watch]\nevents=\n[stream a]\nuri=x", "a.conf:2: events: the name of the file is empty"),
            ("[watch]\ninclude=no.conf\n[stream a]\nuri=x", "no.conf: no such file"),
            ("[watch]\ninclude=.\n[stream a]\nuri=x", ".: is not a regular file"),
            ("[watch]\ninclude=;\n[stream a]\nuri=x", "a.conf:2: include: names 0 files, not 1 to 64"),
            ("[watch]\ninclude=a.conf\n[stream a]\nuri=x", "a.conf:2: include: “a.conf” is read already"),
            ("[stream a]\nuri=rtsp://h/x\npassword=p", "a.conf:3: password: has no user beside it"),
            (
                "[stream a]\nuri=rtsp://h/x\nuser=u\npassword-file=/no/file",
                "a.conf:4: password-file: “/no/file” cannot be read (No such file or directory)"
            ),
            (
                "[stream a]\nuri=rtsp://h/x\nuser=u\npassword=p\npassword-file=/no/file",
                "a.conf:4: password: there is a password-file as well"
            ),
            ("[stream a]\nuri=x\nlight-ok=0.1", "a.conf:3: light-ok: light-low (0.16) must be below light-ok (0.1)"),
            ("[stream a]\nuri=x\nlight-low=0.5", "a.conf:3: light-low: (0.5) must be below light-ok (0.22)"),
            (
                "[stream a]\nuri=x\non-light-low=no-such-lamp 1",
                "a.conf:3: on-light-low: names “no-such-lamp”, and there is no such program"
            ),
            ("", "a.conf: names no stream: add a group [stream NAME] with uri=…"),
        ])
    func mistakes(text: String, problem: String) throws {
        #expect(try problems(in: text) == [problem])
    }

    @Test("All mistakes of all files are told, in the order of the files and their lines")
    func all() throws {
        try write("[stream a]\nconfirm=0\n[stream c]\nuser=x\n", to: "more.conf")
        let told = try problems(
            in: """
                [watch]
                include=more.conf
                [defaults]
                interval=x
                [stream a]
                uri=a
                formats=nothing
                region=1
                [stream b]
                uri=b
                nonsense
                """)
        #expect(
            told.map { String($0.prefix { $0 != " " }) } == [
                "a.conf:4:", "a.conf:7:", "a.conf:8:", "a.conf:11:", "more.conf:2:", "more.conf:3:",
            ])
    }

    @Test("The keys of a group that is wrong are not taken for those of the one before")
    func lostGroup() throws {
        #expect(
            try problems(in: "[stream a]\nuri=x\n[stream [b]]\nuri=y\n") == [
                "a.conf:3: is no [group]: its name may hold no brackets and no control characters"
            ])
    }

    @Test("A key may stand in one of the files alone, and only the first one includes others")
    func included() throws {
        try write("[watch]\ninclude=a.conf\n[stream a]\nuri=y\n", to: "more.conf")
        #expect(
            try problems(in: "[watch]\ninclude=more.conf\n[stream a]\nuri=x\n") == [
                "more.conf:2: include: is set in a.conf:2 already", "more.conf:4: uri: is set in a.conf:4 already",
            ])
    }

    @Test("Events go neither into a configuration nor into a source")
    func eventsTarget() throws {
        let clip = try folder.write([], to: "clip.mp4")
        for (target, problem) in [
            (folder.file("a.conf"), "names a configuration"), (clip, "names the source of a stream"),
        ] {
            #expect(
                try problems(in: "[watch]\nevents=\(target)\n[stream a]\nuri=\(clip)\n") == [
                    "a.conf:2: events: \(problem)"
                ])
        }
    }

    @Test("Two streams do not send their video to one place", arguments: ["shm=/tmp/x", "restream=rtsp://:8554/x"])
    func exclusive(setting: String) throws {
        let key = setting.prefix { $0 != "=" }
        let problem = "\(key): [stream a] and [stream b] cannot both have it"
        #expect(
            try problems(in: "[stream a]\nuri=x\n\(setting)\n[stream b]\nuri=y\n\(setting)\n") == [
                "a.conf:6: \(problem)"
            ])
        #expect(
            try problems(in: "[defaults]\n\(setting)\n[stream a]\nuri=x\n[stream b]\nuri=y\n") == [
                "a.conf:2: \(problem)"
            ])
    }

    @Test("A password stands only in a file that others may neither read nor write", arguments: [0o604, 0o602, 0o644])
    func mode(mode: Int) throws {
        try write("[stream a]\nuri=rtsp://h/x\nuser=u\npassword=geheim\n", mode: mode)
        #expect(
            problems() == [
                "a.conf:4: password: others may read this file: take that from them (chmod o= FILE), or use password-file"
            ])
        try write("[stream a]\nuri=rtsp://h/x\nuser=u\npassword=geheim\n", mode: 0o640)
        #expect(problems() == [])
    }

    @Test("A file that is too large, missing or no file")
    func files() throws {
        let filler = String(repeating: "#\n", count: KeyFile.largest / 2 - 10)
        try write(filler + "[stream a]\nuri=x\n")
        #expect(problems() == [])
        try write(filler + "[stream a]\nuri=long.mp4\n")
        #expect(problems() == ["a.conf: is larger than a megabyte"])
        #expect(problems("none.conf") == ["none.conf: no such file"])
        try Command.output(of: ["mkfifo", folder.file("pipe")])
        #expect(problems("pipe") == ["pipe: is not a regular file"])
    }

    @Test("The example is right")
    func example() throws {
        let path = "\(SharedData.packageRoot)/pipelines/watch/cameras.conf"
        #expect(try WatchConfiguration(path: path).streams.map(\.name) == ["front-door", "loading-bay"])
    }
}
