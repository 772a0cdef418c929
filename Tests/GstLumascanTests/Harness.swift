import CGStreamer
import CGstCheck
import Testing

/// One element `lumascan` between two pads of the test: what goes in is pushed, what comes out is recorded.
///
/// `@unchecked Sendable`: the references never change; one thread at a time pushes.
@safe final class Harness: @unchecked Sendable {
    let element: Handle
    let bus: MessageBus
    let output = PadRecorder()
    let raw: UnsafeMutablePointer<GstHarness>

    /// - Parameters:
    ///   - isLive: what the source answers.
    ///   - caps: nil: none are sent.
    init(
        _ properties: KeyValuePairs<String, String> = [:], isLive: Bool = false,
        caps: String? = Picture.caps("GRAY8")
    ) throws {
        element = try Handle.make("lumascan", properties)
        let bus = try unsafe present(gst_bus_new(), "bus")
        // SAFETY: the element takes a reference of its own.
        unsafe gst_element_set_bus(element.raw, bus)
        unsafe self.bus = MessageBus(taking: bus)
        unsafe raw = gst_harness_new_with_element(element.raw, "sink", "src")
        try unsafe output.attach(to: element.pad("src"))
        unsafe gst_harness_set_live(raw, isLive ? 1 : 0)
        if let caps { setCaps(caps) }
    }

    deinit {
        unsafe gst_element_set_bus(element.raw, nil)
        unsafe gst_harness_teardown(raw)
    }

    func setCaps(_ caps: String) { unsafe gst_harness_set_src_caps_str(raw, caps) }

    /// Pushes a buffer; "transfer full".
    @discardableResult func push(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        unsafe gst_harness_push(raw, buffer)
    }

    /// Pushes a picture with times.
    @discardableResult func push(_ picture: Picture, atMilliseconds time: Int, lasting duration: Int = 40) throws
        -> GstFlowReturn
    {
        unsafe push(try picture.buffer(atMilliseconds: time, lasting: duration))
    }

    /// Pushes an event downstream, "transfer full".
    @discardableResult func push(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        unsafe gst_harness_push_event(raw, event) != 0
    }

    /// A segment in milliseconds.
    func pushSegment(start: Int, time: Int, base: Int = 0) {
        var segment = GstSegment()
        // SAFETY: a local that is written before it is read; the event copies it.
        unsafe gst_segment_init(&segment, GST_FORMAT_TIME)
        segment.start = guint64(start) * 1_000_000
        segment.time = guint64(time) * 1_000_000
        segment.base = guint64(base) * 1_000_000
        segment.position = segment.start
        unsafe push(gst_event_new_segment(&segment))
    }

    /// A serialized event of that name.
    func pushCustom(_ name: String) {
        unsafe push(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty(name)))
    }

    func end() { unsafe push(gst_event_new_eos()) }

    /// Ends the stream and gives every message.
    func finish() -> [MessageBus.Message] {
        end()
        return bus.rest()
    }

    /// Takes out what has come, so that buffers return to their pools.
    func drop() { while let buffer = unsafe gst_harness_try_pull(raw) { unsafe gst_buffer_unref(buffer) } }

    /// Sends a QoS event up from below; whether it came out above.
    func passesQoS() -> Bool {
        while let event = unsafe gst_harness_try_pull_upstream_event(raw) { unsafe gst_mini_object_unref(cast(event)) }
        unsafe gst_harness_push_upstream_event(raw, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, 1_000_000, 0))
        var passes = false
        while let event = unsafe gst_harness_try_pull_upstream_event(raw) {
            if unsafe event.pointee.type == GST_EVENT_QOS { passes = true }
            unsafe gst_mini_object_unref(cast(event))
        }
        return passes
    }

    /// What the element answers below, in nanoseconds.
    var latency: UInt64 { unsafe UInt64(gst_harness_query_latency(raw)) }
}
