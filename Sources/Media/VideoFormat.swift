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
        unsafe self.info = info
        self.caps = caps
        unsafe width = Int(info.pointee.width)
        unsafe height = Int(info.pointee.height)
        unsafe framerate = (Int(info.pointee.fps_n), max(1, Int(info.pointee.fps_d)))
        unsafe name = String(cString: lumascan_format_name(info))
        unsafe byteCount = Int(info.pointee.size)
        let pixelStride = unsafe Int(lumascan_luma_pixel_stride(info))
        lumaPixelStride = pixelStride > 0 ? pixelStride : nil
        let isLimited = unsafe info.pointee.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235
        lumaRange = pixelStride > 0 && isLimited ? .limited : .full
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
