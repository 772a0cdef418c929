import CGStreamer
import Imaging
import Testing

@testable import Media

/// Luma that every limited-range format holds: 16…235, different in every direction.
private func pattern(_ x: Int, _ y: Int) -> UInt8 { UInt8(16 + (x * 7 + y * 13 + x * y) % 220) }

private func luma(of frame: VideoFrame) -> [[UInt8]]? {
    frame.withLuma(using: LumaConverter()) { view in
        var rows: [[UInt8]] = []
        for y in 0..<view.height {
            let row = view.row(y)
            rows.append((0..<view.width).map { row[$0 * view.pixelStride] })
        }
        return rows
    }
}

private func videoFormat(_ text: String) -> VideoFormat? {
    guard let caps = CapsRef(text) else { return nil }
    return VideoFormat(caps)
}

/// The largest difference from what the pattern should give.
private func largestError(_ rows: [[UInt8]], _ expected: (UInt8) -> Double) -> Double {
    var largest = 0.0
    for (y, row) in rows.enumerated() {
        for (x, sample) in row.enumerated() {
            largest = max(largest, abs(Double(sample) - expected(pattern(x, y))))
        }
    }
    return largest
}

private let widths = [1, 33, 1366, 1919]

@Suite(.enabled(if: hasGStreamer))
struct LumaTests {
    @Test(
        "Luma is read where it lies",
        arguments: ["GRAY8", "I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "YUY2", "UYVY"],
        widths)
    func inPlace(format: String, width: Int) throws {
        let frame = try #require(VideoFrame(blank: format, width: width, height: 17, luma: pattern))
        #expect(frame.format.lumaPixelStride != nil)
        let rows = try #require(luma(of: frame))
        #expect(rows.count == 17)
        #expect(rows.allSatisfy { $0.count == width })
        #expect(largestError(rows) { Double($0) } == 0)
    }

    @Test("Full-range grey is made of RGB and grey words", arguments: ["RGB", "BGRx", "ARGB", "GRAY16_LE"], widths)
    func fullRange(format: String, width: Int) throws {
        let frame = try #require(VideoFrame(blank: format, width: width, height: 17, luma: pattern))
        #expect(frame.format.lumaPixelStride == nil)
        #expect(frame.format.lumaRange == .full)
        let rows = try #require(luma(of: frame))
        #expect(largestError(rows) { Double($0) } <= 1)
    }

    @Test(
        "Words of limited range give 8-bit luma of limited range", arguments: ["P010_10LE", "I420_10LE", "v210"], widths
    )
    func limitedWords(format: String, width: Int) throws {
        let frame = try #require(VideoFrame(blank: format, width: width, height: 17, luma: pattern))
        #expect(frame.format.lumaPixelStride == nil)
        #expect(frame.format.lumaRange == .limited)
        let rows = try #require(luma(of: frame))
        #expect(largestError(rows) { Double($0) } <= 1)
    }

    @Test(
        "Strides and offsets of the buffer's own count",
        arguments: ["GRAY8", "I420", "NV12", "Y42B", "Y444", "YUY2", "UYVY", "RGB", "P010_10LE"], [1, 33, 1366, 1919])
    func videoMeta(format: String, width: Int) throws {
        let frame = try #require(VideoFrame(blank: format, width: width, height: 17, luma: pattern))
        let padded = try #require(padding(frame, by: 52))
        #expect(luma(of: padded) == luma(of: frame))
    }

    @Test(
        "The range that the caps tell is the range of the luma",
        arguments: [
            ("format=I420", LumaRange.limited), ("format=I420,colorimetry=bt709", .limited),
            ("format=I420,colorimetry=1:4:0:0", .full), ("format=I420,colorimetry=1:0:0:0", .full),
            ("format=NV12,colorimetry=2:4:16:3", .limited), ("format=YUY2,colorimetry=1:3:5:1", .full),
            ("format=RGB", .full), ("format=P010_10LE", .limited), ("format=GRAY8", .full),
        ])
    func range(caps: String, range: LumaRange) throws {
        let format = try #require(videoFormat("video/x-raw,\(caps),width=64,height=48,framerate=30000/1001"))
        #expect(format.lumaRange == range)
        #expect(format.frameDuration == .nanoseconds(33_366_666))
    }

    @Test("A frame whose memory is too small for its format has no luma", arguments: ["I420", "RGB"])
    func truncated(format: String) throws {
        let whole = try #require(VideoFrame(blank: format, width: 64, height: 48))
        // SAFETY: a new buffer, owned by the frame.
        guard let buffer = unsafe gst_buffer_new_allocate(nil, 64, nil) else { return }
        let frame = unsafe VideoFrame(
            taking: buffer, format: whole.format, times: FrameTimes(stream: nil, running: nil))
        #expect(luma(of: frame) == nil)
    }
}

/// The same picture in a buffer with longer rows and gaps between its planes, described by GstVideoMeta.
private func padding(_ frame: VideoFrame, by gap: Int) -> VideoFrame? {
    let result: VideoFrame?? = unsafe frame.mapped(for: GST_MAP_READ) { source -> VideoFrame? in
        let planes = unsafe Int(lumascan_plane_count(&source))
        var (strides, offsets, size): ([gint], [gsize], Int) = ([], [], gap)
        let heights = (0..<planes).map { unsafe Int(lumascan_plane_height(&source, guint($0))) }
        for plane in 0..<planes {
            let stride = unsafe Int(lumascan_plane_stride(&source, guint(plane))) + gap
            strides.append(gint(stride))
            offsets.append(gsize(size))
            size += stride * heights[plane] + gap
        }
        // SAFETY: a new buffer, owned by the frame; every row that is copied lies inside both buffers.
        guard let buffer = unsafe gst_buffer_new_allocate(nil, gsize(size), nil) else { return nil }
        var map = unsafe GstMapInfo()
        unsafe gst_buffer_memset(buffer, 0, 0xa5, gsize(size))
        guard unsafe gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else { return nil }
        for plane in 0..<planes {
            let stride = unsafe Int(lumascan_plane_stride(&source, guint(plane)))
            for y in 0..<heights[plane] {
                unsafe (map.data + Int(offsets[plane]) + y * Int(strides[plane])).update(
                    from: lumascan_plane_data(&source, guint(plane)) + y * stride, count: stride)
            }
        }
        unsafe gst_buffer_unmap(buffer, &map)
        unsafe gst_buffer_add_video_meta_full(
            buffer, GST_VIDEO_FRAME_FLAG_NONE, pixelFormat(of: &source), guint(frame.format.width),
            guint(frame.format.height), guint(planes), &offsets, &strides)
        return unsafe VideoFrame(taking: buffer, format: frame.format, times: frame.times)
    }
    return result ?? nil
}

private func pixelFormat(of frame: inout GstVideoFrame) -> GstVideoFormat {
    // SAFETY: the frame is mapped, so its info is set.
    unsafe frame.info.finfo.pointee.format
}
