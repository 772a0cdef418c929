internal import CGStreamer
internal import Synchronization

/// A small picture that is blended onto frames: premultiplied BGRA, kept as long as it does not change.
package final class OverlayPicture: Sendable {
    package let width: Int
    package let height: Int
    /// Rows without gaps, blue in the lowest byte.
    let pixels: [UInt32]
    /// By row, the columns from the first to the last pixel that is not transparent.
    private let opaque: [Range<Int>]
    /// What was made of the pixels for blending, newest last.
    private let made = Mutex<[(key: PictureSamples.Key, samples: PictureSamples)]>([])

    /// - Parameters:
    ///   - width, height: size in pixels, at least 1, at most 16384.
    ///   - pixels: rows without gaps, blue in the lowest byte and alpha in the highest, colours multiplied by alpha.
    /// - Returns: nil where the size is out of range or not that of `pixels`.
    package init?(width: Int, height: Int, pixels: [UInt32]) {
        guard (1...16384).contains(width), (1...16384).contains(height), pixels.count == width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
        opaque = (0..<height).map { row in
            var (first, end) = (row * width, (row + 1) * width)
            while first < end, pixels[first] == 0 { first += 1 }
            while first < end, pixels[end - 1] == 0 { end -= 1 }
            return first - row * width..<end - row * width
        }
    }

    /// - Parameters:
    ///   - width, height: size in pixels, at least 1, at most 16384.
    ///   - paint: fills the rows: `stride` bytes each, four bytes a pixel in the order blue, green, red, alpha
    ///     (cairo's ARGB32 on little-endian machines), colours multiplied by alpha. The memory starts as zero.
    /// - Returns: nil where the size is out of range.
    package convenience init?(
        width: Int, height: Int, paint: (UnsafeMutableBufferPointer<UInt8>, _ stride: Int) -> Void
    ) {
        guard (1...16384).contains(width), (1...16384).contains(height) else { return nil }
        var pixels = [UInt32](repeating: 0, count: width * height)
        // SAFETY: the array's own memory, for the time of the call.
        unsafe pixels.withUnsafeMutableBytes { bytes in
            unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe paint($0, width * 4) }
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// The picture in the samples of some components, from before or made now.
    ///
    /// The newest few are kept: two groups of components at the four places that a pixel can have in a sample.
    func samples(for key: PictureSamples.Key) -> PictureSamples {
        if let known = made.withLock({ $0.last { $0.key == key }?.samples }) { return known }
        let pixels = pixels
        let samples = PictureSamples(of: pixels.span, width: width, opaque: opaque, key)
        made.withLock {
            if $0.count >= Self.keptLimit { $0.removeFirst() }
            $0.append((key, samples))
        }
        return samples
    }

    private static let keptLimit = 6
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
            visible.forEach(blender.blend)
            return true
        }
    }

    /// Blends through GStreamer's own unpacked rows, which know every format.
    private func compose(_ pictures: [PlacedPicture], _ frame: inout GstVideoFrame) -> Bool {
        // SAFETY: the composition and its rectangles are released in this scope; each takes its own reference.
        guard let composition = unsafe gst_video_overlay_composition_new(nil) else { return false }
        defer { unsafe gst_video_overlay_composition_unref(composition) }
        for placed in pictures {
            guard let buffer = unsafe placed.picture.makeBuffer() else { return false }
            defer { unsafe gst_buffer_unref(buffer) }
            guard
                let rectangle = unsafe gst_video_overlay_rectangle_new_raw(
                    buffer, gint(placed.x), gint(placed.y), guint(placed.picture.width),
                    guint(placed.picture.height), GST_VIDEO_OVERLAY_FORMAT_FLAG_PREMULTIPLIED_ALPHA)
            else { return false }
            unsafe gst_video_overlay_composition_add_rectangle(composition, rectangle)
            unsafe gst_video_overlay_rectangle_unref(rectangle)
        }
        return unsafe gst_video_overlay_composition_blend(composition, &frame) != 0
    }
}

extension OverlayPicture {
    /// The pixels as GStreamer takes them, "transfer full"; nil where memory is short.
    fileprivate func makeBuffer() -> UnsafeMutablePointer<GstBuffer>? {
        let byteCount = gsize(pixels.count * 4)
        // SAFETY: a new buffer of exactly the bytes that are filled and described below.
        guard let buffer = unsafe gst_buffer_new_allocate(nil, byteCount, nil) else { return nil }
        unsafe pixels.withUnsafeBytes { _ = unsafe gst_buffer_fill(buffer, 0, $0.baseAddress, byteCount) }
        unsafe gst_buffer_add_video_meta(
            buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_BGRA, guint(width), guint(height))
        return unsafe buffer
    }
}
