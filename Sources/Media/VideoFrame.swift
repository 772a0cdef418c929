internal import CGStreamer
package import Imaging

/// When a frame is shown.
package struct FrameTimes: Sendable, Hashable {
    /// Position in the stream, what a user calls the time of the frame; nil where the frame does not say.
    package var stream: Duration?
    /// Time since the pipeline began to play this segment: grows over seeks; nil where the frame does not say.
    package var running: Duration?
    /// How long the frame is shown.
    package var duration: Duration?
    /// The timestamp as the frame carries it, which means something in its own segment only.
    package var timestamp: Duration?
    /// When the camera took it, since 1970 in UTC, by the camera's own clock; nil where it does not say.
    package var capture: Duration?

    package init(
        stream: Duration?, running: Duration?, duration: Duration? = nil, timestamp: Duration? = nil,
        capture: Duration? = nil
    ) {
        self.stream = stream
        self.running = running
        self.duration = duration
        self.timestamp = timestamp
        self.capture = capture
    }
}

/// One raw video frame: a strong reference to its GstBuffer, its format and its times.
///
/// `@unchecked Sendable`: the buffer is read by any thread while the frame is shared; `drawing` and `FrameFeed.push`
/// replace it and are called by the one owner that is left when all looks at the frame are over.
@safe package final class VideoFrame: @unchecked Sendable {
    package let format: VideoFormat
    package var times: FrameTimes
    private(set) var buffer: UnsafeMutablePointer<GstBuffer>

    /// "transfer full".
    init(taking buffer: UnsafeMutablePointer<GstBuffer>, format: VideoFormat, times: FrameTimes) {
        unsafe self.buffer = buffer
        self.format = format
        self.times = times
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_buffer_unref(buffer)
    }

    /// Gives `body` the luma of the frame, in place where the format has it as bytes, else converted.
    ///
    /// The view is valid inside `body` only. Nil where the buffer cannot be mapped or converted.
    package func withLuma<Result>(
        using converter: LumaConverter, _ body: (borrowing LumaView) -> Result
    ) -> Result? {
        guard let pixelStride = format.lumaPixelStride else { return converter.convert(self, body) }
        if let meta = unsafe gst_buffer_get_video_meta(buffer) {
            return unsafe withMappedLuma(meta) { start, stride in
                unsafe luma(at: start, stride: stride, pixelStride: pixelStride, body)
            } ?? nil
        }
        return unsafe mapped(for: GST_MAP_READ) { frame in
            // SAFETY: the frame is mapped for the whole call of `body`; component 0 has `height` rows of `stride`.
            guard let start = unsafe lumascan_component_data(&frame, 0) else { return nil }
            let stride = unsafe Int(lumascan_component_stride(&frame, 0))
            return unsafe luma(at: start, stride: stride, pixelStride: pixelStride, body)
        } ?? nil
    }

    private func luma<Result>(
        at start: UnsafePointer<UInt8>, stride: Int, pixelStride: Int, _ body: (borrowing LumaView) -> Result
    ) -> Result? {
        guard format.width > 0, format.height > 0, stride >= (format.width - 1) * pixelStride + 1 else { return nil }
        let count = (format.height - 1) * stride + (format.width - 1) * pixelStride + 1
        // SAFETY: a mapped plane has at least the bytes up to its last sample.
        let bytes = unsafe Span(_unsafeStart: start, count: count)
        let view = LumaView(bytes, width: format.width, height: format.height, stride: stride, pixelStride: pixelStride)
        return body(view)
    }

    /// Maps the memory of the luma alone, as the buffer's meta tells where it lies.
    private func withMappedLuma<Result>(
        _ meta: UnsafeMutablePointer<GstVideoMeta>, _ body: (_ start: UnsafePointer<UInt8>, _ stride: Int) -> Result
    ) -> Result? {
        let (width, height) = unsafe (Int(meta.pointee.width), Int(meta.pointee.height))
        guard width >= format.width, height >= format.height, format.height > 0 else { return nil }
        var map = unsafe GstMapInfo()
        var data: gpointer? = nil
        var stride: gint = 0
        let plane = unsafe lumascan_plane_of_component(format.info, 0)
        // SAFETY: the meta belongs to the live buffer; unmapped in the same scope, when `body` is done.
        guard unsafe gst_video_meta_map(meta, plane, &map, &data, &stride, GST_MAP_READ) != 0 else { return nil }
        defer { unsafe gst_video_meta_unmap(meta, plane, &map) }
        guard let data = unsafe data, let first = unsafe map.data else { return nil }
        let start = unsafe data.assumingMemoryBound(to: UInt8.self) + Int(lumascan_luma_offset(format.info))
        let lastSample =
            unsafe start - first + (format.height - 1) * Int(stride)
            + (format.width - 1) * Int(lumascan_luma_pixel_stride(format.info))
        guard unsafe lastSample < Int(map.size) else { return nil }
        return unsafe body(start, Int(stride))
    }

    /// Maps the frame for the time of `body`, with strides and offsets from GstVideoMeta where there is one.
    func mapped<Result>(for access: GstMapFlags, _ body: (inout GstVideoFrame) -> Result) -> Result? {
        var frame = unsafe GstVideoFrame()
        // SAFETY: info and buffer are alive; unmapped in the same scope.
        guard unsafe gst_video_frame_map(&frame, format.info, buffer, access) != 0 else { return nil }
        defer { unsafe gst_video_frame_unmap(&frame) }
        return unsafe body(&frame)
    }

    /// Draws on the frame's pixels, copying them first where someone else still holds them (a decoder's reference
    /// frame, a tee). False where the frame cannot be written.
    func drawing(_ body: (inout GstVideoFrame) -> Bool) -> Bool {
        makeWritable()
        return unsafe mapped(for: GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue), body) ?? false
    }

    /// Makes metadata and, on the next mapping for writing, memory this frame's alone.
    func makeWritable() {
        // SAFETY: `gst_buffer_make_writable` takes our reference and gives one back.
        unsafe buffer = cast(gst_mini_object_make_writable(cast(buffer)))
    }

    /// The same frame with a reference of its own: drawing on either of them leaves the other as it is.
    package func sharing() -> VideoFrame { unsafe VideoFrame(taking: shareBuffer(), format: format, times: times) }

    /// A frame with memory of its own and the same pixels, times and metadata; nil where memory is short.
    package func copied() -> VideoFrame? {
        // SAFETY: a live buffer; the copy is "transfer full".
        guard let copy = unsafe gst_buffer_copy_deep(buffer) else { return nil }
        return unsafe VideoFrame(taking: copy, format: format, times: times)
    }

    /// The frame's buffer, "transfer full".
    func shareBuffer() -> UnsafeMutablePointer<GstBuffer> {
        // SAFETY: a live buffer.
        unsafe cast(gst_mini_object_ref(cast(buffer)))
    }

    /// Puts another buffer in the place of this one; "transfer full".
    func replaceBuffer(taking other: UnsafeMutablePointer<GstBuffer>) {
        // SAFETY: this value owned a reference of the old buffer and takes one of the new.
        unsafe gst_buffer_unref(buffer)
        unsafe buffer = other
    }
}
