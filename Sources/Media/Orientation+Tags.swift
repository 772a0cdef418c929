internal import CGStreamer

extension Orientation {
    /// From the tag `image-orientation` of a list; nil where it has none.
    init?(in tags: UnsafeMutablePointer<GstTagList>) {
        var text: UnsafeMutablePointer<gchar>? = nil
        // SAFETY: the result is "transfer full".
        guard unsafe gst_tag_list_get_string(tags, "image-orientation", &text) != 0,
            let name = unsafe takeString(text)
        else { return nil }
        self.init(tag: name)
    }

    /// From a tag event.
    init?(taggedIn event: UnsafeMutablePointer<GstEvent>) {
        var list: UnsafeMutablePointer<GstTagList>? = nil
        // SAFETY: the tag list belongs to the event.
        unsafe gst_event_parse_tag(event, &list)
        guard let list = unsafe list else { return nil }
        unsafe self.init(in: list)
    }
}
