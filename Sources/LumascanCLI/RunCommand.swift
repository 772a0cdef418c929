internal import FoundationEssentials
internal import Lumascan

/// `lumascan run`: scans in the user's own GStreamer pipeline.
struct RunCommand: Sendable {
    let options: DetectionOptions
    let path: String
    let values: [(name: String, value: String)]
    let events: EventsTarget?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = ValueReader(arguments: arguments)
        options = try DetectionOptions(reader)
        var words: [String] = []
        for argument in arguments.rest {
            guard let word = String(validating: argument, as: UTF8.self) else {
                throw UsageError("“\(SafeText.escaped(argument))” is not valid UTF-8")
            }
            words.append(word)
        }
        guard let path = words.first else { throw UsageError("run needs a FILE.launch") }
        self.path = path
        var values: [(name: String, value: String)] = []
        for word in words.dropFirst() {
            guard let sign = word.firstIndex(of: "=") else {
                throw UsageError("“\(SafeText.escaped(word))” is not name=value")
            }
            let name = String(word[..<sign])
            guard !values.contains(where: { $0.name == name }) else {
                throw UsageError("“\(SafeText.escaped(name))” has two values")
            }
            values.append((name, String(word[word.index(after: sign)...])))
        }
        self.values = values
        events = try reader.text("events").map { text throws(UsageError) in try EventsTarget(text) }
        if events?.isFile(at: path) == true { throw UsageError("--events names the description itself") }
    }

    /// - Returns: the exit status.
    func run(_ console: Console, _ interruption: Interruption) async throws(UsageError) -> Int32 {
        let description: String
        switch Self.read(path) {
        case .success(let text): description = try LaunchFile(text).filled(with: values)
        case .failure(let error):
            return StreamRun.tell(error, name: path, options: options, outputs: [], on: console)
        }
        if let timeout = options.timeout { interruption.startTimer(timeout) }
        let json = EventOutput.Form.json(alwaysBytes: options.alwaysBytes)
        let form = options.isJSON ? json : .plain(namesStream: false)
        let isVideoOut = LaunchFile.writesToStandardOutput(description)
        if isVideoOut && events == .descriptor(1) {
            throw UsageError("--events: the description sends video to fd:1 itself")
        }
        var outputs: [EventOutput] = []
        if !isVideoOut {
            outputs.append(EventOutput(writer: .standardOutput, form: form))
        } else if events == nil {
            outputs.append(EventOutput(writer: .standardError, form: form))
        }
        var scan = options.scan
        scan.streamName = path
        let run = StreamRun(
            scanner: Scanner(source: .pipeline(description: description), options: scan), name: path,
            options: options, outputs: outputs, console: console, interruption: interruption,
            interrupt: StreamRun.finishThenStop)
        let result = await run.run { [events] run throws(WriteFailure) in
            if let events { run.outputs.append(EventOutput(writer: try events.open(), form: json)) }
        }
        return result.completionStatus(interruption)
    }

    /// The description file's text; at most a megabyte, which no description needs.
    private static func read(_ path: String) -> Result<String, ScanError> {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard data.count <= 1 << 20, let text = String(data: data, encoding: .utf8) else {
                return .failure(ScanError(.badOption, "\(path): is not a text file with a description"))
            }
            return .success(text)
        } catch {
            let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
            return .failure(
                isMissing
                    ? ScanError(.sourceNotFound, "\(path): no such file", hint: "check the path")
                    : ScanError(.sourceNotOpened, "\(path): cannot be read", hint: "check that it is a file of yours"))
        }
    }

    static let syntax = CommandSyntax(
        name: "run", arguments: "[options] FILE.launch [name=value...]",
        summary: """
            Scan in a pipeline of your own, described as for gst-launch.

            The description has 'appsink name=scan' where the video is scanned and, if the highlighted video is
            wanted, 'appsrc name=annotated'. Lines that begin with # are comments. {name} stands for a value of
            the command line; write it without quotes. Where an fdsink puts video on standard output, events go
            to --events or to standard error.
            """,
        groups: [
            CommandSyntax.Group(title: "Output", options: [EventsTarget.option] + DetectionOptions.report),
            DetectionOptions.detection, DetectionOptions.light, DetectionOptions.input,
        ],
        notes: [
            (
                "Examples",
                [
                    "lumascan run pipelines/scan-file.launch input=clip.mp4",
                    "lumascan run --events fd:3 pipelines/stdin-stdout.launch 3> codes.jsonl < in.gdp > out.gdp",
                ]
            ),
            ("Exit status", ["0 completed, 2 wrong usage, 3 the source or the output failed, 130 interrupted"]),
        ])
}
