internal import CGStreamer

/// Turns subtitles with Pango markup, which is how demuxers give SubRip, into plain text, which is what muxers take.
enum PlainSubtitles {
    /// The caps of plain text in place of those with markup; nil for any other caps.
    static func caps(for caps: borrowing CapsRef) -> CapsRef? {
        guard caps.mediaType == "text/x-raw", caps.string("format") == "pango-markup" else { return nil }
        return CapsRef("text/x-raw, format=(string)utf8")
    }

    /// Changes caps and text of everything that passes the pad from now on.
    static func convert(_ pad: borrowing PadRef) {
        let kinds =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue
        // SAFETY: the callback captures nothing; what it puts in place of buffers and events is handed over to the pad.
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(kinds),
            { _, info, _ in
                guard let info = unsafe info, let data = unsafe info.pointee.data else { return GST_PAD_PROBE_OK }
                if unsafe info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue != 0 {
                    return unsafe PlainSubtitles.answer(data.assumingMemoryBound(to: GstQuery.self))
                } else if unsafe info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
                    unsafe info.pointee.data = PlainSubtitles.replace(data.assumingMemoryBound(to: GstBuffer.self))
                } else {
                    unsafe info.pointee.data = PlainSubtitles.replace(data.assumingMemoryBound(to: GstEvent.self))
                }
                return GST_PAD_PROBE_OK
            }, nil, nil)
    }

    /// Whatever the muxer takes, here everything is taken.
    private static func answer(_ query: UnsafeMutablePointer<GstQuery>) -> GstPadProbeReturn {
        guard unsafe lumascan_query_type(query) == GST_QUERY_ACCEPT_CAPS else { return GST_PAD_PROBE_OK }
        // SAFETY: the query is alive and its owner reads the answer.
        unsafe gst_query_set_accept_caps_result(query, 1)
        return GST_PAD_PROBE_HANDLED
    }

    private static func replace(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutableRawPointer {
        var old: UnsafeMutablePointer<GstCaps>? = nil
        guard unsafe lumascan_event_type(event) == GST_EVENT_CAPS else { return UnsafeMutableRawPointer(event) }
        // SAFETY: the caps belong to the event; the probe owns the event and gives another one back.
        unsafe gst_event_parse_caps(event, &old)
        guard let old = unsafe old, let plain = unsafe caps(for: CapsRef(retaining: old)),
            let new = unsafe gst_event_new_caps(plain.raw)
        else { return UnsafeMutableRawPointer(event) }
        unsafe gst_mini_object_unref(cast(event))
        return UnsafeMutableRawPointer(new)
    }

    private static func replace(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutableRawPointer {
        var map = unsafe GstMapInfo()
        // SAFETY: mapped, copied out and unmapped; the new buffer takes over memory of its own size.
        guard unsafe gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
            return UnsafeMutableRawPointer(buffer)
        }
        let marked = unsafe [UInt8](UnsafeBufferPointer(start: map.data, count: Int(map.size)))
        unsafe gst_buffer_unmap(buffer, &map)
        let text = Array(plain(String(decoding: marked, as: UTF8.self)).utf8)
        guard let new = unsafe gst_buffer_new_allocate(nil, gsize(text.count), nil) else {
            return UnsafeMutableRawPointer(buffer)
        }
        unsafe gst_buffer_fill(new, 0, text, gsize(text.count))
        let flags = GstBufferCopyFlags(GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_FLAGS.rawValue)
        unsafe gst_buffer_copy_into(new, buffer, flags, 0, .max)
        unsafe gst_buffer_unref(buffer)
        return UnsafeMutableRawPointer(new)
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'"]

    /// The text without its tags, the five entities of XML resolved.
    static func plain(_ markup: String) -> String {
        var result = ""
        var rest = markup[...]
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<next]
            let after = rest[rest.index(after: next)...]
            if rest[next] == "<", let end = after.firstIndex(of: ">") {
                rest = after[after.index(after: end)...]
            } else if rest[next] == "&", let end = after.prefix(6).firstIndex(of: ";"),
                let told = entities[String(after[..<end])]
            {
                result += told
                rest = after[after.index(after: end)...]
            } else {
                result.append(rest[next])
                rest = after
            }
        }
        return result + rest
    }
}
