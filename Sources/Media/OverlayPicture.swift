internal import CGStreamer

/// A small picture that is blended onto frames: premultiplied BGRA, kept as long as it does not change.
///
/// `@unchecked Sendable`: the buffer is filled in `init` and only read afterwards.
@safe package final class OverlayPicture: @unchecked Sendable {
    package let width: Int
    package let height: Int
    let buffer: UnsafeMutablePointer<GstBuffer>

    /// - Parameters:
    ///   - width, height: size in pixels, at least 1, at most 16384.
    ///   - paint: fills the rows: `stride` bytes each, four bytes a pixel in the order blue, green, red, alpha
    ///     (cairo's ARGB32 on little-endian machines), colours multiplied by alpha. The memory starts as zero.
    /// - Returns: nil where the size is out of range or memory is short.
    package init?(width: Int, height: Int, paint: (UnsafeMutableBufferPointer<UInt8>, _ stride: Int) -> Void) {
        guard (1...16384).contains(width), (1...16384).contains(height) else { return nil }
        let stride = width * 4
        // SAFETY: a new buffer of exactly the bytes that are mapped and described below.
        guard let made = unsafe gst_buffer_new_allocate(nil, gsize(stride * height), nil) else { return nil }
        unsafe gst_buffer_memset(made, 0, 0, gsize(stride * height))
        var map = unsafe GstMapInfo()
        guard unsafe gst_buffer_map(made, &map, GST_MAP_WRITE) != 0 else {
            unsafe gst_buffer_unref(made)
            return nil
        }
        unsafe paint(UnsafeMutableBufferPointer(start: map.data, count: Int(map.size)), stride)
        unsafe gst_buffer_unmap(made, &map)
        unsafe gst_buffer_add_video_meta(
            made, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_BGRA, guint(width), guint(height))
        self.width = width
        self.height = height
        unsafe buffer = made
    }

    deinit {
        // SAFETY: made in `init`.
        unsafe gst_buffer_unref(buffer)
    }

    /// Gives `body` the pixels, rows without gaps, blue in the lowest byte; nil where they cannot be mapped.
    func withPixels<Result>(_ body: (borrowing Span<UInt32>) -> Result) -> Result? {
        var map = unsafe GstMapInfo()
        // SAFETY: mapped for the whole call of `body`; a buffer's memory is aligned to more than four bytes.
        guard unsafe gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { unsafe gst_buffer_unmap(buffer, &map) }
        return unsafe map.data.withMemoryRebound(to: UInt32.self, capacity: width * height) { pixels in
            body(unsafe Span(_unsafeStart: pixels, count: width * height))
        }
    }
}

/// An overlay picture and where its top left pixel goes on the frame; parts outside the frame are cut off.
package struct PlacedPicture: Sendable {
    package var picture: OverlayPicture
    package var x: Int
    package var y: Int

    package init(_ picture: OverlayPicture, x: Int, y: Int) {
        self.picture = picture
        self.x = x
        self.y = y
    }
}

extension VideoFrame {
    /// Blends the pictures onto the frame, in order, in the frame's own format.
    ///
    /// The pixels are copied first where someone else still holds them. False where the frame cannot be written.
    package func blend(_ pictures: [PlacedPicture]) -> Bool {
        let visible = pictures.filter {
            $0.x < format.width && $0.y < format.height && $0.x + $0.picture.width > 0 && $0.y + $0.picture.height > 0
        }
        guard !visible.isEmpty else { return true }
        // SAFETY: the frame is mapped for the whole call of the closure.
        return unsafe drawing { frame in
            guard let blender = unsafe SampleBlender(&frame) else { return unsafe compose(visible, &frame) }
            return visible.allSatisfy { placed in
                placed.picture.withPixels {
                    blender.blend($0, width: placed.picture.width, x: placed.x, y: placed.y)
                } != nil
            }
        }
    }

    /// Blends through GStreamer's own unpacked rows, which know every format.
    private func compose(_ pictures: [PlacedPicture], _ frame: inout GstVideoFrame) -> Bool {
        // SAFETY: the composition and its rectangles are released in this scope; the buffers outlive the blend.
        guard let composition = unsafe gst_video_overlay_composition_new(nil) else { return false }
        defer { unsafe gst_video_overlay_composition_unref(composition) }
        for placed in pictures {
            guard
                let rectangle = unsafe gst_video_overlay_rectangle_new_raw(
                    placed.picture.buffer, gint(placed.x), gint(placed.y), guint(placed.picture.width),
                    guint(placed.picture.height), GST_VIDEO_OVERLAY_FORMAT_FLAG_PREMULTIPLIED_ALPHA)
            else { return false }
            unsafe gst_video_overlay_composition_add_rectangle(composition, rectangle)
            unsafe gst_video_overlay_rectangle_unref(rectangle)
        }
        return unsafe gst_video_overlay_composition_blend(composition, &frame) != 0
    }
}
