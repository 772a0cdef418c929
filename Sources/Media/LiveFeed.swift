internal import CGStreamer
internal import Threading

/// Gives frames to an appsrc of a pipeline with a clock of its own. Never holds the caller back: what cannot leave at
/// once replaces older frames.
///
/// `@unchecked Sendable`: the feed is used by the one thread that calls `push` at a time; what `onPoint` shares is behind
/// a lock.
@safe package final class LiveFeed: @unchecked Sendable {
    private let feed: FrameFeed
    private let isClocked: Bool
    /// Added to the frames' running times; nil before the first frame.
    private var shift: Duration?
    private let pointed = Guarded<(@Sendable (_ x: Double, _ y: Double) -> Void)?>(nil)

    /// - Parameters:
    ///   - element: the appsrc.
    ///   - isClocked: whether the first frame is stamped with what the pipeline's clock says then, for sinks that wait
    ///     for it; else with 0.
    /// - Throws: `badDescription` where the element is no appsrc.
    package init(_ element: Element, isClocked: Bool) throws(MediaError) {
        feed = try FrameFeed(element, padsOddSizes: true)
        self.isClocked = isClocked
        feed.becomeLive()
        watchPointing(element)
    }

    /// Takes over a reference to an appsrc that another library made ("transfer full").
    package convenience init(taking raw: UnsafeMutableRawPointer, isClocked: Bool) throws(MediaError) {
        // SAFETY: the caller's object is an element.
        let element = unsafe Element(taking: raw.assumingMemoryBound(to: GstElement.self))
        try self.init(element, isClocked: isClocked)
        // SAFETY: the value holds a reference of its own; a floating one was the caller's, and was sunk.
    }

    /// Sends a frame on; its pixels are shared, its times are not.
    package func push(_ frame: VideoFrame) -> FlowResult {
        let own = frame.sharing()
        let running = frame.times.running ?? .zero
        let shift = shift ?? (isClocked ? runningTime : .zero) - running
        self.shift = shift
        own.times.running = max(.zero, running + shift)
        return feed.push(own)
    }

    /// No frame follows.
    package func end() { feed.end() }

    /// Calls `handler` where the user points at, in pixels of the frames.
    package func onPoint(_ handler: @escaping @Sendable (_ x: Double, _ y: Double) -> Void) {
        pointed.change { $0 = handler }
    }

    private var runningTime: Duration {
        // SAFETY: a live element.
        let time = unsafe gst_element_get_current_running_time(feed.element.raw)
        return time == .max ? .zero : .nanoseconds(Int64(clamping: time))
    }

    private func watchPointing(_ element: Element) {
        guard let pad = element.pad("src") else { return }
        // SAFETY: the pad keeps the reference that it is given and releases it.
        unsafe gst_pad_add_probe(
            pad.raw, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe gst_pad_probe_info_get_event(info),
                    unsafe lumascan_event_type(event) == GST_EVENT_NAVIGATION,
                    let place = unsafe Pointing.place(in: event)
                else { return GST_PAD_PROBE_OK }
                let pointed = unsafe Unmanaged<Guarded<(@Sendable (Double, Double) -> Void)?>>.fromOpaque(data)
                    .takeUnretainedValue()
                pointed.withLock { $0 }?(place.x, place.y)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(pointed).toOpaque(),
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Guarded<(@Sendable (Double, Double) -> Void)?>>.fromOpaque(data).release()
            })
    }
}
