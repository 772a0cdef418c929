internal import Delivery
internal import Foundation
internal import Media
internal import Monitoring
internal import Processor
internal import Symbols

/// Turns what a processor found into the events that users see.
struct EventTranslator: Sendable {
    private let stream: String
    private let source: String
    private let isLive: Bool
    private let tellsTime: Bool

    init(source: Source, options: Options, isLive: Bool) {
        self.source = source.name
        stream = options.streamName ?? self.source
        self.isLive = isLive
        tellsTime = options.wallClock
    }

    /// The event; nil for `ended`, which is told when everything is over.
    func translate(_ event: ProcessorEvent) -> ScanEvent? {
        switch event.kind {
        case .started(let facts): make(.streamStarted(format(facts)), of: event)
        case .formatChanged(let facts): make(.streamFormat(format(facts)), of: event)
        case .light(let change): make(.light(change), of: event)
        case .code(let facts): make(kind(facts), of: event)
        case .unread(let facts):
            make(
                .codeUnread(
                    UnreadSighting(
                        code: facts.place.code, frameWidth: facts.frameWidth, frameHeight: facts.frameHeight)),
                of: event)
        case .ended: nil
        }
    }

    func event(_ totals: StreamTotals, failed: Bool, at time: Duration) -> ScanEvent {
        let reason: StreamSummary.Reason =
            switch totals.reason {
            case _ where failed: .error
            case .eos: .eos
            case .stopped: .stopped
            case .error: .error
            }
        let summary = StreamSummary(
            reason: reason, frames: totals.frames, examined: totals.examined, skipped: totals.skipped,
            codes: totals.codes, duration: totals.duration)
        return make(.streamEnded(summary), at: time)
    }

    /// The event of a source that is kept connected; nil for its failure, which is told when everything is over.
    func event(_ report: StreamKeeper.Report) -> ScanEvent? {
        switch report {
        case .interrupted(let error, let attempt, let retryIn, let time):
            make(.streamInterrupted(reason: error.message, attempt: attempt, retryIn: retryIn), at: time)
        case .resumed(let gap, let time): make(.streamResumed(gap: gap), at: time)
        case .failed: nil
        }
    }

    /// The event of a live output; nil for what is no event.
    /// - Parameter time: stream time.
    func event(_ report: LiveAnnotator.Report, at time: Duration) -> ScanEvent? {
        switch report {
        case .failed(let error, let retryIn):
            return make(.outputFailed(message: error.message, hint: error.hint, retryIn: retryIn), at: time)
        case .selected(let selection):
            var sighting = sighting(selection.facts)
            sighting.symbol.corners = selection.highlight.corners
            return make(.codeSelected(sighting, by: .click), at: selection.frame.stream ?? time)
        case .closed, .hidden: return nil
        }
    }

    func event(_ error: ScanError, at time: Duration) -> ScanEvent {
        make(.error(message: error.message, hint: error.hint), at: time)
    }

    private func make(_ kind: ScanEvent.Kind, at time: Duration) -> ScanEvent {
        ScanEvent(stream: stream, pts: time, time: tellsTime ? Date() : nil, kind: kind)
    }

    private func make(_ kind: ScanEvent.Kind, of event: ProcessorEvent) -> ScanEvent {
        let now = Date()
        let time = event.frame.capture.flatMap { Self.believed($0, at: now) } ?? now
        return ScanEvent(stream: stream, pts: event.time, time: tellsTime ? time : nil, kind: kind)
    }

    /// When a frame was taken, by its camera; nil where that clock is wrong: many cameras count from their start.
    static func believed(_ capture: Duration, at now: Date) -> Date? {
        let date = Date(timeIntervalSince1970: capture / .seconds(1))
        return abs(date.timeIntervalSince(now)) <= clockTolerance ? date : nil
    }

    /// Of a camera's clock, in seconds, against this machine's, the delay of the network and of looks included.
    private static let clockTolerance = 60.0

    private func format(_ facts: StreamFacts) -> StreamFormat {
        StreamFormat(
            source: source, width: facts.width, height: facts.height,
            framerate: "\(facts.framerateNumerator)/\(facts.framerateDenominator)", isLive: isLive,
            orientation: facts.orientation.name)
    }

    private func kind(_ facts: CodeFacts) -> ScanEvent.Kind {
        switch facts.change {
        case .new: .codeNew(sighting(facts))
        case .update: .codeUpdate(sighting(facts))
        case .end: .codeEnd(sighting(facts))
        }
    }

    private func sighting(_ facts: CodeFacts) -> CodeSighting {
        let track = facts.track
        return CodeSighting(
            track: track.id, symbol: track.symbol, frameWidth: facts.frameWidth, frameHeight: facts.frameHeight,
            first: facts.first, last: facts.last, reads: track.reads)
    }
}
