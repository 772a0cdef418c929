internal import Lumascan

/// One run of one stream, as the supervisor sees it.
struct WatchedRun: Sendable {
    let stream: WatchedStream
    let run: StreamRun
    /// Of the first frame; nil before it came.
    var format: StreamFormat?

    init(_ stream: WatchedStream, output: WatchedOutput, console: Console) {
        self.stream = stream
        var run = stream.command.makeRun(stream.source, stream.name, [output], console, Interruption())
        run.isOneOfMany = true
        self.run = run
    }

    /// Ends it in order.
    func stop() { run.interruption.happen(.unwanted) }

    func outcome(_ result: StreamResult) -> StreamSet<WatchedStream>.Outcome {
        guard !result.hasFailed else {
            // A file that begins well fails at the same place each time.
            let isFile = if case .file = stream.source { true } else { false }
            return .failed(isFinal: isFile && format != nil)
        }
        // A live source has no end of its own.
        let mayEnd = format?.isLive != true || stream.command.options.scan.duration != nil
        return mayEnd ? .ended : .failed(isFinal: false)
    }
}

/// Writes the events of one run to the log that all share, and passes them on.
struct WatchedOutput: EventReceiver {
    let log: EventLog
    let alwaysBytes: Bool
    let onEvent: @Sendable (ScanEvent) -> Void

    func write(_ event: ScanEvent, on console: Console) throws(WriteFailure) {
        onEvent(event)
        try log.write(line: event.jsonLine(alwaysBytes: alwaysBytes))
    }
}
