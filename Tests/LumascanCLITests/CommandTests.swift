import Lumascan
import Testing

@testable import LumascanCLI

@Suite("Commands")
struct CommandTests {
    private func arguments(
        _ rest: [String], flags: Set<String> = [], values: [String: String] = [:]
    ) -> ParsedArguments {
        ParsedArguments(flags: flags, values: values, rest: rest.map { Array($0.utf8) })
    }

    @Test("scan takes its options")
    func scan() throws {
        let command = try ScanCommand(
            arguments(
                ["a"], flags: ["once", "json", "bytes", "quiet", "no-wall-clock", "unread"],
                values: [
                    "formats": "qr,ean13", "interval": "0", "confirm": "4", "lost-after": "1500",
                    "update-interval": "200", "max-codes": "3", "light-interval": "250", "light-low": "0.1",
                    "light-ok": "0.3", "start": "1:00", "duration": "2.5", "mode": "live", "timeout": "9",
                    "workers": "8", "effort": "thorough",
                ]))
        let options = command.options
        #expect(command.isOnce && options.isJSON && options.alwaysBytes && options.isQuiet)
        #expect(options.timeout == .seconds(9))
        #expect(options.scan.symbologies == SymbologySet([.qrCode, .microQRCode, .ean13]))
        #expect(options.scan.interval == .zero)
        #expect(options.scan.effort == .thorough)
        #expect(options.scan.reportsUnread)
        #expect(options.scan.confirm == 4)
        #expect(options.scan.lostAfter == .milliseconds(1500))
        #expect(options.scan.updateInterval == .milliseconds(200))
        #expect(options.scan.maxCodes == 3)
        #expect(options.scan.lightInterval == .milliseconds(250))
        #expect(options.scan.lightLow == 0.1)
        #expect(options.scan.lightOK == 0.3)
        #expect(options.scan.start == .seconds(60))
        #expect(options.scan.duration == .milliseconds(2500))
        #expect(options.scan.mode == .live)
        #expect(options.scan.workers == 8)
        #expect(!options.scan.wallClock)
    }

    @Test(
        "what scan cannot follow says why",
        arguments: [
            ([], [:], "scan needs a SOURCE: a file, a folder, a URI, “camera:”, or “-”"),
            (["a"], ["light-low": "0.3"], "--light-low (0.3) must be below --light-ok (0.22)"),
            (["a"], ["mode": "fast"], "--mode: “fast” is none of auto, recorded, live"),
            (["a"], ["effort": "fast"], "--effort: “fast” is neither quick nor thorough"),
            (["a"], ["duration": "0"], "--duration: “0” is no time at all"),
            (["a"], ["camera-format": "640x"], "--camera-format: “640x” is not a size and a rate, such as 1280x720@30"),
            (["a"], ["on-light-low": "sh -c 'x"], "--on-light-low: is no command: a quote has no end"),
            (["a"], ["on-light-ok": "  "], "--on-light-ok: names no program"),
            (
                ["a"], ["on-light-low": "no-such-lamp 1"],
                "--on-light-low: names “no-such-lamp”, and there is no such program"
            ),
            (["a"], ["command-timeout": "3"], "--command-timeout needs --on-light-low or --on-light-ok"),
            (
                ["a"], ["on-light-low": "true", "command-timeout": "16"],
                "--command-timeout: “16” is not a time up to 15 seconds"
            ),
            (["a"], ["workers": "0"], "--workers: “0” is not a number from 1 to 64"),
        ] as [([String], [String: String], String)])
    func wrongScan(rest: [String], values: [String: String], message: String) {
        #expect(throws: UsageError(message)) { try ScanCommand(arguments(rest, values: values)) }
    }

    @Test("annotate takes its options")
    func annotate() throws {
        let command = try AnnotateCommand(
            arguments(["in.mov", "out.webm"], flags: ["overwrite"], values: ["quality": "63", "events": "e.jsonl"]))
        #expect(command.input == .source(.file(path: "in.mov"), name: "in.mov"))
        #expect(command.output == Output(path: "out.webm", encoder: nil, quality: 63, overwrites: true))
        #expect(command.events == .file("e.jsonl"))
    }

    @Test(
        "what annotate cannot follow says why",
        arguments: [
            (["a"], [:], "annotate needs an INPUT and an OUTPUT"),
            (["a", "b.mp4", "c"], [:], "annotate needs an INPUT and an OUTPUT"),
            (["a", "b.mp4"], ["quality": "52"], "--quality: “52” is not a number from 0 to 51"),
            (["a", "b.jpg"], ["quality": "101"], "--quality: “101” is not a number from 0 to 100"),
            (
                ["a", "b.mp4"], ["quality": "5", "encoder": "x265enc"],
                "--quality is for the default encoder: put it into --encoder"
            ),
            (["a", "b.mp4"], ["events": "a"], "--events names the input itself"),
            (["a", "b.mp4"], ["events": "b.mp4"], "--events names the output itself"),
            (["a", "b.mp4"], ["events": "fd:987654"], "--events: “fd:987654” is not an open file descriptor"),
        ] as [([String], [String: String], String)])
    func wrongAnnotate(rest: [String], values: [String: String], message: String) {
        #expect(throws: UsageError(message)) { try AnnotateCommand(arguments(rest, values: values)) }
    }

    @Test("run takes values by name, the first = parts them")
    func run() throws {
        let command = try RunCommand(arguments(["f.launch", "input=a=b", "empty="]))
        #expect(command.path == "f.launch")
        #expect(command.values.map(\.name) == ["input", "empty"])
        #expect(command.values.map(\.value) == ["a=b", ""])
    }

    @Test(
        "what run cannot follow says why",
        arguments: [
            ([], "run needs a FILE.launch"), (["f.launch", "x"], "“x” is not name=value"),
            (["f.launch", "x=1", "x=2"], "“x” has two values"),
        ])
    func wrongRun(rest: [String], message: String) {
        #expect(throws: UsageError(message)) { try RunCommand(arguments(rest)) }
    }

    @Test(
        "a region in pixels must begin inside the picture",
        arguments: [("639,479,5,5px", true), ("640,0,5,5px", false), ("0,480,5,5px", false), ("0,0,1,1", true)])
    func regions(region: String, isInside: Bool) throws {
        let command = try ScanCommand(arguments(["a"], values: ["region": region]))
        let format = StreamFormat(
            source: "a", width: 640, height: 480, framerate: "25/1", isLive: false, orientation: "rotate-0")
        #expect((command.options.problem(with: format, of: "a") == nil) == isInside)
    }
}
