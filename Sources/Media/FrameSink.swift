internal import CGStreamer

/// What a streaming thread is told after it handed over a frame.
package enum FlowResult: Sendable {
    case ok
    /// Nothing more is wanted: the stream may end.
    case finished
    /// The stream is being stopped or moved.
    case flushing
    case failed
}

/// Takes the frames of a stream, on its streaming thread, in order.
package protocol FrameConsumer: AnyObject, Sendable {
    /// The format of the frames that follow.
    func formatChanged(to format: VideoFormat)
    /// How the frames that follow are turned to stand upright.
    func orientationChanged(to orientation: Orientation)
    /// One frame. May block; that slows the source down.
    func consume(_ frame: VideoFrame) -> FlowResult
    /// Frames before this and frames after it do not belong together (a seek).
    func flush()
    /// No frame follows.
    func end()
}

/// The appsink through which a pipeline hands its frames to a consumer.
///
/// `@unchecked Sendable`: the mutable state is touched on the one streaming thread of the sink pad alone, and the
/// consumer is set before frames flow.
@safe package final class FrameSink: @unchecked Sendable {
    package let element: Element
    private var consumer: (any FrameConsumer)?
    private let feed: FrameFeed?
    private var format: VideoFormat?
    private var orientation: Orientation?
    private var hasRefused = false

    /// Wraps an appsink.
    /// - Parameter feed: where tags and tables of contents of the stream go on, if the frames go anywhere.
    /// - Throws: `badDescription` where the element is no appsink.
    package init(_ element: Element, feed: FrameFeed?) throws(MediaError) {
        guard unsafe lumascan_is_app_sink(element.raw) != 0 else {
            throw MediaError(.badDescription, "“\(element.name)” is not an appsink")
        }
        self.element = element
        self.feed = feed
        element.set("sync", "false").set("emit-signals", "false").set("enable-last-sample", "false")
        element.set("max-buffers", "1").set("drop", "false").set("wait-on-eos", "false").set("qos", "false")
        connect()
    }

    /// Who takes the frames, from the next one on. Call it once, before the pipeline plays.
    package func attach(_ consumer: any FrameConsumer) {
        if let orientation { consumer.orientationChanged(to: orientation) }
        self.consumer = consumer
    }

    private func connect() {
        var callbacks = GstAppSinkCallbacks()
        unsafe callbacks.new_sample = { sink, data in
            guard let sink = unsafe sink, let data = unsafe data else { return GST_FLOW_ERROR }
            return unsafe FrameSink.from(data).takeSample(of: sink)
        }
        unsafe callbacks.eos = { _, data in
            guard let data = unsafe data else { return }
            unsafe FrameSink.from(data).consumer?.end()
        }
        // SAFETY: the sink holds this object until it is destroyed and calls the release function then.
        unsafe gst_app_sink_set_callbacks(
            cast(element.raw), &callbacks, Unmanaged.passRetained(self).toOpaque(), FrameSink.release)
        guard let pad = element.pad("sink") else { return }
        // SAFETY: as above, for the probe.
        unsafe gst_pad_add_probe(
            pad.raw,
            GstPadProbeType(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe gst_pad_probe_info_get_event(info)
                else { return GST_PAD_PROBE_OK }
                unsafe FrameSink.from(data).see(event)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(), FrameSink.release)
    }

    private static let release: GDestroyNotify = { data in
        guard let data = unsafe data else { return }
        // SAFETY: retained when it was given to C.
        unsafe Unmanaged<FrameSink>.fromOpaque(data).release()
    }

    private static func from(_ data: UnsafeMutableRawPointer) -> FrameSink {
        // SAFETY: retained when it was given to C and not yet released.
        unsafe Unmanaged<FrameSink>.fromOpaque(data).takeUnretainedValue()
    }

    private func see(_ event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe lumascan_event_type(event) {
        case GST_EVENT_FLUSH_STOP:
            hasRefused = false
            consumer?.flush()
        case GST_EVENT_TAG:
            var list: UnsafeMutablePointer<GstTagList>? = nil
            // SAFETY: the tag list belongs to the event.
            unsafe gst_event_parse_tag(event, &list)
            if let list = unsafe list, let orientation = unsafe Self.orientation(in: list) {
                self.orientation = orientation
                consumer?.orientationChanged(to: orientation)
            }
            unsafe feed?.forward(event)
        case GST_EVENT_TOC:
            unsafe feed?.forward(event)
        default: break
        }
    }

    private static func orientation(in tags: UnsafeMutablePointer<GstTagList>) -> Orientation? {
        var text: UnsafeMutablePointer<gchar>? = nil
        // SAFETY: the result is "transfer full".
        guard unsafe gst_tag_list_get_string(tags, "image-orientation", &text) != 0,
            let name = unsafe takeString(text)
        else { return nil }
        return Orientation(tag: name)
    }

    private func takeSample(of sink: UnsafeMutablePointer<GstAppSink>) -> GstFlowReturn {
        // SAFETY: "transfer full"; buffer, caps and segment belong to the sample.
        guard let sample = unsafe gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
        defer { unsafe gst_sample_unref(sample) }
        guard let buffer = unsafe gst_sample_get_buffer(sample), let caps = unsafe gst_sample_get_caps(sample) else {
            return GST_FLOW_OK
        }
        guard unsafe follow(caps) else {
            return unsafe refuse(sink, "the frames are not raw video in system memory")
        }
        guard let format, let consumer else { return GST_FLOW_NOT_NEGOTIATED }
        let times = unsafe FrameTimes(of: buffer, in: gst_sample_get_segment(sample))
        unsafe gst_buffer_ref(buffer)
        switch unsafe consumer.consume(VideoFrame(taking: buffer, format: format, times: times)) {
        case .ok: return GST_FLOW_OK
        case .finished: return GST_FLOW_EOS
        case .flushing: return GST_FLOW_FLUSHING
        case .failed: return unsafe refuse(sink, "a frame could not be handled")
        }
    }

    private func follow(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        if let format, unsafe gst_caps_is_equal(format.caps.raw, caps) != 0 { return true }
        guard let new = unsafe VideoFormat(CapsRef(retaining: caps)) else { return false }
        format = new
        consumer?.formatChanged(to: new)
        return true
    }

    private func refuse(_ sink: UnsafeMutablePointer<GstAppSink>, _ reason: String) -> GstFlowReturn {
        if !hasRefused {
            hasRefused = true
            // SAFETY: the sink is alive in its own callback.
            unsafe lumascan_post_error(
                cast(sink), gst_stream_error_quark(), gint(GST_STREAM_ERROR_FORMAT.rawValue), reason, nil)
        }
        return GST_FLOW_ERROR
    }

    /// Size of the upright picture that the sink holds in PAUSED, if there is one.
    package var prerolledSize: (width: Int, height: Int)? {
        // SAFETY: "transfer full"; does not wait.
        guard let sample = unsafe gst_app_sink_try_pull_preroll(cast(element.raw), 0) else { return nil }
        defer { unsafe gst_sample_unref(sample) }
        guard let caps = unsafe gst_sample_get_caps(sample),
            let format = unsafe VideoFormat(CapsRef(retaining: caps))
        else { return nil }
        return (orientation ?? .upright).uprightSize(width: format.width, height: format.height)
    }
}

extension FrameTimes {
    init(of buffer: UnsafeMutablePointer<GstBuffer>, in segment: UnsafeMutablePointer<GstSegment>?) {
        let none = UInt64.max
        let pts = unsafe buffer.pointee.pts
        let length = unsafe buffer.pointee.duration
        let duration = length == none ? nil : Duration.nanoseconds(Int64(clamping: length))
        guard pts != none, let segment = unsafe segment, unsafe segment.pointee.format == GST_FORMAT_TIME else {
            self.init(stream: nil, running: nil, duration: duration)
            return
        }
        // SAFETY: the segment belongs to the sample that the caller holds.
        let stream = unsafe gst_segment_to_stream_time(segment, GST_FORMAT_TIME, pts)
        let running = unsafe gst_segment_to_running_time(segment, GST_FORMAT_TIME, pts)
        self.init(
            stream: stream == none ? nil : .nanoseconds(Int64(clamping: stream)),
            running: running == none ? nil : .nanoseconds(Int64(clamping: running)), duration: duration)
    }
}

extension FrameSink {
    /// Frames of other caps are not taken; elements before the sink convert.
    package func restrict(to caps: String) {
        guard let caps = CapsRef(caps) else { return }
        element.set("caps", caps)
    }

    /// Ends the stream at this sink, whatever still comes; waits for the frame that is being handed over.
    package func endStream() { element.pad("sink")?.endStream() }

    /// Moves the source to `start` and lets it end at `end`, exactly; false where it cannot.
    ///
    /// The request goes up from this sink alone: sinks behind a feed have nothing to seek in.
    package func seek(from start: Duration, to end: Duration?) -> Bool {
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        // SAFETY: a live element.
        return unsafe gst_element_seek(
            element.raw, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, start.clampedNanoseconds,
            GST_SEEK_TYPE_SET, end?.clampedNanoseconds ?? -1) != 0
    }
}
