internal import CGStreamer
package import Imaging

/// The format of raw video frames, as negotiated.
///
/// `@unchecked Sendable`: the GstVideoInfo is written once in `init` and only read afterwards.
@safe package final class VideoFormat: @unchecked Sendable {
    let info: UnsafeMutablePointer<GstVideoInfo>
    let caps: CapsRef

    /// Pixels in a row and rows, as stored.
    package let width: Int
    package let height: Int
    /// Frames a second as a fraction; numerator 0 where it varies or is unknown.
    package let framerate: (numerator: Int, denominator: Int)
    /// GStreamer's name of the pixel format, `I420`.
    package let name: String
    /// Bytes of one frame.
    package let byteCount: Int
    /// Range of the luma samples that `VideoFrame.withLuma` gives.
    package let lumaRange: LumaRange
    /// Bytes between luma samples in the frame itself, nil where luma is made by conversion.
    let lumaPixelStride: Int?

    /// From the caps of raw video; nil where they are not fixed raw video caps.
    init?(_ caps: consuming CapsRef) {
        // SAFETY: the info is freed in `deinit`, or here when the caps are not raw video.
        guard let info = unsafe gst_video_info_new() else { return nil }
        guard unsafe gst_video_info_from_caps(info, caps.raw) != 0 else {
            unsafe gst_video_info_free(info)
            return nil
        }
        self.caps = unsafe Self.completing(caps, info)
        unsafe self.info = info
        unsafe width = Int(info.pointee.width)
        unsafe height = Int(info.pointee.height)
        unsafe framerate = (Int(info.pointee.fps_n), max(1, Int(info.pointee.fps_d)))
        unsafe name = String(cString: lumascan_format_name(info))
        unsafe byteCount = Int(info.pointee.size)
        let pixelStride = unsafe Int(lumascan_luma_pixel_stride(info))
        lumaPixelStride = pixelStride > 0 ? pixelStride : nil
        let isLimited = unsafe info.pointee.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235
        // A conversion leaves the range of luma as it is, and makes full-range grey of RGB.
        lumaRange = unsafe lumascan_has_luma(info) != 0 && isLimited ? .limited : .full
    }

    /// Full-range video that does not name its colour matrix: GStreamer takes such colorimetry for its default, which is
    /// limited range. The range is put back, in the info and in the caps that go on to an encoder.
    private static func completing(_ caps: consuming CapsRef, _ info: UnsafeMutablePointer<GstVideoInfo>) -> CapsRef {
        var told = GstVideoColorimetry()
        // SAFETY: strings and structures live for the calls; the copy of the caps is owned by the result.
        guard let text = caps.string("colorimetry"), unsafe gst_video_colorimetry_from_string(&told, text) != 0,
            told.range == GST_VIDEO_COLOR_RANGE_0_255, told.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN
        else { return caps }
        unsafe info.pointee.colorimetry.range = GST_VIDEO_COLOR_RANGE_0_255
        guard let whole = unsafe takeString(gst_video_colorimetry_to_string(&info.pointee.colorimetry)),
            let copy = unsafe gst_caps_copy(caps.raw)
        else { return caps }
        unsafe lumascan_caps_set_string(copy, "colorimetry", whole)
        return unsafe CapsRef(taking: copy)
    }

    deinit {
        // SAFETY: made in `init`.
        unsafe gst_video_info_free(info)
    }

    /// The time from one frame to the next, nil where it is unknown.
    package var frameDuration: Duration? {
        guard framerate.numerator > 0 else { return nil }
        return .nanoseconds(1_000_000_000 * framerate.denominator / framerate.numerator)
    }
}
