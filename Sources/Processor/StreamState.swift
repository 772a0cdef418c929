internal import Media
internal import Monitoring
internal import Symbols
internal import Threading

/// What a stream's frames have come to so far: the part of a processor that is the same for recorded and live runs.
///
/// A value over (time, symbols): no clock, no thread.
struct StreamState {
    private let settings: ScanSettings
    private(set) var tracker: CodeTracker
    /// Nil where unread codes are not told.
    private var unread: UnreadMonitor?
    private(set) var tally = ScanTally()
    private var facts: StreamFacts?
    private var hasStarted = false
    /// Stream time less running time of the newest frame.
    private var offset: Duration = .zero
    private var firstTime: Duration?
    private var latest = FrameTimes(stream: .zero, running: .zero)
    private var latestEnd: Duration = .zero

    init(settings: ScanSettings) {
        self.settings = settings
        tracker = CodeTracker(settings: settings.tracking)
        if settings.reportsUnread {
            unread = UnreadMonitor(
                settings: UnreadMonitor.Settings(
                    lookInterval: settings.tracking.lookInterval, lostAfter: settings.tracking.lostAfter))
        }
    }

    /// The format of the frames that follow.
    /// - Parameter times: those of the first of them.
    mutating func follow(_ facts: StreamFacts, at times: FrameTimes) -> [ProcessorEvent] {
        guard facts != self.facts else { return [] }
        let changesSize = self.facts.map { ($0.width, $0.height) != (facts.width, facts.height) } ?? false
        var events = changesSize ? interrupt() : []
        self.facts = facts
        events.append(ProcessorEvent(hasStarted ? .formatChanged(facts) : .started(facts), times))
        hasStarted = true
        return events
    }

    /// Counts a frame, whose running and stream time are known.
    mutating func count(_ held: HeldFrame) {
        tally.totals.frames += 1
        offset = held.stream - held.running
        if firstTime == nil {
            firstTime = held.stream
        }
        latest = held.times
        latestEnd = max(latestEnd, held.stream + (held.times.duration ?? .zero))
    }

    /// What is known to be in view.
    var scene: Scene { Scene(tracks: tracker.tracks, unread: unread?.places ?? []) }

    /// Takes what a look at a frame found.
    /// - Parameter picture: the frame, where events are to carry it.
    mutating func apply(_ reading: Reading, _ times: FrameTimes, picture: VideoFrame?) -> [ProcessorEvent] {
        tally.totals.examined += 1
        let time = times.running ?? .zero
        let events = events(of: tracker.observe(reading.symbols, at: time), times, picture: picture)
        guard unread != nil else { return events }
        let codes = reading.symbols.map(\.corners) + tracker.tracks.map { $0.motion.corners(at: time) }
        let places = unread?.observe(reading.unread, besides: codes, at: time) ?? []
        return events + self.events(of: places, times)
    }

    var progress: (time: Duration, frames: Int) { (latest.stream ?? .zero, tally.totals.frames) }

    mutating func skip() { tally.totals.skipped += 1 }

    mutating func add(look time: TimeSpent) { tally.add(look: time) }

    /// How often what follows did not belong to what was: looks from before an interruption count for nothing after it.
    private(set) var interruptions = 0

    /// Ends the open tracks: what follows does not belong to what was.
    mutating func interrupt() -> [ProcessorEvent] {
        interruptions += 1
        unread?.interrupt()
        return events(of: tracker.interrupt(), latest)
    }

    /// The end of the stream.
    mutating func finish(_ reason: StreamTotals.Reason) -> [ProcessorEvent] {
        var events = events(of: tracker.finish(), latest)
        events += self.events(of: unread?.finish() ?? [], latest)
        tally.totals.reason = reason
        tally.totals.duration = latestEnd - (firstTime ?? latestEnd)
        events.append(ProcessorEvent(.ended(tally.totals), latest))
        return events
    }

    private mutating func events(
        of changes: [TrackChange], _ times: FrameTimes, picture: VideoFrame? = nil
    ) -> [ProcessorEvent] {
        changes.map { change in
            if case .new = change { tally.totals.codes += 1 }
            return ProcessorEvent(.code(facts(of: change)), times, picture: picture)
        }
    }

    private func events(of places: [UnreadPlace], _ times: FrameTimes) -> [ProcessorEvent] {
        places.map { place in
            let facts = UnreadFacts(
                place: place, frameWidth: facts?.width ?? 0, frameHeight: facts?.height ?? 0)
            return ProcessorEvent(.unread(facts), times)
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
