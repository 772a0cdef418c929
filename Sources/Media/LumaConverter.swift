internal import CGStreamer
internal import Imaging

/// Makes 8-bit luma of frames whose format has none as bytes (RGB, 10-bit, tiled), by GstVideoConverter.
///
/// Keeps its converter and picture between frames of one format, so it belongs to one thread at a time.
@safe package final class LumaConverter {
    private var format: VideoFormat?
    private var converter: OpaquePointer?
    private var gray: UnsafeMutablePointer<GstVideoInfo>?
    private var picture: UnsafeMutablePointer<GstBuffer>?

    package init() {}

    deinit { drop() }

    /// Converts the frame to GRAY8 in the range of `VideoFormat.lumaRange` and gives it to `body`; nil where that is
    /// impossible.
    func convert<Result>(_ frame: VideoFrame, _ body: (borrowing LumaView) -> Result) -> Result? {
        guard prepare(for: frame.format) else { return nil }
        guard let converter = unsafe converter, let gray = unsafe gray, let picture = unsafe picture else { return nil }
        let (width, height) = (frame.format.width, frame.format.height)
        return unsafe frame.mapped(for: GST_MAP_READ) { source in
            var target = unsafe GstVideoFrame()
            // SAFETY: the picture was allocated for `gray`; mapped and unmapped in this scope.
            guard unsafe gst_video_frame_map(&target, gray, picture, GST_MAP_WRITE) != 0 else { return nil }
            defer { unsafe gst_video_frame_unmap(&target) }
            unsafe gst_video_converter_frame(converter, &source, &target)
            guard let start = unsafe lumascan_component_data(&target, 0) else { return nil }
            let stride = unsafe Int(lumascan_component_stride(&target, 0))
            // SAFETY: GRAY8 has `height` rows of `stride` bytes, mapped for the whole call of `body`.
            let bytes = unsafe Span(_unsafeStart: start, count: (height - 1) * stride + width)
            return body(LumaView(bytes, width: width, height: height, stride: stride))
        } ?? nil
    }

    private func prepare(for format: VideoFormat) -> Bool {
        if let known = self.format, known === format { return unsafe converter != nil }
        drop()
        self.format = format
        guard format.width > 0, format.height > 0, let info = unsafe gst_video_info_new() else { return false }
        unsafe gray = info
        // SAFETY: plain initialisation of an info that this value owns.
        guard
            unsafe gst_video_info_set_format(
                info, GST_VIDEO_FORMAT_GRAY8, guint(format.width), guint(format.height)) != 0
        else { return false }
        // Between two ranges of one matrix GstVideoConverter would copy the samples and call them full.
        if unsafe lumascan_has_luma(format.info) != 0 {
            unsafe info.pointee.colorimetry = format.info.pointee.colorimetry
        } else {
            unsafe info.pointee.colorimetry.range = GST_VIDEO_COLOR_RANGE_0_255
        }
        unsafe info.pointee.fps_n = format.info.pointee.fps_n
        unsafe info.pointee.fps_d = format.info.pointee.fps_d
        unsafe info.pointee.interlace_mode = format.info.pointee.interlace_mode
        // SAFETY: both infos are alive; results are owned by this value.
        unsafe converter = gst_video_converter_new(format.info, info, nil)
        unsafe picture = gst_buffer_new_allocate(nil, info.pointee.size, nil)
        return unsafe converter != nil && picture != nil
    }

    private func drop() {
        // SAFETY: each is owned by this value and forgotten here.
        if let converter = unsafe converter { unsafe gst_video_converter_free(converter) }
        if let gray = unsafe gray { unsafe gst_video_info_free(gray) }
        if let picture = unsafe picture { unsafe gst_buffer_unref(picture) }
        unsafe (converter, gray, picture) = (nil, nil, nil)
        format = nil
    }
}
