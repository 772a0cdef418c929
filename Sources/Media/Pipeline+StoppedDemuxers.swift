internal import CGStreamer

extension Pipeline {
    /// What is told where a demuxer gave up and its error never reached the bus.
    static let giveUp = MediaError(.notDecodable, "it holds no stream that can be played")

    /// Whether a demuxer has come to its end without having found a stream.
    ///
    /// Nothing will come of it any more. Its error should say so, but parsebin (1.22) keeps back what its elements post
    /// while it sets them going, and drops that when the change of state itself went well: a demuxer that fails at once
    /// on its own thread is then never heard.
    var hasStoppedDemuxer: Bool {
        // SAFETY: the iterator is freed here; its items are references that `g_value_unset` drops.
        guard let iterator = unsafe gst_bin_iterate_recurse(cast(element.raw)) else { return false }
        defer { unsafe gst_iterator_free(iterator) }
        var item = GValue()
        defer { unsafe g_value_unset(&item) }
        while unsafe gst_iterator_next(iterator, &item) == GST_ITERATOR_OK {
            guard let object = unsafe g_value_get_object(&item) else { continue }
            if unsafe Self.isStoppedDemuxer(object.assumingMemoryBound(to: GstElement.self)) { return true }
            unsafe g_value_reset(&item)
        }
        return false
    }

    private static func isStoppedDemuxer(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
        // SAFETY: a live element, held by the caller; the pad is "transfer full".
        guard let factory = unsafe gst_element_get_factory(element),
            unsafe gst_element_factory_list_is_type(factory, lumascan_demuxer_type) != 0,
            let pad = unsafe gst_element_get_static_pad(element, "sink")
        else { return false }
        defer { unsafe gst_object_unref(pad) }
        guard unsafe gst_pad_get_task_state(pad) == GST_TASK_PAUSED else { return false }
        unsafe lumascan_lock(element)
        defer { unsafe lumascan_unlock(element) }
        return unsafe element.pointee.numsrcpads == 0
    }
}
