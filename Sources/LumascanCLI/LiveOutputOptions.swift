internal import Lumascan

/// The options of where annotated video goes while a source runs.
enum LiveOutputOptions {
    static let group = CommandSyntax.Group(
        title: "Annotated video",
        options: [
            ProgramOption(
                "show",
                "in a window; a click on a code selects it. Scanning rests while it is\n"
                    + "hidden, and ends with it"),
            ProgramOption(
                "restream", value: "URL",
                "to RTSP clients: rtsp://:8554/NAME, or with a user and password\n"
                    + "rtsp://USER:PASSWORD@ADDRESS:PORT/NAME"),
            ProgramOption("record", value: "DIR", "as files in DIR, named by stream and time"),
            ProgramOption("record-segment", value: "TIME", "length of a file of --record (10:00)"),
            ProgramOption("record-days", value: "N", "remove the stream's files in DIR that are older (never)"),
            ProgramOption("shm", value: "PATH", "raw (I420) in shared memory, for shmsrc socket-path=PATH"),
        ])

    /// Puts what the command line says into `options`.
    static func read(_ reader: ValueReader, into options: inout Options) throws(UsageError) {
        options.outputs.showsWindow = reader.has("show")
        options.outputs.restream = reader.text("restream")
        options.outputs.sharedMemory = reader.text("shm")
        let segment = try reader.time("record-segment")
        let days = try reader.count("record-days", in: 1...36_500)
        guard let folder = reader.text("record") else {
            if segment != nil || days != nil { throw UsageError("--record-segment and --record-days need --record") }
            return
        }
        if let segment, segment < .seconds(1) { throw reader.wrong("record-segment", "is shorter than a second") }
        options.outputs.recording = LiveOutputs.Recording(
            folder: folder, segment: segment ?? .seconds(600), keptDays: days)
    }
}
