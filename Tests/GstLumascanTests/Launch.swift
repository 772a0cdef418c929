import CGStreamer
import Testing

/// A pipeline in gst-launch syntax that runs in the tests, bounded in time.
@safe final class Launch {
    struct TookTooLong: Error {
        var description: String
        var messages: [String]
    }

    let description: String
    let pipeline: Handle
    let bus: MessageBus

    /// - Parameter description: of a pipeline; `lumascan` is named `scan` where the tests look for it.
    init(_ description: String) throws {
        try Plugin.loaded.get()
        self.description = description
        var failure: UnsafeMutablePointer<GError>? = nil
        // SAFETY: results are "transfer full", the pipeline's reference floats.
        let raw = unsafe gst_parse_launch(description, &failure)
        let reason = unsafe failure.map { unsafe String(cString: $0.pointee.message) }
        unsafe g_clear_error(&failure)
        try #require(reason == nil)
        let parsed = try unsafe present(raw, description)
        pipeline = unsafe Handle(
            taking: UnsafeMutableRawPointer(gst_object_ref_sink(parsed)).assumingMemoryBound(to: GstElement.self))
        bus = try unsafe MessageBus(taking: present(gst_element_get_bus(pipeline.raw), "bus"))
    }

    deinit { unsafe gst_element_set_state(pipeline.raw, GST_STATE_NULL) }

    func element(_ name: String) throws -> Handle {
        // SAFETY: a pipeline is a bin; "transfer full".
        unsafe Handle(taking: try present(gst_bin_get_by_name(cast(pipeline.raw), name), name))
    }

    /// Records what passes a pad.
    func record(_ name: String, _ pad: String, keepsBytes: Bool = false) throws -> PadRecorder {
        let recorder = PadRecorder(keepsBytes: keepsBytes)
        unsafe recorder.attach(to: try element(name).pad(pad))
        return recorder
    }

    /// False where the change fails at once.
    @discardableResult func change(to state: GstState) -> Bool {
        unsafe gst_element_set_state(pipeline.raw, state) != GST_STATE_CHANGE_FAILURE
    }

    /// Waits until a change of state is over; false where it failed or took too long.
    func settle(within seconds: Double = 20) -> Bool {
        unsafe gst_element_get_state(pipeline.raw, nil, nil, GstClockTime(seconds * 1e9)) == GST_STATE_CHANGE_SUCCESS
    }

    /// Messages up to the end, or to the one that `isLast`.
    func messages(
        within seconds: Double = 30, until isLast: (MessageBus.Message) -> Bool = { _ in false }
    ) throws -> [MessageBus.Message] {
        var messages: [MessageBus.Message] = []
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            guard let message = bus.next(within: 1) else { continue }
            messages.append(message)
            if message == .ended || isLast(message) { return messages }
            if case .error = message { return messages }
        }
        throw TookTooLong(description: description, messages: messages.map { "\($0)" })
    }

    /// Plays to the end.
    func run(within seconds: Double = 30) throws -> [MessageBus.Message] {
        change(to: GST_STATE_PLAYING)
        return try messages(within: seconds)
    }

    /// Moves to a time with a flush.
    func seek(toMilliseconds time: Int, flags: GstSeekFlags = GST_SEEK_FLAG_FLUSH) -> Bool {
        let flags = GstSeekFlags(flags.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        return unsafe gst_element_seek_simple(pipeline.raw, GST_FORMAT_TIME, flags, gint64(time) * 1_000_000) != 0
    }
}
