internal import Media
internal import Monitoring
internal import Symbols
internal import Threading

/// The bookkeeping of a recorded run: which frames wait for what. Pure decisions; no pixels, no calls out.
struct RecordedState {
    enum Item {
        case format(StreamFacts, at: FrameTimes)
        case frame(HeldFrame)
        case flush
        /// Held frames leave, whatever comes after them.
        case drain
        case end
    }

    enum Delivery {
        case event(ProcessorEvent)
        case frame(HeldFrame, Scene)
        case end
    }

    /// A look to be made, by a looker that belongs to it until it is finished.
    struct Look {
        let held: HeldFrame
        /// The frame for the look alone: one that turns out not to be wanted may go on, and be drawn on, meanwhile.
        let loan: FrameLoan
        let pass: Int
        let looker: Looker
    }

    private enum Progress {
        case running(pass: Int)
        case done(pass: Int, Reading)
    }

    /// No more memory than `bytes` is held in frames, and no more than so many of them; a few are held whatever their size.
    /// Without an output they only wait for the looks before them, for which the frames of two looks do.
    private static let held = (bytes: 160_000_000, frames: 3...48)
    private static let heldWithoutOutput = (bytes: 24_000_000, frames: 7...48)
    /// No frame is taken while more events than this wait for the handler.
    private static let waitingEvents = 1024

    private let settings: ScanSettings
    private let holdsFrames: Bool
    private(set) var stream: StreamState
    private var throttle: Throttle
    private var lookNumber = 0
    /// Not yet decided, in order.
    private var queue: [Item] = []
    private var queuedFrames = 0
    private var progress: [Int: Progress] = [:]
    private var idle: [Looker]
    private var wantedLooks = 0
    /// Decided, waiting for the look after them; empty without an output.
    private var window: [HeldFrame] = []
    private var outbox: [Delivery] = []
    private var outboxFrames = 0
    private var isDelivering = false
    private(set) var hasEnded = false
    var isStopped = false
    /// What the output said that it takes no more frames for: `finished` or `failed`.
    var outputEnd: FlowResult?
    var endReason = StreamTotals.Reason.eos

    init(settings: ScanSettings, holdsFrames: Bool) {
        self.settings = settings
        self.holdsFrames = holdsFrames
        stream = StreamState(settings: settings)
        throttle = Throttle(interval: settings.interval)
        idle = (0..<max(1, settings.workers)).map { _ in Looker(settings.makeReader) }
    }

    // MARK: Frames come

    /// Whether another frame may be taken now. Never false when only another frame can bring things on.
    func hasRoom(for held: HeldFrame) -> Bool {
        guard outbox.count - outboxFrames < Self.waitingEvents else { return false }
        // Held frames leave by the next one only; they may be more than the capacity for frames of a larger format.
        guard queuedFrames + outboxFrames > 0 else { return true }
        guard queuedFrames + window.count + outboxFrames < capacity(for: held) else { return false }
        return wantedLooks <= max(1, settings.workers)
    }

    private func capacity(for held: HeldFrame) -> Int {
        let limit = holdsFrames && held.isShown ? Self.held : Self.heldWithoutOutput
        return min(
            limit.frames.upperBound, max(limit.frames.lowerBound, limit.bytes / max(1, held.frame.format.byteCount)))
    }

    /// Decided frames wait for the next look only while they are so few: the rest of the capacity keeps frames coming.
    private func windowCapacity(for held: HeldFrame) -> Int { max(1, capacity(for: held) - 2) }

    mutating func enqueue(_ item: Item) {
        guard !isStopped, !hasEnded else { return }
        if case .frame = item { queuedFrames += 1 }
        queue.append(item)
    }

    mutating func stop(_ reason: StreamTotals.Reason) {
        guard !hasEnded else { return }
        isStopped = true
        endReason = reason
        queue = []
        queuedFrames = 0
        window = []
        finishStream()
    }

    // MARK: Frames are decided

    /// Takes every step that is possible without another result.
    mutating func decide() {
        while let item = queue.first {
            switch item {
            case .format(let facts, let times): append(stream.follow(facts, at: times))
            case .flush:
                append(stream.interrupt())
                throttle = Throttle(interval: settings.interval)
                releaseWindow()
            case .drain: releaseWindow()
            case .end:
                finishStream()
                queue = []
                return
            case .frame(let held):
                guard decide(held) else { return guess() }
                queuedFrames -= 1
            }
            queue.removeFirst()
        }
        wantedLooks = 0
    }

    /// Decides one frame; false where its look is not done.
    private mutating func decide(_ held: HeldFrame) -> Bool {
        var throttle = throttle
        guard throttle.admits(at: held.running, isLifted: stream.tracker.hasUnconfirmed) else {
            progress[held.index] = nil
            pass(held, throttle)
            return true
        }
        guard case .done(lookNumber, let reading) = progress[held.index] else { return false }
        progress[held.index] = nil
        lookNumber += 1
        count(held)
        let picture = settings.keepsPictures() ? held.frame : nil
        append(stream.apply(reading, held.times, picture: picture))
        self.throttle = throttle
        releaseWindow()
        hold(held)
        return true
    }

    private mutating func pass(_ held: HeldFrame, _ throttle: Throttle) {
        self.throttle = throttle
        count(held)
        hold(held)
    }

    private mutating func count(_ held: HeldFrame) {
        stream.count(held)
        if let light = held.light { append([ProcessorEvent(.light(light), held.times)]) }
    }

    private mutating func hold(_ held: HeldFrame) {
        guard holdsFrames, held.isShown else { return }
        window.append(held)
        while let first = window.first,
            window.count > windowCapacity(for: held) || isOverdue(first, at: held.running)
        {
            release(window.removeFirst(), stream.scene)
        }
    }

    private func isOverdue(_ held: HeldFrame, at time: Duration) -> Bool {
        settings.lookahead.map { time - held.running >= $0 } ?? false
    }

    /// Whether nothing that was taken is left here.
    var isDrained: Bool { queue.isEmpty && window.isEmpty && outbox.isEmpty && !isDelivering }

    private mutating func releaseWindow() {
        let scene = stream.scene
        for held in window { release(held, scene) }
        window = []
    }

    private mutating func release(_ held: HeldFrame, _ scene: Scene) {
        outboxFrames += 1
        outbox.append(.frame(held, scene))
    }

    private mutating func finishStream() {
        hasEnded = true
        wantedLooks = 0
        let before = stream.scene
        let events = stream.finish(endReason)
        // What a short stream confirms or tells at its end is drawn on its last frames too.
        var scene = Scene(unread: before.unread)
        for event in events {
            switch event.kind {
            case .code(let facts) where facts.change == .end: scene.tracks.append(facts.track)
            case .unread(let facts): scene.unread.append(facts.place)
            default: break
            }
        }
        for held in window { release(held, scene) }
        window = []
        append(events)
        if !isStopped { outbox.append(.end) }
    }

    private mutating func append(_ events: [ProcessorEvent]) { outbox += events.map { .event($0) } }

    // MARK: Looks

    private var guesses: [(HeldFrame, pass: Int)] = []

    /// Which frames are looked at next if no result changes what is due.
    private mutating func guess() {
        var throttle = throttle
        var number = lookNumber
        let isLifted = stream.tracker.hasUnconfirmed
        guesses = []
        wantedLooks = 0
        for case .frame(let held) in queue where throttle.admits(at: held.running, isLifted: isLifted) {
            defer { number += 1 }
            if case .done(number, _) = progress[held.index] { continue }
            wantedLooks += 1
            guard case .running(number) = progress[held.index] else {
                guesses.append((held, number))
                continue
            }
        }
    }

    /// The looks that idle lookers begin now.
    mutating func startLooks() -> [Look] {
        var looks: [Look] = []
        for (held, pass) in guesses {
            guard let looker = idle.popLast() else { break }
            progress[held.index] = .running(pass: pass)
            looks.append(Look(held: held, loan: FrameLoan(held.frame), pass: pass, looker: looker))
        }
        guesses = []
        return looks
    }

    mutating func finish(_ look: Look, _ reading: Reading, took time: TimeSpent) {
        idle.append(look.looker)
        stream.add(look: time)
        // A look that was begun again with another number, or is not wanted any more, is forgotten.
        guard !hasEnded, case .running(look.pass) = progress[look.held.index] else { return }
        progress[look.held.index] = .done(pass: look.pass, reading)
    }

    // MARK: Results leave

    /// Whether a delivery is to be begun: there is something, and none runs.
    mutating func startDelivery() -> Bool {
        guard !isDelivering, !outbox.isEmpty else { return false }
        isDelivering = true
        return true
    }

    mutating func nextDelivery() -> Delivery? {
        while !outbox.isEmpty {
            let item = outbox.removeFirst()
            switch item {
            case .frame:
                outboxFrames -= 1
                if outputEnd == nil { return item }
            case .event(var event):
                // The last frames are shown after the stream was finished.
                if outputEnd == .failed, case .ended(var totals) = event.kind, totals.reason == .eos {
                    totals.reason = .error
                    event.kind = .ended(totals)
                }
                return .event(event)
            case .end: return item
            }
        }
        isDelivering = false
        return nil
    }
}
