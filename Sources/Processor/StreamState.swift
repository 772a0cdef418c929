internal import Media
internal import Monitoring
internal import Symbols

/// What a stream's frames have come to so far: the part of a processor that is the same for recorded and live runs.
///
/// A value over (time, symbols): no clock, no thread.
struct StreamState {
    private let settings: ScanSettings
    private(set) var tracker: CodeTracker
    private(set) var totals = StreamTotals(reason: .eos)
    private var facts: StreamFacts?
    private var hasStarted = false
    /// Stream time less running time of the newest frame.
    private var offset: Duration = .zero
    private var firstTime: Duration?
    private var latest: Duration = .zero
    private var latestEnd: Duration = .zero

    init(settings: ScanSettings) {
        self.settings = settings
        tracker = CodeTracker(settings: settings.tracking)
    }

    /// The format of the frames that follow.
    /// - Parameter time: stream time of the first of them.
    mutating func follow(_ facts: StreamFacts, at time: Duration) -> [ProcessorEvent] {
        guard facts != self.facts else { return [] }
        let changesSize = self.facts.map { ($0.width, $0.height) != (facts.width, facts.height) } ?? false
        var events = changesSize ? interrupt() : []
        self.facts = facts
        events.append(ProcessorEvent(time: time, kind: hasStarted ? .formatChanged(facts) : .started(facts)))
        hasStarted = true
        return events
    }

    /// Counts a frame.
    mutating func count(running: Duration, stream: Duration, duration: Duration?) {
        totals.frames += 1
        offset = stream - running
        if firstTime == nil {
            firstTime = stream
        }
        latest = stream
        latestEnd = max(latestEnd, stream + (duration ?? .zero))
    }

    /// Takes what a look at a frame read.
    mutating func apply(_ symbols: [Symbol], running: Duration) -> [ProcessorEvent] {
        totals.examined += 1
        return events(of: tracker.observe(symbols, at: running), at: running + offset)
    }

    var progress: (time: Duration, frames: Int) { (latest, totals.frames) }

    mutating func skip() { totals.skipped += 1 }

    /// How often what follows did not belong to what was: looks from before an interruption count for nothing after it.
    private(set) var interruptions = 0

    /// Ends the open tracks: what follows does not belong to what was.
    mutating func interrupt() -> [ProcessorEvent] {
        interruptions += 1
        return events(of: tracker.interrupt(), at: latest)
    }

    /// The end of the stream.
    mutating func finish(_ reason: StreamTotals.Reason) -> [ProcessorEvent] {
        var events = events(of: tracker.finish(), at: latest)
        totals.reason = reason
        totals.duration = latestEnd - (firstTime ?? latestEnd)
        events.append(ProcessorEvent(time: latest, kind: .ended(totals)))
        return events
    }

    private mutating func events(of changes: [TrackChange], at time: Duration) -> [ProcessorEvent] {
        changes.map { change in
            if case .new = change { totals.codes += 1 }
            return ProcessorEvent(time: time, kind: .code(facts(of: change)))
        }
    }

    private func facts(of change: TrackChange) -> CodeFacts {
        let kind: CodeFacts.Change =
            switch change {
            case .new: .new
            case .update: .update
            case .end: .end
            }
        return CodeFacts(
            change: kind, track: change.track, first: change.track.first + offset, last: change.track.last + offset,
            frameWidth: facts?.width ?? 0, frameHeight: facts?.height ?? 0)
    }
}
