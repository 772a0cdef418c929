internal import CGStreamer

/// What premultiplied blue, green, red and alpha add to each component of a format, by its matrix and range.
struct BlendWeights {
    /// By component: blue, green, red and alpha, for values of 0…255, in sample steps.
    private let rows: [SIMD4<Double>]

    /// Nil where the format is neither RGB nor YUV nor grey.
    init?(_ info: GstVideoInfo) {
        // SAFETY: `offsets` and `scales` have the four elements that the call writes; the description is static.
        var (offsets, scales) = ([gint](repeating: 0, count: 4), [gint](repeating: 0, count: 4))
        unsafe gst_video_color_range_offsets(info.colorimetry.range, info.finfo, &offsets, &scales)
        let flags = unsafe info.finfo.pointee.flags.rawValue
        let isRGB = flags & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0
        let isLuma = flags & (GST_VIDEO_FORMAT_FLAG_YUV.rawValue | GST_VIDEO_FORMAT_FLAG_GRAY.rawValue) != 0
        guard isRGB || isLuma else { return nil }
        var (red, blue) = (0.299, 0.114)
        // Keeps BT.601 where the matrix is unknown, as GStreamer's converter does.
        _ = unsafe gst_video_color_matrix_get_Kr_Kb(info.colorimetry.matrix, &red, &blue)
        let luma = SIMD4(blue, 1 - red - blue, red, 0)
        let colors: [SIMD4<Double>] =
            isRGB
            ? [SIMD4(0, 0, 1, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0)]
            : [luma, (SIMD4(1, 0, 0, 0) - luma) / (2 * (1 - blue)), (SIMD4(0, 0, 1, 0) - luma) / (2 * (1 - red))]
        rows =
            zip(colors, zip(offsets, scales)).map { color, range in
                (color * Double(range.1) + SIMD4(0, 0, 0, Double(range.0))) / 255
            } + [SIMD4(0, 0, 0, Double(scales[3]) / 255)]
    }

    /// The weights of a component in units of 2⁻¹⁴.
    func component(_ index: Int) -> SIMD4<Int32> {
        SIMD4<Int32>((rows[index] * Double(1 << PictureSamples.weightBits)).rounded(.toNearestOrEven))
    }
}
