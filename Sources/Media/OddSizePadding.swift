internal import CGStreamer

/// Makes frames of odd width or height even by repeating their last column or row, for encoders that refuse odd sizes.
enum OddSizePadding {
    /// The same format with even width and height; the same object where it is even already, nil where there is none.
    static func evenFormat(for format: VideoFormat) -> VideoFormat? {
        let width = format.width + format.width % 2
        let height = format.height + format.height % 2
        if width == format.width && height == format.height { return format }
        // SAFETY: a writable copy of the caps, owned by the new format.
        guard let caps = unsafe gst_caps_copy(format.caps.raw) else { return nil }
        unsafe lumascan_caps_set_size(caps, gint(width), gint(height))
        return unsafe VideoFormat(CapsRef(taking: caps))
    }

    /// Moves the frame's pixels into a buffer of `even` size. False where memory or format do not allow it.
    static func pad(_ frame: VideoFrame, to even: VideoFormat) -> Bool {
        // SAFETY: a new buffer of the size that the format needs; filled below and owned by the frame afterwards.
        guard let larger = unsafe gst_buffer_new_allocate(nil, even.info.pointee.size, nil) else { return false }
        let copied: Bool? = unsafe frame.mapped(for: GST_MAP_READ) { source in
            var target = unsafe GstVideoFrame()
            guard unsafe gst_video_frame_map(&target, even.info, larger, GST_MAP_WRITE) != 0 else { return false }
            defer { unsafe gst_video_frame_unmap(&target) }
            let planes = unsafe lumascan_plane_count(&source)
            for plane in 0..<planes { unsafe copyPlane(plane, from: &source, to: &target) }
            return true
        }
        guard copied == true else {
            unsafe gst_buffer_unref(larger)
            return false
        }
        let flags = GstBufferCopyFlags(GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_FLAGS.rawValue)
        unsafe gst_buffer_copy_into(larger, frame.buffer, flags, 0, .max)
        unsafe frame.replaceBuffer(taking: larger)
        return true
    }

    private static func copyPlane(_ plane: guint, from source: inout GstVideoFrame, to target: inout GstVideoFrame) {
        let (from, to) = unsafe (Self.rows(of: plane, in: &source), Self.rows(of: plane, in: &target))
        guard from.width > 0, from.height > 0, let read = unsafe lumascan_plane_data(&source, plane),
            let write = unsafe lumascan_plane_data(&target, plane)
        else { return }
        let (readStride, writeStride) = unsafe (
            Int(lumascan_plane_stride(&source, plane)), Int(lumascan_plane_stride(&target, plane))
        )
        for y in 0..<to.height {
            // SAFETY: both planes are mapped; rows hold `width * pixelBytes` bytes.
            let row = unsafe UnsafeBufferPointer(
                start: read + min(y, from.height - 1) * readStride, count: from.width * from.pixelBytes)
            let out = unsafe UnsafeMutableBufferPointer(
                start: write + y * writeStride, count: to.width * to.pixelBytes)
            for x in 0..<out.count {
                let column = min(x / from.pixelBytes, from.width - 1)
                unsafe out[x] = row[column * from.pixelBytes + x % from.pixelBytes]
            }
        }
    }

    /// Samples in a row, rows, and bytes of a sample position in one plane.
    private static func rows(
        of plane: guint, in frame: inout GstVideoFrame
    ) -> (width: Int, height: Int, pixelBytes: Int) {
        // SAFETY: the frame is mapped, so its info describes its planes; the component is found by its plane.
        let (width, height, bytes) = unsafe (
            lumascan_plane_width(&frame, plane), lumascan_plane_height(&frame, plane),
            lumascan_plane_pixel_bytes(&frame, plane)
        )
        return (Int(width), Int(height), max(1, Int(bytes)))
    }
}
