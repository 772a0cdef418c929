internal import Lumascan

/// `lumascan scan`: says which codes are in videos and pictures, when and where.
struct ScanCommand: Sendable {
    let options: DetectionOptions
    let isOnce: Bool
    let sources: SourceList

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = ValueReader(arguments: arguments)
        var options = try DetectionOptions(reader)
        options.scan.keyFramesOnly = reader.has("key-frames")
        self.options = options
        isOnce = reader.has("once")
        guard !arguments.rest.isEmpty else {
            throw UsageError("scan needs a SOURCE: a file, a folder, a URI, “camera:”, or “-”")
        }
        sources = SourceList(arguments: arguments.rest)
    }

    /// - Returns: the exit status.
    func run(_ console: Console, _ interruption: Interruption) async -> Int32 {
        if let timeout = options.timeout { interruption.startTimer(timeout) }
        var (hasFound, status) = (false, ExitStatus.found)
        for item in sources.items where interruption.cause == nil {
            let result = await run(item, console, interruption)
            if result.status == ExitStatus.found {
                hasFound = true
                if isOnce { return ExitStatus.found }
            }
            if result.hasFailed { status = max(status, result.status) }
        }
        if case .signal(let number) = interruption.cause { return ExitStatus.signal(number) }
        if status != ExitStatus.found { return status }
        return hasFound ? ExitStatus.found : ExitStatus.nothingFound
    }

    private func run(_ item: SourceList.Item, _ console: Console, _ interruption: Interruption) async -> StreamResult {
        switch item {
        case .unusable(let error, let name):
            let status = StreamRun.tell(error, name: name, options: options, outputs: [output], on: console)
            return StreamResult(status: status, hasFailed: true)
        case .source(let source, let name):
            return await makeRun(source, name, [output], console, interruption).run()
        }
    }

    /// One source to be scanned.
    /// - Parameter name: the stream's name in messages and events.
    func makeRun(
        _ source: Source, _ name: String, _ outputs: [any EventReceiver], _ console: Console,
        _ interruption: Interruption
    ) -> StreamRun {
        var scan = options.scan
        scan.streamName = name
        return StreamRun(
            scanner: Scanner(source: source, options: scan), name: name, options: options, outputs: outputs,
            isOnce: isOnce, console: console, interruption: interruption,
            interrupt: { scanner, _ in scanner.stop() })
    }

    private var output: EventOutput { EventOutput(writer: .standardOutput, form: form) }

    private var form: EventOutput.Form {
        if options.isJSON { return .json(alwaysBytes: options.alwaysBytes) }
        return isOnce ? .text : .plain(namesStream: sources.namesStreams)
    }

    private static let input = CommandSyntax.Group(
        title: DetectionOptions.input.title,
        options: DetectionOptions.input.options + [
            ProgramOption(
                "key-frames",
                "decode key frames alone, for a fraction of the cost; a code has ended\n"
                    + "10 s after it was last read")
        ])

    static let syntax = CommandSyntax(
        name: "scan", arguments: "[options] SOURCE...",
        summary: """
            Print a line for every code in the sources: time, symbology and text, parted by tabs.

            A SOURCE is a video or picture file, a folder (the media files right in it), a URI, - for standard
            input, camera: for a camera (camera:NAME, camera:NUMBER, camera:front, camera:back, /dev/video0;
            see 'lumascan devices'), or test: for a moving picture with codes, to try things out. Control
            characters in a text are shown escaped (\\n, \\x1b, \\u202e); --json gives the exact payload.
            """,
        groups: [
            DetectionOptions.detection, DetectionOptions.light, input, DetectionOptions.camera,
            NetworkOptions.group,
            CommandSyntax.Group(
                title: "Output",
                options: [ProgramOption("once", letter: "1", "print the first text alone, and end")]
                    + DetectionOptions.report),
            LiveOutputOptions.group,
        ],
        notes: [
            (
                "Examples",
                [
                    "lumascan scan clip.mp4",
                    "lumascan scan --json --formats qr,ean13 recordings/ > codes.jsonl",
                    "lumascan scan --start 1:30 --duration 10 --region 0.5,0,0.5,1 clip.mkv",
                    "lumascan scan --once photo.jpg",
                    "lumascan scan --show --record /var/lib/door --record-days 30 rtsp://camera.local/1",
                    "lumascan scan --camera-format 1280x720@30 camera:",
                ]
            ),
            (
                "Exit status",
                [
                    "0 codes were found, 1 there were none, 2 wrong usage, 3 a source or the output failed,",
                    "130 interrupted",
                ]
            ),
        ])
}

extension Source {
    var isURI: Bool { if case .uri = self { true } else { false } }
}
