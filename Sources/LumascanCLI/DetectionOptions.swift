internal import Lumascan

/// The options that every command shares: what is looked for, how, and what is told of it.
struct DetectionOptions: Sendable {
    var scan = Options()
    /// The longest that the whole run may take, by the wall clock.
    var timeout: Duration?
    var isJSON = false
    var alwaysBytes = false
    var isQuiet = false

    /// - Throws: `UsageError` for the first option whose value is wrong.
    init(_ reader: ValueReader) throws(UsageError) {
        if let names = reader.text("formats") {
            do throws(SymbologyNameError) {
                scan.symbologies = try SymbologySet(names: names)
            } catch {
                throw UsageError("--formats: \(error)")
            }
        }
        if let interval = try reader.milliseconds("interval") { scan.interval = interval }
        scan.region = try reader.region("region")
        if let word = reader.text("effort") {
            guard let effort = Effort(rawValue: word) else {
                throw reader.wrong("effort", "is neither quick nor thorough")
            }
            scan.effort = effort
        }
        scan.reportsUnread = reader.has("unread")
        scan.confirm = try reader.count("confirm", in: 1...100)
        if let lostAfter = try reader.milliseconds("lost-after") { scan.lostAfter = lostAfter }
        scan.updateInterval = try reader.milliseconds("update-interval")
        scan.maxCodes = try reader.count("max-codes", in: 1...10_000)
        if let workers = try reader.count("workers", in: 1...64) { scan.workers = workers }
        scan.wallClock = !reader.has("no-wall-clock")
        try readLight(reader)
        try NetworkOptions.read(reader, into: &scan)
        try LiveOutputOptions.read(reader, into: &scan)
        scan.cameraFormat = try reader.cameraFormat("camera-format")
        try readTimes(reader)
        isJSON = reader.has("json")
        alwaysBytes = reader.has("bytes")
        isQuiet = reader.has("quiet")
    }

    /// The end of a program waits for two commands at most, and a service that ends has a minute and a half for all.
    private static let longestCommand = Duration.seconds(15)

    private mutating func readLight(_ reader: ValueReader) throws(UsageError) {
        if let interval = try reader.milliseconds("light-interval") { scan.lightInterval = interval }
        if let low = try reader.fraction("light-low") { scan.lightLow = low }
        if let ok = try reader.fraction("light-ok") { scan.lightOK = ok }
        guard scan.lightLow < scan.lightOK else {
            throw UsageError("--light-low (\(scan.lightLow)) must be below --light-ok (\(scan.lightOK))")
        }
        scan.onLightLow = try reader.command("on-light-low")
        scan.onLightOK = try reader.command("on-light-ok")
        guard let timeout = try reader.time("command-timeout") else { return }
        guard scan.onLightLow != nil || scan.onLightOK != nil else {
            throw UsageError("--command-timeout needs --on-light-low or --on-light-ok")
        }
        guard timeout > .zero, timeout <= Self.longestCommand else {
            throw reader.wrong(
                "command-timeout", "is not a time up to \(Self.longestCommand.components.seconds) seconds")
        }
        scan.commandTimeout = timeout
    }

    private mutating func readTimes(_ reader: ValueReader) throws(UsageError) {
        if let start = try reader.time("start") { scan.start = start }
        scan.duration = try reader.time("duration")
        if scan.duration == .zero { throw reader.wrong("duration", "is no time at all") }
        timeout = try reader.time("timeout")
        if let word = reader.text("mode") {
            guard let mode = Options.Mode(rawValue: word) else {
                throw reader.wrong("mode", "is none of auto, recorded, live")
            }
            scan.mode = mode
        }
    }

    /// What is wrong with the options for a picture of this size: a region in pixels that lies outside.
    func problem(with format: StreamFormat, of name: String) -> ScanError? {
        guard case .pixels(let box) = scan.region, box.x >= Double(format.width) || box.y >= Double(format.height)
        else { return nil }
        return ScanError(
            .badOption, "\(name): --region lies outside the picture of \(format.width)x\(format.height) pixels",
            hint: "give fractions, or pixels inside it")
    }

    // MARK: Help

    static let detection = CommandSyntax.Group(
        title: "What is looked for",
        options: [
            ProgramOption(
                "formats", letter: "f", value: "LIST",
                "symbologies, comma-separated: qr, matrix, retail, linear, all or single\n"
                    + "ones such as DataMatrix, ean13 (default: matrix, retail and Code 128)"),
            ProgramOption(
                "interval", letter: "i", value: "MS", "milliseconds of video between two looks (100); 0 = every frame"),
            ProgramOption(
                "region", value: "X,Y,W,H",
                "only codes whose centre is in this part of the upright picture:\n"
                    + "fractions (0.5,0,0.5,1) or pixels (100,50,640,360px)"),
            ProgramOption(
                "effort", value: "WORD",
                "quick or thorough: how much a look may cost (quick; stills: thorough)"),
            ProgramOption(
                "unread", "also tell where a code stays that cannot be read, and outline it with\ndashes"),
            ProgramOption(
                "confirm", value: "N", "looks that must agree before a code is reported (1 to 3, by symbology)"),
            ProgramOption("lost-after", value: "MS", "milliseconds unseen after which a code has ended (1000)"),
            ProgramOption(
                "update-interval", value: "MS", "report a code that stays in view every MS milliseconds (off)"),
            ProgramOption("max-codes", value: "N", "report at most N codes at a time"),
        ])

    static let light = CommandSyntax.Group(
        title: "Light",
        options: [
            ProgramOption("light-interval", value: "MS", "milliseconds of video between two light samples (500)"),
            ProgramOption("light-low", value: "LEVEL", "mean brightness, 0 to 1, below which light is low (0.16)"),
            ProgramOption("light-ok", value: "LEVEL", "mean brightness above which it is well again (0.22)"),
            ProgramOption(
                "on-light-low", value: "COMMAND",
                "run this when light gets low: a program and its arguments, quoted as for\n"
                    + "a shell, but none runs; LUMASCAN_LEVEL and others tell the facts"),
            ProgramOption("on-light-ok", value: "COMMAND", "run this when light is well again"),
            ProgramOption("command-timeout", value: "TIME", "end a command that takes longer (10; at most 15 s)"),
        ])

    static let input = CommandSyntax.Group(
        title: "Input",
        options: [
            ProgramOption("start", value: "TIME", "begin there: seconds or [HH:]MM:SS, decimals allowed"),
            ProgramOption("duration", value: "TIME", "end after so much video"),
            ProgramOption(
                "mode", value: "MODE",
                "auto, recorded (looks at every due frame) or live (video never waits);\n"
                    + "standard input and shared memory cannot tell which they are"),
            ProgramOption("timeout", value: "TIME", "end the whole run in order after so much real time"),
            ProgramOption(
                "workers", value: "N", "looks side by side; the outcome is the same with any number (2)"),
        ])

    static let camera = CommandSyntax.Group(
        title: "Cameras",
        options: [
            ProgramOption(
                "camera-format", value: "WxH@FPS",
                "the size, and the frames a second if wanted, that a camera is to give\n"
                    + "(up to 1920x1080 at about 30); 'lumascan devices' lists what it can")
        ])

    static let report: [ProgramOption] = [
        ProgramOption("json", letter: "j", "print events as JSON Lines"),
        ProgramOption("bytes", "give the payload's bytes (base64) with every code in JSON"),
        ProgramOption("no-wall-clock", "leave the time of day out of JSON: two runs give equal bytes"),
        ProgramOption("quiet", letter: "q", "no progress bar and no notes on standard error"),
    ]
}
