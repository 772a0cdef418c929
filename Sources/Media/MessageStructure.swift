internal import CGStreamer

/// A named set of typed fields, as messages, signals and metas carry them: a GstStructure.
///
/// `@unchecked Sendable`: filled by the one who made it, and only read once it is given away.
@safe package final class MessageStructure: @unchecked Sendable {
    let raw: UnsafeMutablePointer<GstStructure>

    /// - Parameter name: a letter, then letters, digits and `/-_.:+`.
    package init(_ name: String) {
        // SAFETY: a new structure, owned by this value.
        unsafe raw = gst_structure_new_empty(name)
    }

    deinit {
        // SAFETY: owned by this value.
        unsafe gst_structure_free(raw)
    }

    /// "transfer full".
    func copy() -> UnsafeMutablePointer<GstStructure> {
        // SAFETY: a live structure; copying one never fails.
        unsafe gst_structure_copy(raw)
    }

    // SAFETY of all below: the structure is alive and copies what it is given.

    /// A text; a NUL, which no C string holds, stands as U+FFFD.
    package func set(_ field: String, _ value: String) {
        let text = value.utf8.contains(0) ? String(value.map { $0 == "\0" ? "\u{fffd}" : $0 }) : value
        unsafe lumascan_structure_set_string(raw, field, text)
    }

    package func set(_ field: String, _ value: Double) { unsafe lumascan_structure_set_double(raw, field, value) }

    package func set(_ field: String, _ value: Bool) {
        unsafe lumascan_structure_set_boolean(raw, field, value ? 1 : 0)
    }

    /// A signed 32-bit number; larger ones are held to its range.
    package func set(_ field: String, _ value: Int) {
        unsafe lumascan_structure_set_int(raw, field, gint(clamping: value))
    }

    /// An unsigned 32-bit number.
    package func set(_ field: String, unsigned value: Int) {
        unsafe lumascan_structure_set_uint(raw, field, guint(clamping: value))
    }

    /// An unsigned 64-bit number.
    package func set(_ field: String, count value: Int) {
        unsafe lumascan_structure_set_uint64(raw, field, guint64(clamping: value))
    }

    /// A GstClockTime in nanoseconds; GST_CLOCK_TIME_NONE for nil.
    package func set(_ field: String, time value: Duration?) {
        unsafe lumascan_structure_set_uint64(raw, field, value.map { guint64(clamping: $0.clampedNanoseconds) } ?? .max)
    }

    /// A GBytes.
    package func set(_ field: String, bytes value: [UInt8]) {
        let bytes = unsafe value.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
        unsafe lumascan_structure_set_bytes(raw, field, bytes)
        unsafe g_bytes_unref(bytes)
    }

    /// A GstStructure.
    package func set(_ field: String, _ value: MessageStructure) {
        unsafe lumascan_structure_set_structure(raw, field, value.raw)
    }

    /// A GstValueArray of doubles.
    package func set(_ field: String, _ values: [Double]) {
        var array = GValue()
        unsafe g_value_init(&array, lumascan_type_array())
        defer { unsafe g_value_unset(&array) }
        var item = GValue()
        unsafe g_value_init(&item, lumascan_type_double())
        for value in values {
            unsafe g_value_set_double(&item, value)
            unsafe gst_value_array_append_value(&array, &item)
        }
        unsafe g_value_unset(&item)
        unsafe gst_structure_set_value(raw, field, &array)
    }

    /// A GstSample of the frame as it is now.
    package func set(_ field: String, sample frame: VideoFrame) {
        guard let sample = unsafe gst_sample_new(frame.buffer, frame.format.caps.raw, nil, nil) else { return }
        unsafe lumascan_structure_set_sample(raw, field, sample)
        unsafe gst_sample_unref(sample)
    }
}
