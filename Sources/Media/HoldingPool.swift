internal import CGStreamer

/// Buffers of our own for frames that are held for longer than their pool may lend them.
///
/// Belongs to one thread at a time.
@safe struct HoldingPool: ~Copyable {
    private var pool: UnsafeMutablePointer<GstBufferPool>?

    deinit { unsafe Self.drop(pool) }

    /// Gives up the buffers, which return as their frames end.
    mutating func release() {
        unsafe Self.drop(pool)
        unsafe pool = nil
    }

    /// Moves the frame out of a pool that lends only so many buffers; others stay where they are.
    mutating func free(_ frame: VideoFrame) {
        guard let source = unsafe frame.buffer.pointee.pool, unsafe Self.isBounded(source) else { return }
        guard let copy = unsafe acquire(for: frame.format) else { return }
        let isCopied: Bool? = unsafe frame.mapped(for: GST_MAP_READ) { from in
            var to = unsafe GstVideoFrame()
            // SAFETY: the buffer was made for this format; mapped and unmapped in this scope.
            guard unsafe gst_video_frame_map(&to, frame.format.info, copy, GST_MAP_WRITE) != 0 else { return false }
            defer { unsafe gst_video_frame_unmap(&to) }
            return unsafe gst_video_frame_copy(&to, &from) != 0
        }
        guard isCopied == true else { return unsafe gst_buffer_unref(copy) }
        let what = GstBufferCopyFlags(
            GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_META.rawValue)
        // SAFETY: both buffers are alive, and the copy is this frame's alone.
        unsafe gst_buffer_copy_into(copy, frame.buffer, what, 0, .max)
        unsafe frame.replaceBuffer(taking: copy)
    }

    private static func isBounded(_ source: UnsafeMutablePointer<GstBufferPool>) -> Bool {
        // SAFETY: the configuration is "transfer full".
        guard let configuration = unsafe gst_buffer_pool_get_config(source) else { return true }
        defer { unsafe gst_structure_free(configuration) }
        var most: guint = 0
        let isKnown = unsafe gst_buffer_pool_config_get_params(configuration, nil, nil, nil, &most) != 0
        return !isKnown || most > 0
    }

    private mutating func acquire(for format: VideoFormat) -> UnsafeMutablePointer<GstBuffer>? {
        if unsafe pool == nil { unsafe pool = Self.make(for: format) }
        guard let pool = unsafe pool else { return nil }
        var buffer: UnsafeMutablePointer<GstBuffer>? = nil
        // SAFETY: an active pool; the buffer is "transfer full".
        guard unsafe gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK else { return nil }
        return unsafe buffer
    }

    private static func make(for format: VideoFormat) -> UnsafeMutablePointer<GstBufferPool>? {
        // SAFETY: a new pool and its configuration, which it takes back.
        guard let pool = unsafe gst_video_buffer_pool_new(),
            let configuration = unsafe gst_buffer_pool_get_config(pool)
        else { return nil }
        unsafe gst_buffer_pool_config_set_params(configuration, format.caps.raw, guint(format.byteCount), 0, 0)
        guard unsafe gst_buffer_pool_set_config(pool, configuration) != 0,
            unsafe gst_buffer_pool_set_active(pool, 1) != 0
        else {
            unsafe gst_object_unref(pool)
            return nil
        }
        return unsafe pool
    }

    private static func drop(_ pool: UnsafeMutablePointer<GstBufferPool>?) {
        guard let pool = unsafe pool else { return }
        // SAFETY: owned by the caller, who forgets it.
        unsafe gst_buffer_pool_set_active(pool, 0)
        unsafe gst_object_unref(pool)
    }
}
