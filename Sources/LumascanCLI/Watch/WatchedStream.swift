internal import Lumascan

/// One stream of a configuration. Two are equal if running one is running the other.
struct WatchedStream: Sendable, Equatable {
    let name: String
    let source: Source
    /// What `lumascan scan` would do with the same options.
    let command: ScanCommand
    private let arguments: ParsedArguments

    /// - Parameter arguments: the options of `scan`, and the source.
    init(name: String, arguments: ParsedArguments) throws(UsageError) {
        self.name = name
        self.arguments = arguments
        command = try ScanCommand(arguments)
        guard arguments.rest != [[UInt8(ascii: "-")]] else {
            throw UsageError("--uri: standard input is for 'lumascan scan'")
        }
        guard !command.sources.namesStreams, let item = command.sources.items.first else {
            throw UsageError("--uri: is a folder: name a file in it")
        }
        switch item {
        case .source(let source, _): self.source = source
        case .unusable(let error, _): throw UsageError("--uri: \(error.message)")
        }
    }

    /// What password files said counts with their names.
    static func == (one: WatchedStream, other: WatchedStream) -> Bool {
        one.name == other.name && one.arguments == other.arguments
            && one.command.options.scan.credentials == other.command.options.scan.credentials
    }
}
