internal import Lumascan

/// `lumascan annotate`: writes a copy of a video or picture with its codes highlighted.
struct AnnotateCommand: Sendable {
    let options: DetectionOptions
    let input: SourceList.Item
    let output: Output
    let events: EventsTarget?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = ValueReader(arguments: arguments)
        options = try DetectionOptions(reader)
        guard arguments.rest.count == 2 else { throw UsageError("annotate needs an INPUT and an OUTPUT") }
        guard let path = String(validating: arguments.rest[1], as: UTF8.self), !path.isEmpty else {
            throw UsageError("OUTPUT: “\(SafeText.escaped(arguments.rest[1]))” is not valid UTF-8")
        }
        input = SourceList.item(arguments.rest[0])
        output = Output(
            path: path, encoder: reader.text("encoder"), quality: try Self.quality(reader, path: path),
            overwrites: reader.has("overwrite"))
        if output.encoder != nil && output.quality != nil {
            throw UsageError("--quality is for the default encoder: put it into --encoder")
        }
        events = try reader.text("events").map { text throws(UsageError) in try EventsTarget(text) }
        try checkEvents()
    }

    /// The range is that of the container's own encoder: x264's and VP9's quantizers, JPEG's quality.
    private static func quality(_ reader: ValueReader, path: String) throws(UsageError) -> Int? {
        let lowered = path.lowercased()
        if lowered.hasSuffix(".webm") { return try reader.count("quality", in: 0...63) }
        if lowered.hasSuffix(".jpg") || lowered.hasSuffix(".jpeg") { return try reader.count("quality", in: 0...100) }
        return try reader.count("quality", in: 0...51)
    }

    private func checkEvents() throws(UsageError) {
        guard let events else { return }
        if case .source(.file(let path), _) = input, events.isFile(at: path) {
            throw UsageError("--events names the input itself")
        }
        if events.isFile(at: output.path) { throw UsageError("--events names the output itself") }
    }

    /// - Returns: the exit status.
    func run(_ console: Console, _ interruption: Interruption) async -> Int32 {
        if let timeout = options.timeout { interruption.startTimer(timeout) }
        let json = EventOutput.Form.json(alwaysBytes: options.alwaysBytes)
        let outputs = options.isJSON ? [EventOutput(writer: .standardOutput, form: json)] : []
        let (source, name): (Source, String)
        switch input {
        case .unusable(let error, let shown):
            return StreamRun.tell(error, name: shown, options: options, outputs: outputs, on: console)
        case .source(let found, let shown): (source, name) = (found, shown)
        }
        var scan = options.scan
        scan.streamName = source.isURI ? nil : name
        let run = StreamRun(
            scanner: Scanner(source: source, output: output, options: scan), name: name, options: options,
            outputs: outputs, console: console, interruption: interruption, interrupt: StreamRun.finishThenStop)
        let result = await run.run { [events] run throws(WriteFailure) in
            if let events { run.outputs.append(EventOutput(writer: try events.open(), form: json)) }
        }
        if !result.hasFailed, !options.isQuiet {
            let path = SafeText.escaped(output.path)
            if let summary = result.summary, !interruption.isUrgent {
                let frames = PlainText.count(summary.frames, "frame")
                console.say("lumascan: wrote \(path) (\(frames), \(PlainText.count(summary.codes, "code")))")
            } else {
                console.say("lumascan: \(path) was not written")
            }
        }
        return result.completionStatus(interruption)
    }

    static let syntax = CommandSyntax(
        name: "annotate", arguments: "[options] INPUT OUTPUT",
        summary: """
            Write a copy of a video or picture with its codes highlighted.

            INPUT is a file, a URI, camera: or /dev/video0 for a camera (as for scan), test:, or - for standard
            input. OUTPUT's extension says what is written: mp4, mov,
            mkv, webm, ts, png or jpg. Sound and subtitles are carried over. Ctrl-C ends the file where it is.
            """,
        groups: [
            CommandSyntax.Group(
                title: "Output",
                options: [
                    ProgramOption("overwrite", letter: "y", "replace OUTPUT where it exists"),
                    ProgramOption(
                        "quality", value: "N",
                        "constant quality: H.264 0 (best) to 51 (21), VP9 0 to 63 (31),\nJPEG 100 (best) to 0 (92)"),
                    ProgramOption("encoder", value: "ELEMENTS", "a gst-launch description of another video encoder"),
                    EventsTarget.option,
                ] + DetectionOptions.report),
            DetectionOptions.detection, DetectionOptions.light, DetectionOptions.input, DetectionOptions.camera,
            NetworkOptions.group,
        ],
        notes: [
            (
                "Examples",
                [
                    "lumascan annotate clip.mp4 annotated.mp4",
                    "lumascan annotate --events codes.jsonl --quality 18 phone.mov annotated.mkv",
                    "lumascan annotate --encoder 'x265enc bitrate=4000 ! h265parse' clip.mp4 annotated.mkv",
                    "lumascan annotate photo.jpg annotated.png",
                ]
            ),
            ("Exit status", ["0 completed, 2 wrong usage, 3 the source or the output failed, 130 interrupted"]),
        ])
}
