internal import CGStreamer

/// A filter's own element: where it says what it has found.
///
/// `@unchecked Sendable`: the pointer never changes, and every call made here is allowed from any thread. The element
/// owns the filter, which owns this value, so the element outlives it.
@safe package final class FilterElement: @unchecked Sendable {
    /// The element as C code knows it.
    package let address: UnsafeMutableRawPointer
    private var element: UnsafeMutablePointer<GstElement> {
        // SAFETY: a GstElement by contract of `init`.
        unsafe address.assumingMemoryBound(to: GstElement.self)
    }

    /// - Parameter address: the GstElement.
    package init(_ address: UnsafeMutableRawPointer) { unsafe self.address = address }

    /// Posts an element message.
    package func post(_ structure: MessageStructure) {
        // SAFETY: message and structure are taken over.
        unsafe gst_element_post_message(
            element, gst_message_new_element(lumascan_as_object(element), structure.copy()))
    }

    /// Emits a signal that carries a structure.
    package func emit(_ signal: String, _ structure: MessageStructure) {
        // SAFETY: the structure lives for the call.
        unsafe lumascan_emit_structure(element, signal, structure.raw)
    }

    /// Posts that the latency has changed.
    package func postLatency() {
        // SAFETY: the message is taken over.
        unsafe gst_element_post_message(element, gst_message_new_latency(lumascan_as_object(element)))
    }

    func post(_ error: MediaError) {
        let text = error.hint.map { "\(error.message): \($0)" } ?? error.message
        // SAFETY: a live element; strings live for the call.
        unsafe lumascan_post_error(
            element, gst_library_error_quark(), gint(GST_LIBRARY_ERROR_SETTINGS.rawValue), text, error.detail)
    }

    /// How much a log line matters; payloads stand in `debug` lines and below only.
    package enum LogLevel: Sendable { case warning, info, debug, log }

    /// Writes a line of the debug category `lumascan`; the text is made only where it is wanted.
    package func log(_ level: LogLevel, _ text: @autoclosure () -> String) {
        let level =
            switch level {
            case .warning: GST_LEVEL_WARNING
            case .info: GST_LEVEL_INFO
            case .debug: GST_LEVEL_DEBUG
            case .log: GST_LEVEL_LOG
            }
        // SAFETY: a live element; the text lives for the call.
        guard lumascan_logs(level) != 0 else { return }
        unsafe lumascan_log(level, element, text())
    }

    // MARK: For the host

    /// Whether the source upstream of the sink pad cannot wait.
    var isUpstreamLive: Bool {
        guard let query = unsafe gst_query_new_latency(), let pad = pad("sink") else { return false }
        defer { unsafe gst_mini_object_unref(cast(query)) }
        var isLive: gboolean = 0
        // SAFETY: pad and query are alive; the value is written only on success.
        guard unsafe gst_pad_peer_query(pad.raw, query) != 0 else { return false }
        unsafe gst_query_parse_latency(query, &isLive, nil, nil)
        return isLive != 0
    }

    /// Running time now; where the pipeline stands still, that at which it stopped.
    var runningTime: Duration? {
        // SAFETY: a live element.
        let time =
            unsafe lumascan_state(element) == GST_STATE_PLAYING
            ? gst_element_get_current_running_time(element) : gst_element_get_start_time(element)
        return time == .max ? nil : .nanoseconds(Int64(clamping: time))
    }

    var isPlaying: Bool {
        // SAFETY: a live element.
        unsafe lumascan_state(element) == GST_STATE_PLAYING
    }

    /// Keeps the element alive for as long as the value lives.
    func hold() -> Hold { unsafe Hold(element) }

    /// `@unchecked Sendable`: the pointer never changes, and the calls made here are allowed from any thread.
    @safe final class Hold: @unchecked Sendable {
        private let element: UnsafeMutablePointer<GstElement>

        fileprivate init(_ element: UnsafeMutablePointer<GstElement>) {
            // SAFETY: the caller's element is alive.
            unsafe gst_object_ref(element)
            unsafe self.element = element
        }

        deinit { unsafe gst_object_unref(element) }

        /// Runs `body` as the streaming thread would, while that one waits.
        func whileNothingStreams(_ body: () -> Void) {
            // SAFETY: "transfer full" pad of a live element; locked and unlocked in this scope.
            guard let found = unsafe gst_element_get_static_pad(element, "sink") else { return }
            let pad = unsafe PadRef(taking: found)
            unsafe lumascan_lock_stream(pad.raw)
            body()
            unsafe lumascan_unlock_stream(pad.raw)
        }
    }

    func pad(_ name: String) -> PadRef? {
        // SAFETY: "transfer full".
        guard let pad = unsafe gst_element_get_static_pad(element, name) else { return nil }
        return unsafe PadRef(taking: pad)
    }
}
