internal import Commands
internal import Delivery
internal import Media
internal import Monitoring

/// Runs the commands that the options name when the light of a stream changes.
final class LightActions: Sendable {
    private let low: Command?
    private let ok: Command?
    private let source: String
    private let runner: CommandRunner

    /// Nil where there is nothing to run.
    init?(_ options: Options, source: Source) {
        guard options.onLightLow != nil || options.onLightOK != nil else { return nil }
        (low, ok) = (options.onLightLow, options.onLightOK)
        self.source = source.name
        runner = CommandRunner(limit: options.commandTimeout)
    }

    /// Starts what is to be done; returns at once.
    /// - Parameter report: is given the event of what failed, on another thread.
    func take(_ event: ScanEvent, report: @escaping @Sendable (ScanEvent) -> Void) {
        guard case .light(let change) = event.kind else { return }
        let isLow = change.state == .low
        guard let command = isLow ? low : ok else { return }
        let environment = Self.facts(change, event, source)
        runner.run(
            CommandRunner.Job(isLow ? "--on-light-low" : "--on-light-ok", command, environment: environment) {
                message in
                // A program may well repeat the address that it could not reach.
                let kind = ScanEvent.Kind.actionFailed(message: Redaction.withoutCredentials(message))
                report(ScanEvent(stream: event.stream, pts: event.pts, time: event.time, kind: kind))
            })
    }

    /// Waits until what runs and what waits is done, which is bounded.
    func finish() { runner.finish() }

    /// Ends what runs, now.
    func cancel() { runner.cancel() }

    private static func facts(_ change: LightChange, _ event: ScanEvent, _ source: String) -> [String: String] {
        [
            "LUMASCAN_EVENT": event.name, "LUMASCAN_STREAM": event.stream, "LUMASCAN_SOURCE": source,
            "LUMASCAN_LEVEL": JSONObject.number(change.level, decimals: 4),
            "LUMASCAN_CONTRAST": JSONObject.number(change.contrast, decimals: 4),
            "LUMASCAN_REASON": change.reason?.rawValue ?? "", "LUMASCAN_PTS": String(event.pts.clampedNanoseconds),
        ]
    }
}
