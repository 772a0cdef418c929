internal import CGStreamer
internal import Threading

/// What an appsink calls: takes its samples and events and passes frames to a consumer.
///
/// The appsink owns it. It holds no reference of the appsink, so that both go with the pipeline.
///
/// `@unchecked Sendable`: `format` and `hasRefused` are touched on the one streaming thread of the sink pad alone (a
/// flush stops it first); what `attach` shares with it is behind a lock.
@safe final class FrameReceiver: @unchecked Sendable {
    private struct Attached {
        var consumer: (any FrameConsumer)?
        var orientation: Orientation?
    }

    private let attached = Guarded(Attached())
    private let feed: FrameFeed?
    private let isUpright: Bool
    private var format: VideoFormat?
    private var hasRefused = false

    init(feed: FrameFeed?, isUpright: Bool) {
        self.feed = feed
        self.isUpright = isUpright
    }

    /// How the frames are turned, as far as tags have told.
    var orientation: Orientation? { attached.withLock { $0.orientation } }

    private var consumer: (any FrameConsumer)? { attached.withLock { $0.consumer } }

    func attach(_ consumer: any FrameConsumer) {
        let orientation = attached.withLock { attached in
            attached.consumer = consumer
            return attached.orientation
        }
        if let orientation { consumer.orientationChanged(to: orientation) }
    }

    func connect(to element: Element) {
        var callbacks = GstAppSinkCallbacks()
        unsafe callbacks.new_sample = { sink, data in
            guard let sink = unsafe sink, let data = unsafe data else { return GST_FLOW_ERROR }
            return unsafe FrameReceiver.from(data).takeSample(of: sink)
        }
        unsafe callbacks.eos = { _, data in
            guard let data = unsafe data else { return }
            unsafe FrameReceiver.from(data).consumer?.end()
        }
        // SAFETY: the sink holds this object until it is destroyed and calls the release function then.
        unsafe gst_app_sink_set_callbacks(
            cast(element.raw), &callbacks, Unmanaged.passRetained(self).toOpaque(), FrameReceiver.release)
        guard let pad = element.pad("sink") else { return }
        // SAFETY: as above, for the probe.
        unsafe gst_pad_add_probe(
            pad.raw,
            GstPadProbeType(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let event = unsafe gst_pad_probe_info_get_event(info)
                else { return GST_PAD_PROBE_OK }
                unsafe FrameReceiver.from(data).see(event)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(), FrameReceiver.release)
    }

    private static let release: GDestroyNotify = { data in
        guard let data = unsafe data else { return }
        // SAFETY: retained when it was given to C.
        unsafe Unmanaged<FrameReceiver>.fromOpaque(data).release()
    }

    private static func from(_ data: UnsafeMutableRawPointer) -> FrameReceiver {
        // SAFETY: retained when it was given to C and not yet released.
        unsafe Unmanaged<FrameReceiver>.fromOpaque(data).takeUnretainedValue()
    }

    private func see(_ event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe lumascan_event_type(event) {
        case GST_EVENT_FLUSH_STOP:
            hasRefused = false
            consumer?.flush()
        case GST_EVENT_STREAM_START:
            // Another stream, whose own tags are still to come.
            if attached.withLock({ $0.orientation }) != nil { turn(to: .upright) }
        case GST_EVENT_TAG:
            var list: UnsafeMutablePointer<GstTagList>? = nil
            // SAFETY: the tag list belongs to the event.
            unsafe gst_event_parse_tag(event, &list)
            guard let list = unsafe list, let orientation = unsafe Orientation(in: list) else {
                unsafe feed?.forward(event)
                return
            }
            if !isUpright {
                turn(to: orientation)
                unsafe feed?.forward(event)
            } else if let others = unsafe gst_tag_list_copy(list) {
                // The frames were turned already, by an element that lets the tag pass.
                unsafe gst_tag_list_remove_tag(others, "image-orientation")
                guard let other = unsafe gst_event_new_tag(others) else { return }
                unsafe feed?.forward(other)
                unsafe gst_mini_object_unref(cast(other))
            }
        case GST_EVENT_TOC:
            unsafe feed?.forward(event)
        default: break
        }
    }

    private func turn(to orientation: Orientation) {
        let consumer = attached.withLock { attached in
            attached.orientation = orientation
            return attached.consumer
        }
        consumer?.orientationChanged(to: orientation)
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
}
