internal import CGStreamer

extension VideoFrame {
    /// A grey frame with times of its own, in any format that GStreamer knows.
    ///
    /// - Parameters:
    ///   - name: GStreamer's name of the pixel format, `I420`.
    ///   - luma: 8-bit luma (or grey, in RGB) of the pixel in a column and row.
    /// - Returns: nil where there is no such format or size, or memory is short.
    package convenience init?(
        blank name: String, width: Int, height: Int, times: FrameTimes = FrameTimes(stream: nil, running: nil),
        luma: (_ x: Int, _ y: Int) -> UInt8 = { _, _ in 128 }
    ) {
        guard
            let caps = CapsRef(
                "video/x-raw,format=(string)\(name),width=\(width),height=\(height),framerate=25/1"),
            let format = VideoFormat(caps),
            // SAFETY: a new buffer of the format's size, owned by the frame.
            let made = unsafe gst_buffer_new_allocate(nil, gsize(format.byteCount), nil)
        else { return nil }
        unsafe self.init(taking: made, format: format, times: times)
        // SAFETY: the frame is mapped for the whole call of the closure.
        let isFilled = unsafe drawing { frame in
            for y in 0..<height { unsafe pack((0..<width).map { luma($0, y) }, intoRow: y, &frame) }
            return true
        }
        guard isFilled else { return nil }
    }

    /// Components of the row's pixels at 8 bits: luma and the two colour differences, or red, green and blue.
    ///
    /// Nil where the frame cannot be mapped or has no such row.
    package func components(ofRow y: Int) -> [SIMD3<UInt8>]? {
        guard (0..<format.height).contains(y) else { return nil }
        // SAFETY: the frame is mapped for the whole call of the closure.
        return unsafe mapped(for: GST_MAP_READ) { frame in unsafe unpack(row: y, &frame) }
    }
}

// Rows in the form between formats: four components a pixel, the first of them alpha, of 8 or 16 bits.
extension VideoFrame {
    private func pack(_ grey: [UInt8], intoRow y: Int, _ frame: inout GstVideoFrame) {
        let description = unsafe frame.info.finfo.pointee
        let isYUV = unsafe description.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue == 0
        var row: [UInt16] = grey.flatMap { level in
            let sample = UInt16(level) * 257
            return isYUV ? [0xffff, sample, 0x8080, 0x8080] : [0xffff, sample, sample, sample]
        }
        if unsafe !Self.isWide(description.unpack_format) {
            // Two samples in the place of one, in memory order.
            row = stride(from: 0, to: row.count, by: 2).map { row[$0] >> 8 | row[$0 + 1] & 0xff00 }
        }
        // SAFETY: the row holds the frame's width of pixels in the unpacked format; planes and strides are the
        // mapped frame's.
        unsafe row.withUnsafeMutableBytes { bytes in
            unsafe withUnsafeMutablePointer(to: &frame) { frame in
                unsafe description.pack_func(
                    frame.pointee.info.finfo, GST_VIDEO_PACK_FLAG_NONE, bytes.baseAddress, 0,
                    lumascan_planes(frame), lumascan_strides(frame), frame.pointee.info.chroma_site, gint(y),
                    gint(grey.count))
            }
        }
    }

    private func unpack(row y: Int, _ frame: inout GstVideoFrame) -> [SIMD3<UInt8>] {
        let description = unsafe frame.info.finfo.pointee
        let isWide = unsafe Self.isWide(description.unpack_format)
        var row = [UInt8](repeating: 0, count: format.width * (isWide ? 8 : 4))
        // SAFETY: as in `pack`.
        unsafe row.withUnsafeMutableBytes { bytes in
            unsafe withUnsafeMutablePointer(to: &frame) { frame in
                unsafe description.unpack_func(
                    frame.pointee.info.finfo, GST_VIDEO_PACK_FLAG_NONE, bytes.baseAddress,
                    lumascan_planes(frame), lumascan_strides(frame), 0, gint(y), gint(format.width))
            }
        }
        // Of 16 bits in little-endian order, the second byte is the upper one.
        let step = isWide ? 2 : 1
        return (0..<format.width).map { x in
            func component(_ index: Int) -> UInt8 { row[(x * 4 + index) * step + step - 1] }
            return SIMD3(component(1), component(2), component(3))
        }
    }

    private static func isWide(_ format: GstVideoFormat) -> Bool {
        format == GST_VIDEO_FORMAT_AYUV64 || format == GST_VIDEO_FORMAT_ARGB64
    }
}
