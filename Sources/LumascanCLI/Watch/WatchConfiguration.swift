/// What `lumascan watch` is to run: read from a file and those that it includes, whole or not at all.
struct WatchConfiguration: Sendable, Equatable {
    /// Where events are added to; nil for standard output.
    var events: EventsTarget?
    /// At least one, in the order of the file.
    var streams: [WatchedStream]

    /// - Throws: everything that is wrong in any of the files, in their order.
    init(path: String) throws(BrokenConfiguration) {
        var reader = ConfigurationReader(path: path)
        (events, streams) = (reader.eventsTarget(), reader.streams())
        if streams.isEmpty, reader.problems.isEmpty {
            throw BrokenConfiguration(problems: [
                ConfigurationProblem(file: path, reason: "names no stream: add a group [stream NAME] with uri=…")
            ])
        }
        guard reader.problems.isEmpty else { throw BrokenConfiguration(problems: reader.problems) }
    }
}
