internal import Dispatch
internal import Imaging
package import Media
internal import Monitoring
internal import Symbols
internal import Threading

/// Examines a stream that cannot wait: video goes on at once, drawn with what is known; the newest due frame waits for
/// the one look that runs, and replaces an older one that waits.
///
/// A look works on a copy of the luma, so no frame of the source's pool is kept.
package final class LiveProcessor: StreamProcessor {
    private struct State {
        var stream: StreamState
        var throttle: Throttle
        var mailbox: Picture?
        var spares: [Picture] = []
        var isLooking = false
        var hasEnded = false
        var looks = 0
        var outbox: [ProcessorEvent] = []
        var isDelivering = false
        var endReason = StreamTotals.Reason.eos
        var isResting = false
    }

    private let settings: ScanSettings
    private let output: (any FrameOutput)?
    private let handler: @Sendable (ProcessorEvent) -> Void
    private let arrivals: Arrivals
    private let copier = Copier()
    private let looker: Looker
    private let state: Guarded<State>
    private let lookThread = BackgroundThread()
    private let deliveryQueue = DispatchQueue(label: "lumascan.delivery")

    /// - Parameter handler: called with every event, in order, by one thread at a time; never on the streaming thread.
    package init(
        settings: ScanSettings, output: (any FrameOutput)?, handler: @escaping @Sendable (ProcessorEvent) -> Void
    ) {
        self.settings = settings
        self.output = output
        self.handler = handler
        arrivals = Arrivals(settings: settings)
        looker = Looker(settings.makeReader)
        state = Guarded(State(stream: StreamState(settings: settings), throttle: Throttle(interval: settings.interval)))
    }

    // MARK: The streaming thread

    package func formatChanged(to format: VideoFormat) { arrivals.follow(format) }

    package func orientationChanged(to orientation: Orientation) { arrivals.turn(to: orientation) }

    package func consume(_ frame: VideoFrame) -> FlowResult { consume(frame, isShown: true) }

    package func examine(_ frame: VideoFrame) -> FlowResult { consume(frame, isShown: false) }

    private func consume(_ frame: VideoFrame, isShown: Bool) -> FlowResult {
        switch arrivals.take(frame) {
        case .outside: return .ok
        case .beyond:
            // Not every source heeds that nothing more is wanted.
            end()
            return .finished
        case .frame(let held, let facts):
            guard let counted = change({ Self.count(held, facts, in: &$0) }) else { return .flushing }
            if counted.isDue { post(held, counted.interruptions) }
            guard isShown, let output else { return .ok }
            let highlights = Highlight.of(counted.scene, at: held.running, view: held.view, format: frame.format)
            return output.show(frame, highlights)
        }
    }

    /// What to do with a counted frame.
    private struct Counted {
        var scene: Scene
        var isDue: Bool
        var interruptions: Int
    }

    /// Nil when the run has ended.
    private static func count(_ held: HeldFrame, _ facts: StreamFacts?, in state: inout State) -> Counted? {
        guard !state.hasEnded else { return nil }
        if let facts { state.outbox += state.stream.follow(facts, at: held.times) }
        state.stream.count(held)
        if let light = held.light { state.outbox.append(ProcessorEvent(.light(light), held.times)) }
        return Counted(
            scene: state.stream.scene,
            isDue: !state.isResting
                && state.throttle.admits(at: held.running, isLifted: state.stream.tracker.hasUnconfirmed),
            interruptions: state.stream.interruptions)
    }

    package func flush() {
        arrivals.reset()
        change { state in
            guard !state.hasEnded else { return }
            state.outbox += state.stream.interrupt()
            state.throttle = Throttle(interval: settings.interval)
            if let waiting = state.mailbox.take() { state.spares.append(waiting) }
        }
    }

    /// Looks at nothing while it rests; frames go on to the output. Codes in view end when it begins.
    package func rest(_ isResting: Bool) {
        change { state in
            guard state.isResting != isResting else { return }
            state.isResting = isResting
            if isResting, !state.hasEnded { state.outbox += state.stream.interrupt() }
        }
    }

    package func end() {
        // The look that runs belongs to the stream: its result comes before the end.
        _ = state.wait(timeout: .seconds(5)) { $0.hasEnded || $0.mailbox == nil && !$0.isLooking ? true : nil }
        finish(nil)
        output?.end()
    }

    // MARK: Any thread

    package func stop(_ reason: StreamTotals.Reason) { finish(reason) }

    package func setEndReason(_ reason: StreamTotals.Reason) { state.withLock { $0.endReason = reason } }

    package func drain() { _ = state.wait { $0.outbox.isEmpty && !$0.isDelivering ? true : nil } }

    package func join() {
        lookThread.wait()
        deliveryQueue.sync {}
    }

    package var progress: (time: Duration, frames: Int) { state.withLock { $0.stream.progress } }

    package var tally: ScanTally { state.withLock { $0.stream.tally } }

    private func finish(_ reason: StreamTotals.Reason?) {
        change { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.outbox += state.stream.finish(reason ?? state.endReason)
        }
    }

    /// Changes the state and lets its events leave.
    @discardableResult
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, delivers) = state.change { state in
            let result = body(&state)
            let delivers = !state.isDelivering && !state.outbox.isEmpty
            if delivers { state.isDelivering = true }
            return (result, delivers)
        }
        if delivers { deliveryQueue.async { self.deliver() } }
        return result
    }

    private func deliver() {
        while true {
            let events = state.change { state in
                defer { state.outbox = [] }
                if state.outbox.isEmpty { state.isDelivering = false }
                return state.outbox
            }
            if events.isEmpty { return }
            events.forEach(handler)
        }
    }

    // MARK: Looks

    private func post(_ held: HeldFrame, _ interruptions: Int) {
        let spare = state.withLock { $0.spares.popLast() } ?? Picture()
        guard spare.take(held, interruptions, copier, keepsFrame: settings.keepsPictures()) else {
            return state.withLock { $0.spares.append(spare) }
        }
        let starts = state.change { state in
            if let older = state.mailbox {
                state.stream.skip()
                state.spares.append(older)
            }
            state.mailbox = spare
            defer { state.isLooking = true }
            return !state.isLooking
        }
        if starts { lookThread.run { self.look() } }
    }

    private func look() {
        while let (picture, pass) = state.change({ Self.nextLook(in: &$0) }) {
            let (reading, time) = TimeSpent.measuring { picture.read(by: looker, pass: pass) }
            change { state in
                state.spares.append(picture)
                state.stream.add(look: time)
                guard !state.hasEnded, picture.interruptions == state.stream.interruptions else { return }
                state.outbox += state.stream.apply(reading, picture.times, picture: picture.frame)
            }
        }
    }

    private static func nextLook(in state: inout State) -> (Picture, pass: Int)? {
        guard !state.hasEnded, let next = state.mailbox.take() else {
            state.isLooking = false
            return nil
        }
        defer { state.looks += 1 }
        return (next, state.looks)
    }
}

/// Holds the converter of the streaming thread.
///
/// `@unchecked Sendable`: used on the streaming thread alone.
private final class Copier: @unchecked Sendable {
    let converter = LumaConverter()
}

/// The copied luma of one due frame; its memory is used again.
///
/// `@unchecked Sendable`: owned by one side at a time: the streaming thread, the mailbox, or the look.
private final class Picture: @unchecked Sendable {
    private var luma = GrayImage()
    private var view = LookView()
    private(set) var times = FrameTimes(stream: nil, running: nil)
    /// A copy of the frame, where events are to carry it.
    private(set) var frame: VideoFrame?
    /// How often the stream had been interrupted before the frame.
    private(set) var interruptions = 0

    /// Copies the frame's luma; false where it cannot be had.
    /// - Parameter keepsFrame: whether all of the frame is copied as well.
    func take(_ held: HeldFrame, _ interruptions: Int, _ copier: Copier, keepsFrame: Bool) -> Bool {
        times = held.times
        frame = keepsFrame ? held.frame.copied() : nil
        self.interruptions = interruptions
        view = held.view
        return held.frame.withLuma(using: copier.converter) { luma.copy($0) } != nil
    }

    func read(by looker: Looker, pass: Int) -> Reading { luma.withView { looker.read($0, view, pass: pass) } }
}
