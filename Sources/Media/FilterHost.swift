internal import CGStreamer
internal import Dispatch
internal import Threading

/// The Swift half of a base transform: buffers and events of the element to frames and calls of a filter.
///
/// Frames may stay with the filter while others come; serialized events wait for the frames before them.
///
/// `@unchecked Sendable`: everything but `shared` is touched on the streaming thread, or while it stands still.
@safe package final class FilterHost: @unchecked Sendable {
    private struct Shared {
        /// Of the pipeline, as the sinks were told it.
        var latency: Duration = .zero
    }

    private let element: FilterElement
    private let filter: any FrameFilter
    private let shared = Guarded(Shared())
    private var format: VideoFormat?
    private var isLive: Bool?
    private var pool = HoldingPool()
    private var taken = 0
    private var given = 0
    /// Events and the number of frames that go before each.
    private var waiting: [(frames: Int, event: EventRef)] = []
    private let stallQueue = DispatchQueue(label: "lumascan.stall")
    private var isWatchingForStall = false

    package init(_ element: FilterElement, filter: any FrameFilter) {
        self.element = element
        self.filter = filter
    }

    func start() -> Bool {
        do throws(MediaError) {
            try filter.start()
            return true
        } catch {
            element.post(error)
            return false
        }
    }

    func stop() {
        // The streaming thread has gone; a watch for stalls may still be here.
        element.hold().whileNothingStreams {
            filter.stop()
            dropWaiting()
            pool.release()
            (format, isLive) = (nil, nil)
        }
    }

    private func dropWaiting() {
        waiting = []
        (taken, given) = (0, 0)
    }

    // MARK: Frames

    func follow(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        if let format, unsafe gst_caps_is_equal(format.caps.raw, caps) != 0 { return true }
        guard let new = unsafe VideoFormat(CapsRef(retaining: caps)) else { return false }
        drain()
        format = new
        pool.release()
        element.log(.info, "frames are \(new.name), \(new.width)x\(new.height)")
        filter.formatChanged(to: new)
        return true
    }

    /// "transfer full".
    func submit(_ buffer: UnsafeMutablePointer<GstBuffer>, in segment: UnsafePointer<GstSegment>?) -> GstFlowReturn {
        guard let format else {
            unsafe gst_buffer_unref(buffer)
            return GST_FLOW_NOT_NEGOTIATED
        }
        let isLive = self.isLive ?? element.isUpstreamLive
        self.isLive = isLive
        let times = unsafe FrameTimes(of: buffer, in: UnsafeMutablePointer(mutating: segment))
        let frame = unsafe VideoFrame(taking: buffer, format: format, times: times)
        filter.prepare(isLive: isLive)
        if filter.latency > .zero { pool.free(frame) }
        switch filter.take(frame) {
        case .ok:
            taken += 1
            return GST_FLOW_OK
        case .finished: return GST_FLOW_EOS
        case .flushing: return GST_FLOW_FLUSHING
        case .failed:
            element.post(MediaError(.failed, "a frame could not be handled"))
            return GST_FLOW_ERROR
        }
    }

    /// The next buffer, "transfer full"; events that wait for no frame any more go first.
    func generate() -> UnsafeMutablePointer<GstBuffer>? {
        while let first = waiting.first, first.frames <= given {
            waiting.removeFirst()
            // SAFETY: pads are alive in the element; the event's reference is taken over.
            if let pad = element.pad("src") { unsafe gst_pad_push_event(pad.raw, first.event.again) }
        }
        guard let frame = filter.next() else {
            watchForStall()
            return nil
        }
        given += 1
        return unsafe frame.shareBuffer()
    }

    /// Lets held frames go where none follows before the pipeline plays: every sink waits for its first frame then, and
    /// the one of another branch keeps a queue full, behind which the frames wait that would let ours go.
    private func watchForStall() {
        guard given < taken, !isWatchingForStall, !element.isPlaying else { return }
        isWatchingForStall = true
        let taken = self.taken
        let hold = element.hold()
        stallQueue.asyncAfter(deadline: .now() + Self.stallTime) {
            hold.whileNothingStreams {
                self.isWatchingForStall = false
                guard self.format != nil, self.given < self.taken else { return }
                if self.taken == taken, !self.element.isPlaying { self.drain() } else { self.watchForStall() }
            }
        }
    }

    /// In seconds of real time.
    private static let stallTime = 0.25

    /// Pushes everything that is held.
    func drain() {
        filter.drain()
        pushReady()
    }

    private func pushReady() {
        guard let pad = element.pad("src") else { return }
        // What the peer answers here, it answers to the next buffer too.
        // SAFETY: the buffer is taken over.
        while let buffer = unsafe generate() { _ = unsafe gst_pad_push(pad.raw, buffer) }
    }

    // MARK: Events

    /// Whether the event waits here.
    func take(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        switch unsafe lumascan_event_type(event) {
        case GST_EVENT_FLUSH_STOP:
            filter.flush()
            dropWaiting()
            return false
        case GST_EVENT_EOS:
            filter.end()
            pushReady()
            return false
        case GST_EVENT_STREAM_START:
            drain()
            // What follows is another recording, whose own tags are still to come.
            if taken > 0 { filter.flush() }
            filter.orientationChanged(to: .upright)
            return false
        case GST_EVENT_CAPS, GST_EVENT_SEGMENT, GST_EVENT_GAP, GST_EVENT_SEGMENT_DONE, GST_EVENT_STREAM_GROUP_DONE:
            drain()
            return false
        case GST_EVENT_CUSTOM_DOWNSTREAM where unsafe gst_video_event_parse_still_frame(event, nil) != 0:
            drain()
            return false
        case GST_EVENT_TAG: unsafe turn(by: event)
        default: break
        }
        guard given < taken, unsafe lumascan_event_is_serialized(event) != 0 else { return false }
        waiting.append((taken, unsafe EventRef(retaining: event)))
        return true
    }

    private func turn(by event: UnsafeMutablePointer<GstEvent>) {
        guard let orientation = unsafe Orientation(taggedIn: event) else { return }
        filter.orientationChanged(to: orientation)
    }

    /// Whether the event goes upstream.
    func takeUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        switch unsafe lumascan_event_type(event) {
        case GST_EVENT_LATENCY:
            var latency: GstClockTime = 0
            // SAFETY: a latency event.
            unsafe gst_event_parse_latency(event, &latency)
            shared.withLock { $0.latency = .nanoseconds(Int64(clamping: latency)) }
        case GST_EVENT_NAVIGATION:
            if let place = unsafe Pointing.place(in: event) {
                let latency = shared.withLock { $0.latency }
                filter.point(atX: place.x, y: place.y, time: element.runningTime.map { $0 - latency })
            }
        case GST_EVENT_QOS:
            // A decoder that drops what comes late would drop frames that are to be looked at.
            return !filter.isRecorded
        default: break
        }
        return true
    }

    // MARK: Queries

    var latency: GstClockTime { GstClockTime(clamping: filter.latency.clampedNanoseconds) }

    var isPassthrough: Bool { filter.isPassthrough }

    var statistics: MessageStructure { filter.statistics }
}
