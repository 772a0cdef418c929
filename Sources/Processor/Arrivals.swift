internal import Imaging
internal import Media
internal import Monitoring

/// What the streaming thread does with a frame before anything waits: its times, its place in the wanted part of the
/// stream, its format, and the light sample when one is due.
///
/// `@unchecked Sendable`: called on the streaming thread of one sink alone.
final class Arrivals: @unchecked Sendable {
    enum Arrival {
        /// Before the wanted part.
        case outside
        /// After the wanted part.
        case beyond
        /// A frame, and the facts of its stream where they are new.
        case frame(HeldFrame, StreamFacts?)
    }

    private let settings: ScanSettings
    private var clock = StreamClock()
    private var light: LightMonitor
    private let converter = LumaConverter()
    private var view: LookView
    private var facts: StreamFacts?
    private var count = 0

    init(settings: ScanSettings) {
        self.settings = settings
        light = LightMonitor(settings: settings.light)
        view = LookView(region: settings.region)
    }

    func follow(_ format: VideoFormat) { facts = nil }

    func turn(to orientation: Orientation) {
        guard orientation != view.orientation else { return }
        view.orientation = orientation
        facts = nil
    }

    func reset() { clock.reset() }

    /// - Parameter isShown: whether the frame comes out at the output, where there is one.
    func take(_ frame: VideoFrame, isShown: Bool = true) -> Arrival {
        let (running, stream) = clock.times(of: frame)
        guard stream >= settings.start else { return .outside }
        if let end = settings.end, stream >= end { return .beyond }
        let held = HeldFrame(frame, running: running, stream: stream, index: count, view: view, isShown: isShown)
        count += 1
        if light.isDue(at: running),
            let sample = frame.withLuma(
                using: converter, { LumaStatistics(of: $0, range: frame.format.lumaRange) }) ?? nil
        {
            held.light = light.sample(level: sample.mean, contrast: sample.contrast, at: running)
        }
        guard facts == nil else { return .frame(held, nil) }
        let new = StreamFacts(frame.format, orientation: view.orientation)
        facts = new
        return .frame(held, new)
    }
}

/// One frame on its way through a processor.
///
/// `@unchecked Sendable`: `light` is written before the frame is handed over, everything else in `init`.
final class HeldFrame: @unchecked Sendable {
    let frame: VideoFrame
    let running: Duration
    let stream: Duration
    /// Number of the frame in its stream.
    let index: Int
    let view: LookView
    let isShown: Bool
    var light: LightChange?

    /// The frame's times, none of them unknown but the timestamp and, at a varying rate, the duration.
    var times: FrameTimes { frame.times }

    init(_ frame: VideoFrame, running: Duration, stream: Duration, index: Int, view: LookView, isShown: Bool) {
        self.frame = frame
        self.running = running
        self.stream = stream
        self.index = index
        self.view = view
        self.isShown = isShown
        frame.times.running = running
        frame.times.stream = stream
        frame.times.duration = frame.times.duration ?? frame.format.frameDuration
    }
}
