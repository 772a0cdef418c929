internal import CGStreamer
internal import Threading

/// Takes a pipeline's messages where they are posted, keeps what a waiting thread asks for, and passes reports on.
@safe final class BusWatch: Sendable {
    private struct State {
        var handler: (@Sendable (PipelineReport) -> Void)?
        var hasPrerolled = false
        var error: MediaError?
        /// What a demuxer or decoder that is not installed would have handled.
        var missing: MediaError?
        /// Whether a source without video is a failure.
        var needsVideo = false
    }

    private let state = Guarded(State())

    init(_ pipeline: Element) {
        // SAFETY: "transfer full"; the handler's data is retained for as long as the handler is set.
        guard let bus = unsafe gst_pipeline_get_bus(cast(pipeline.raw)) else { return }
        let data = unsafe Unmanaged.passRetained(state).toOpaque()
        unsafe gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message = unsafe message, let data = unsafe data else { return GST_BUS_PASS }
                // SAFETY: `data` is the state retained above; a dropped message is the handler's to release.
                let state = unsafe Unmanaged<Guarded<State>>.fromOpaque(data).takeUnretainedValue()
                unsafe BusWatch.take(message, into: state)
                unsafe gst_message_unref(message)
                return GST_BUS_DROP
            }, data,
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Guarded<State>>.fromOpaque(data).release()
            })
        unsafe gst_object_unref(bus)
    }

    func setHandler(_ handler: (@Sendable (PipelineReport) -> Void)?) {
        let early = state.withLock { state in
            state.handler = handler
            return state.error
        }
        if let early { handler?(.failed(early)) }
    }

    func waitForPreroll(timeout: Duration) -> Result<Void, MediaError>? {
        state.wait(timeout: timeout) { state in
            if let error = state.error { return .failure(error) }
            return state.hasPrerolled ? .success(()) : nil
        }
    }

    func waitForError(timeout: Duration) -> MediaError? {
        state.wait(timeout: timeout) { $0.error }
    }

    /// The first error is the one that is told.
    func fail(_ error: MediaError) { Self.fail(error, in: state) }

    private static func fail(_ error: MediaError, in state: Guarded<State>) {
        let (told, handler): (MediaError?, (@Sendable (PipelineReport) -> Void)?) = state.change { state in
            guard state.error == nil else { return (nil, nil) }
            state.error = error
            // What is missing explains why nothing can be decoded better than that failure's own words. That the output
            // cannot be written has nothing to do with it.
            if let missing = state.missing, !error.isOutput || error.kind == .missingPlugin {
                state.error = missing
            }
            return (state.error, state.handler)
        }
        if let told { handler?(.failed(told)) }
    }

    private static func take(_ message: UnsafeMutablePointer<GstMessage>, into state: Guarded<State>) {
        switch unsafe lumascan_message_type(message) {
        case GST_MESSAGE_ASYNC_DONE:
            state.change { $0.hasPrerolled = true }
        case GST_MESSAGE_EOS:
            let handler = state.change { state in
                state.hasPrerolled = true
                return state.handler
            }
            handler?(.ended)
        case GST_MESSAGE_ERROR:
            let isOutput = unsafe comes(message, from: "output")
            let error = unsafe MediaError(errorIn: message, isOutput: isOutput)
            unsafe fail(comes(message, from: CameraChain.name) ? error.ofCamera : error, in: state)
        case GST_MESSAGE_WARNING:
            let warning = unsafe MediaError(warningIn: message)
            state.withLock { $0.handler }?(.warned(warning))
        case GST_MESSAGE_ELEMENT:
            // SAFETY: the message lives for the call.
            guard unsafe gst_is_missing_plugin_message(message) != 0 else { return }
            let (missing, kind) = unsafe MediaError.missingPlugin(in: message)
            let isFatal = state.change { state in
                if state.missing == nil { state.missing = missing }
                return kind == .video && !state.hasPrerolled
            }
            // A parser leaves out what nothing decodes; the rest of the file would be waited for in vain.
            if isFatal { fail(missing, in: state) }
        case GST_MESSAGE_STREAM_COLLECTION:
            guard unsafe holdsNoVideo(message), state.withLock({ $0.needsVideo && !$0.hasPrerolled }) else { return }
            fail(
                MediaError(.noVideo, "it holds no video", hint: "give a file with a video stream, or a picture"),
                in: state)
        default: break
        }
    }

    /// Whether the message lists streams and none of them may be video.
    private static func holdsNoVideo(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        var collection: UnsafeMutablePointer<GstStreamCollection>? = nil
        // SAFETY: the collection is "transfer full" and dropped here; its streams belong to it.
        unsafe gst_message_parse_stream_collection(message, &collection)
        guard let collection = unsafe collection else { return false }
        defer { unsafe gst_object_unref(collection) }
        let count = unsafe gst_stream_collection_get_size(collection)
        let others = GST_STREAM_TYPE_AUDIO.rawValue | GST_STREAM_TYPE_TEXT.rawValue
        let areOthers = (0..<count).allSatisfy { index in
            guard let stream = unsafe gst_stream_collection_get_stream(collection, index) else { return false }
            let type = unsafe gst_stream_get_stream_type(stream).rawValue
            return type != 0 && type & ~others == 0
        }
        return count > 0 && areOthers
    }

    /// Makes a source without video a failure.
    func requireVideo() { state.withLock { $0.needsVideo = true } }

    /// Whether the name of the message's element, or of a bin around it, begins so.
    private static func comes(_ message: UnsafeMutablePointer<GstMessage>, from prefix: String) -> Bool {
        // SAFETY: the message keeps its source alive; every parent is a new reference, dropped when passed.
        var object = unsafe message.pointee.src.flatMap { unsafe gst_object_ref(UnsafeMutableRawPointer($0)) }
        while let current = unsafe object {
            let typed = unsafe current.assumingMemoryBound(to: GstObject.self)
            let name = unsafe takeString(gst_object_get_name(typed)) ?? ""
            let parent = unsafe gst_object_get_parent(typed)
            unsafe gst_object_unref(current)
            if name.hasPrefix(prefix) {
                if let parent = unsafe parent { unsafe gst_object_unref(parent) }
                return true
            }
            unsafe object = parent.map { UnsafeMutableRawPointer($0) }
        }
        return false
    }
}
