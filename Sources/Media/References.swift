internal import CGStreamer

/// One strong reference to a `GstCaps`.
@safe struct CapsRef: ~Copyable {
    let raw: UnsafeMutablePointer<GstCaps>

    /// "transfer full".
    init(taking raw: UnsafeMutablePointer<GstCaps>) { unsafe self.raw = raw }
    init(retaining raw: UnsafeMutablePointer<GstCaps>) {
        // SAFETY: the caller's caps are alive.
        unsafe self.raw = gst_caps_ref(raw)
    }

    /// Caps from their text form; nil where the text is not one.
    init?(_ text: String) {
        // SAFETY: "transfer full".
        guard let made = unsafe gst_caps_from_string(text) else { return nil }
        unsafe raw = made
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_caps_unref(raw)
    }

    /// The text form.
    var text: String {
        // SAFETY: "transfer full" string, freed here.
        guard let text = unsafe gst_caps_to_string(raw) else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    /// The media type of the first structure, "" for empty or ANY caps.
    var mediaType: String {
        // SAFETY: the structure belongs to the caps and is only read.
        guard unsafe gst_caps_get_size(raw) > 0, let first = unsafe gst_caps_get_structure(raw, 0),
            let name = unsafe gst_structure_get_name(first)
        else { return "" }
        return unsafe String(cString: name)
    }

    /// A fraction field of the first structure.
    func fraction(_ field: String) -> Double? {
        var (numerator, denominator): (gint, gint) = (0, 1)
        // SAFETY: the structure belongs to the caps; the values are written only on success.
        guard unsafe gst_caps_get_size(raw) > 0, let first = unsafe gst_caps_get_structure(raw, 0),
            unsafe gst_structure_get_fraction(first, field, &numerator, &denominator) != 0, denominator != 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }

    /// A text field of the first structure.
    func string(_ field: String) -> String? {
        // SAFETY: the structure and the text belong to the caps and are only read.
        guard unsafe gst_caps_get_size(raw) > 0, let first = unsafe gst_caps_get_structure(raw, 0),
            let text = unsafe gst_structure_get_string(first, field)
        else { return nil }
        return unsafe String(cString: text)
    }

    /// An integer field of the first structure.
    func integer(_ field: String) -> Int? {
        var value: gint = 0
        // SAFETY: the structure belongs to the caps; the value is written only on success.
        guard unsafe gst_caps_get_size(raw) > 0, let first = unsafe gst_caps_get_structure(raw, 0),
            unsafe gst_structure_get_int(first, field, &value) != 0
        else { return nil }
        return Int(value)
    }
}

/// One strong reference to a `GstPad`.
@safe struct PadRef: ~Copyable {
    let raw: UnsafeMutablePointer<GstPad>

    /// "transfer full".
    init(taking raw: UnsafeMutablePointer<GstPad>) { unsafe self.raw = raw }
    init(retaining raw: UnsafeMutablePointer<GstPad>) {
        // SAFETY: the caller's pad is alive.
        unsafe gst_object_ref(raw)
        unsafe self.raw = raw
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_object_unref(raw)
    }

    var isLinked: Bool {
        // SAFETY: a live pad.
        unsafe gst_pad_is_linked(raw) != 0
    }

    /// The caps that the pad has, or else the caps that it can have.
    func caps() -> CapsRef? {
        // SAFETY: both calls are "transfer full".
        if let current = unsafe gst_pad_get_current_caps(raw) { return unsafe CapsRef(taking: current) }
        guard let possible = unsafe gst_pad_query_caps(raw, nil) else { return nil }
        return unsafe CapsRef(taking: possible)
    }

    /// Sets a property from its text form; one that the pad lacks is passed over.
    func set(_ property: String, _ value: String) {
        guard unsafe lumascan_has_property(raw, property) != 0 else { return }
        // SAFETY: the object and both strings live for the call.
        unsafe gst_util_set_object_arg(cast(raw) as UnsafeMutablePointer<GObject>, property, value)
    }

    /// Sends the end of the stream into a sink pad.
    func endStream() {
        // SAFETY: a live pad; the event is taken over.
        unsafe gst_pad_send_event(raw, gst_event_new_eos())
    }

    /// - Parameter checksCaps: whether pads whose caps do not meet are refused; not where a probe changes the caps.
    func link(to sink: borrowing PadRef, checksCaps: Bool = true) -> Bool {
        // SAFETY: both pads are alive.
        unsafe gst_pad_link_full(raw, sink.raw, checksCaps ? GST_PAD_LINK_CHECK_DEFAULT : GST_PAD_LINK_CHECK_HIERARCHY)
            == GST_PAD_LINK_OK
    }
}

/// One strong reference to a `GstEvent`.
///
/// `@unchecked Sendable`: an event is not changed once it is shared, and counts its references atomically.
@safe final class EventRef: @unchecked Sendable {
    let raw: UnsafeMutablePointer<GstEvent>

    init(retaining raw: UnsafeMutablePointer<GstEvent>) {
        // SAFETY: the caller's event is alive.
        unsafe self.raw = cast(gst_mini_object_ref(cast(raw)))
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_mini_object_unref(cast(raw))
    }

    /// Another reference, "transfer full".
    var again: UnsafeMutablePointer<GstEvent> {
        // SAFETY: a live event.
        unsafe cast(gst_mini_object_ref(cast(raw)))
    }
}

/// A C string of GLib's as a Swift string, freed.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    // SAFETY: "transfer full".
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
}

extension CapsRef {
    /// The caps without how the stream is cut into buffers, which a parser can change.
    init?(unframed caps: borrowing CapsRef) {
        // SAFETY: a writable copy, owned by the new value.
        guard let copy = unsafe gst_caps_copy(caps.raw) else { return nil }
        let count = unsafe gst_caps_get_size(copy)
        for index in 0..<count {
            guard let structure = unsafe gst_caps_get_structure(copy, index) else { continue }
            for field in ["framed", "parsed", "stream-format", "alignment", "codec_data", "base-profile"] {
                unsafe gst_structure_remove_field(structure, field)
            }
        }
        unsafe raw = copy
    }
}
