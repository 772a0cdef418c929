import CGStreamer

/// What comes over a bus, as values.
///
/// `@unchecked Sendable`: the reference never changes, and a GstBus is thread-safe.
@safe final class MessageBus: @unchecked Sendable {
    enum Message: Equatable {
        case element(source: String, Fields)
        case error(String)
        case latency
        case ended
    }

    private let raw: UnsafeMutablePointer<GstBus>

    /// "transfer full".
    init(taking raw: UnsafeMutablePointer<GstBus>) { unsafe self.raw = raw }

    deinit { unsafe gst_object_unref(raw) }

    /// The next message; nil when none comes in time.
    func next(within seconds: Double) -> Message? {
        let kinds = GstMessageType(
            GST_MESSAGE_ELEMENT.rawValue | GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_EOS.rawValue
                | GST_MESSAGE_LATENCY.rawValue)
        // SAFETY: a live bus; the message is "transfer full".
        guard let message = unsafe gst_bus_timed_pop_filtered(raw, GstClockTime(seconds * 1e9), kinds) else {
            return nil
        }
        defer { unsafe gst_mini_object_unref(cast(message)) }
        switch unsafe message.pointee.type {
        case GST_MESSAGE_ELEMENT:
            guard let structure = unsafe gst_message_get_structure(message) else { return nil }
            let source = unsafe message.pointee.src.map { unsafe String(cString: $0.pointee.name) } ?? ""
            return unsafe .element(source: source, Fields(structure))
        case GST_MESSAGE_ERROR:
            var failure: UnsafeMutablePointer<GError>? = nil
            unsafe gst_message_parse_error(message, &failure, nil)
            defer { unsafe g_clear_error(&failure) }
            return unsafe .error(failure.map { unsafe String(cString: $0.pointee.message) } ?? "")
        case GST_MESSAGE_LATENCY: return .latency
        default: return .ended
        }
    }

    /// The next element message of that name; others are dropped.
    func element(_ name: String, within seconds: Double) -> Fields? {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if case .element(_, let fields)? = next(within: 1), fields.name == name { return fields }
        }
        return nil
    }

    /// All that is there already.
    func rest() -> [Message] {
        var messages: [Message] = []
        while let message = next(within: 0) { messages.append(message) }
        return messages
    }
}

extension [MessageBus.Message] {
    /// Structures of messages of that name.
    func named(_ name: String, from source: String? = nil) -> [Fields] {
        compactMap { message in
            guard case .element(let element, let fields) = message, fields.name == name,
                source == nil || element == source
            else { return nil }
            return fields
        }
    }

    var barcodes: [Fields] { named("barcode") }
    var lights: [Fields] { named("light") }
    var errors: [String] { compactMap { if case .error(let text) = $0 { text } else { nil } } }
}

extension [Fields] {
    /// `new 1 text` for each barcode.
    var changes: [String] {
        map { "\($0.text("event") ?? "?") \($0.count("track-id") ?? 0) \($0.text("symbol") ?? "?")" }
    }
}
