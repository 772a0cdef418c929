internal import CGstLumascan
internal import Media
internal import Monitoring
internal import Processor
internal import Symbols
internal import Threading

/// What the element `lumascan` does with its frames: a processor looks at them, and they come out drawn on.
///
/// `@unchecked Sendable`: `stream` is touched on the streaming thread or while that stands still; all else is behind a
/// lock.
final class ScanFilter: FrameFilter, @unchecked Sendable {
    /// What lasts from READY to READY.
    private struct Stream {
        var settings: ElementSettings
        var format: VideoFormat?
        var orientation: Orientation?
        var processor: (any StreamProcessor)?
        /// Whether frames are with the processor.
        var isHolding = false
        var wasActive = true
        /// How long frames are held, as a live pipeline was told it.
        var latency: Duration = .zero
    }

    /// What other threads ask for.
    private struct Shared {
        var isRecorded = true
        var latency: Duration = .zero
        var processor: (any StreamProcessor)?
        /// What came of the processors before this one.
        var tally = ScanTally()
    }

    private let element: FilterElement
    private let reporter: Reporter
    private let ready: ReadyFrames
    private var stream: Stream?
    private let shared = Guarded(Shared())

    init(_ element: FilterElement) {
        self.element = element
        reporter = Reporter(element) { element.switches.message }
        ready = ReadyFrames(element, reporter)
    }

    // MARK: States

    func start() throws(MediaError) {
        var settings = try element.settings
        settings.scan.keepsPictures = { [element] in element.switches.attach_frame }
        stream = Stream(settings: settings)
        shared.change { $0 = Shared() }
        reporter.begin(as: settings.compatibility)
    }

    func stop() {
        finish { $0.stop(.stopped) }
        stream = nil
        ready.removeAll()
        reporter.reset()
    }

    /// Ends the processor in one way or another; frames that follow get another one.
    private func finish(_ end: (any StreamProcessor) -> Void) {
        guard let processor = stream?.processor else { return }
        end(processor)
        processor.drain()
        processor.join()
        stream?.processor = nil
        stream?.isHolding = false
        shared.change { shared in
            shared.tally.add(processor.tally)
            shared.processor = nil
        }
        reporter.nextTracks()
    }

    // MARK: Frames

    func formatChanged(to format: VideoFormat) {
        stream?.format = format
        stream?.processor?.formatChanged(to: format)
    }

    func orientationChanged(to orientation: Orientation) {
        stream?.orientation = orientation
        stream?.processor?.orientationChanged(to: orientation)
    }

    func prepare(isLive: Bool) {
        guard let stream else { return }
        if stream.processor == nil { makeProcessor(stream.settings, isLive: isLive) }
        let latency = self.latency
        guard isLive, latency != stream.latency else { return }
        self.stream?.latency = latency
        element.postLatency()
    }

    func take(_ frame: VideoFrame) -> FlowResult {
        guard let stream, let processor = stream.processor else { return .flushing }
        let switches = element.switches
        let isShown = switches.active && (switches.draw || switches.attach_meta)
        if !isShown, stream.isHolding {
            processor.drain()
            self.stream?.isHolding = false
        }
        guard switches.active else {
            if stream.wasActive {
                processor.flush()
                processor.drain()
            }
            self.stream?.wasActive = false
            ready.add(frame)
            return .ok
        }
        self.stream?.wasActive = true
        guard isShown else {
            let result = processor.examine(frame)
            if result == .ok { ready.add(frame) }
            return result
        }
        self.stream?.isHolding = true
        let time = frame.times.running
        ready.expect(time ?? .zero)
        let result = processor.consume(frame)
        guard isRecorded, result == .ok else { return result }
        if stream.settings.scan.lookahead == .zero {
            processor.drain()
        } else if let time {
            ready.waitForFrames(before: time - stream.settings.longestHold)
        }
        return result
    }

    private func makeProcessor(_ settings: ElementSettings, isLive: Bool) {
        let isRecorded = settings.mode == .recorded || settings.mode == .auto && !isLive
        let handler: @Sendable (ProcessorEvent) -> Void = { [reporter] in reporter.take($0) }
        let processor: any StreamProcessor =
            isRecorded
            ? RecordedProcessor(settings: settings.scan, output: ready, handler: handler)
            : LiveProcessor(settings: settings.scan, output: ready, handler: handler)
        if let format = stream?.format { processor.formatChanged(to: format) }
        if let orientation = stream?.orientation { processor.orientationChanged(to: orientation) }
        stream?.processor = processor
        shared.change { shared in
            (shared.isRecorded, shared.processor) = (isRecorded, processor)
            shared.latency = isRecorded ? settings.hold : .zero
        }
        element.log(.info, isRecorded ? "recorded: frames wait for looks" : "live: frames never wait")
    }

    func next() -> VideoFrame? { ready.next() }

    func drain() { stream?.processor?.drain() }

    func flush() {
        stream?.processor?.flush()
        drain()
        ready.removeAll()
        reporter.forgetPictures()
    }

    func end() { finish { $0.end() } }

    // MARK: Any thread

    var isPassthrough: Bool {
        let switches = element.switches
        return !switches.active || !switches.draw && !switches.attach_meta
    }

    var isRecorded: Bool { shared.withLock { $0.isRecorded } }

    var latency: Duration { isPassthrough ? .zero : shared.withLock { $0.latency } }

    var statistics: MessageStructure {
        let (processor, before) = shared.withLock { ($0.processor, $0.tally) }
        var tally = before
        if let processor { tally.add(processor.tally) }
        let structure = MessageStructure("lumascan-stats")
        structure.set("frames", count: tally.totals.frames)
        structure.set("examined", count: tally.totals.examined)
        structure.set("skipped", count: tally.totals.skipped)
        structure.set("codes", count: tally.totals.codes)
        let looks = max(1, tally.looks)
        structure.set("look-time", time: tally.lookTime.wall / looks)
        structure.set("look-cpu-time", time: tally.lookTime.processor / looks)
        return structure
    }

    func point(atX x: Double, y: Double, time: Duration?) { reporter.select(at: Point(x: x, y: y), time: time) }
}
