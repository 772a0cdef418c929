import CGStreamer
import CGstCheck
import TestSupport
import Testing

extension Element {
    struct StrideTests {
        @Test(
            "Padded rows and planes are heeded when looking, drawing and moving frames",
            arguments: ["GRAY8", "I420", "NV12", "Y42B"], [true, false])
        func padded(format: String, isPooled: Bool) throws {
            let plain = try run(Layout(format, width: 161, height: 121, padding: 0), isPooled: false)
            let padded = try run(Layout(format, width: 161, height: 121, padding: 37), isPooled: isPooled)
            #expect(plain.barcodes.changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
            #expect(padded.barcodes == plain.barcodes)
            #expect(plain.pictures.count == 6)
            #expect(padded.pictures.count == 6)
            let isSame = plain.pictures == padded.pictures
            #expect(isSame)
            // Drawn on, so not as they went in.
            let isDrawn = plain.pictures.allSatisfy { $0 != plain.input }
            #expect(isDrawn)
        }

        private func run(_ layout: Layout, isPooled: Bool) throws -> (
            barcodes: [Fields], input: [UInt8], pictures: [[UInt8]]
        ) {
            let picture = Picture(try Picture.code(Picture.text), width: 161, height: 121, x: 80, y: 60)
            let harness = try Harness(
                ["mode": "recorded"], caps: Picture.caps(layout.format, width: 161, height: 121))
            var pictures: [[UInt8]] = []
            let pool = try unsafe isPooled ? layout.pool(of: 3) : nil
            var input: [UInt8] = []
            func pull() throws {
                while let buffer = unsafe gst_harness_try_pull(harness.raw) {
                    pictures.append(try unsafe layout.pixels(of: buffer))
                    unsafe gst_buffer_unref(buffer)
                }
            }
            for index in 0..<6 {
                let buffer = try unsafe layout.buffer(of: picture, from: pool, atMilliseconds: 40 * index)
                if index == 0 { input = try unsafe layout.pixels(of: buffer) }
                unsafe harness.push(buffer)
                try pull()
            }
            harness.end()
            try pull()
            if let pool = unsafe pool {
                unsafe gst_buffer_pool_set_active(pool, 0)
                unsafe gst_object_unref(pool)
            }
            return (harness.bus.rest().barcodes, input, pictures)
        }
    }
}

/// How the planes of a frame lie in memory.
@safe private struct Layout {
    let format: String
    private var info = unsafe GstVideoInfo()
    private var offsets: [gsize] = []
    private var strides: [gint] = []
    private var size = 0
    private let isPadded: Bool

    /// - Parameter padding: bytes after each row, and rows after each plane.
    init(_ format: String, width: Int, height: Int, padding: Int) throws {
        self.format = format
        isPadded = padding > 0
        // SAFETY: locals that are written before they are read.
        let caps = try unsafe present(gst_caps_from_string(Picture.caps(format, width: width, height: height)), "caps")
        defer { unsafe gst_mini_object_unref(cast(caps)) }
        guard unsafe gst_video_info_from_caps(&info, caps) != 0 else { throw Missing(what: format) }
        let planes = unsafe Int(info.finfo.pointee.n_planes)
        let rows = [height, (height + 1) / 2, (height + 1) / 2]
        for plane in 0..<planes {
            let stride = unsafe withUnsafeBytes(of: info.stride) {
                unsafe $0.load(fromByteOffset: plane * 4, as: gint.self)
            }
            let count = format == "Y42B" ? height : rows[plane]
            offsets.append(gsize(size))
            strides.append(stride + gint(padding))
            size += (Int(stride) + padding) * (count + (padding > 0 ? 1 : 0) + height % 2)
        }
        if !isPadded { size = unsafe Int(info.size) }
    }

    /// A pool that lends so many buffers.
    func pool(of count: Int) throws -> UnsafeMutablePointer<GstBufferPool> {
        // SAFETY: a new pool and its configuration, which it takes back.
        let pool = try unsafe present(gst_buffer_pool_new(), "pool")
        let configuration = try unsafe present(gst_buffer_pool_get_config(pool), "configuration")
        unsafe gst_buffer_pool_config_set_params(configuration, nil, guint(size), guint(count), guint(count))
        unsafe gst_buffer_pool_set_config(pool, configuration)
        unsafe gst_buffer_pool_set_active(pool, 1)
        return unsafe pool
    }

    /// "transfer full".
    func buffer(
        of picture: Picture, from pool: UnsafeMutablePointer<GstBufferPool>?, atMilliseconds time: Int
    ) throws -> UnsafeMutablePointer<GstBuffer> {
        // SAFETY: a new buffer of the layout's size.
        var buffer: UnsafeMutablePointer<GstBuffer>? = nil
        if let pool = unsafe pool {
            unsafe gst_buffer_pool_acquire_buffer(pool, &buffer, nil)
        } else {
            unsafe buffer = gst_buffer_new_allocate(nil, gsize(size), nil)
        }
        let made = try unsafe present(buffer, "buffer")
        var strides = strides
        var offsets = offsets
        if isPadded {
            unsafe gst_buffer_add_video_meta_full(
                made, GST_VIDEO_FRAME_FLAG_NONE, info.finfo.pointee.format, guint(info.width), guint(info.height),
                guint(strides.count), &offsets, &strides)
        }
        unsafe gst_buffer_memset(made, 0, 7, gsize(size))
        try unsafe eachRow(of: made, for: GST_MAP_WRITE) { plane, y, row in
            for x in 0..<row.count {
                unsafe row[x] = plane == 0 ? picture.gray.pixels[y * picture.gray.width + x] : 128
            }
        }
        unsafe made.pointee.pts = GstClockTime(time) * 1_000_000
        unsafe made.pointee.duration = 40_000_000
        return unsafe made
    }

    /// The samples without any padding.
    func pixels(of buffer: UnsafeMutablePointer<GstBuffer>) throws -> [UInt8] {
        var pixels: [UInt8] = []
        try unsafe eachRow(of: buffer, for: GST_MAP_READ) { _, _, row in unsafe pixels.append(contentsOf: row) }
        return pixels
    }

    private func eachRow(
        of buffer: UnsafeMutablePointer<GstBuffer>, for access: GstMapFlags,
        _ body: (Int, Int, UnsafeMutableBufferPointer<UInt8>) -> Void
    ) throws {
        var frame = unsafe GstVideoFrame()
        var info = unsafe info
        // SAFETY: mapped and unmapped in this scope; rows are as long as the plane is wide.
        guard unsafe gst_video_frame_map(&frame, &info, buffer, access) != 0 else { throw Missing(what: "map") }
        defer { unsafe gst_video_frame_unmap(&frame) }
        for plane in 0..<Int(unsafe lumascan_plane_count(&frame)) {
            let plane32 = guint(plane)
            let start = try unsafe present(lumascan_plane_data(&frame, plane32), "plane")
            let stride = unsafe Int(lumascan_plane_stride(&frame, plane32))
            let width = unsafe Int(
                lumascan_plane_width(&frame, plane32) * lumascan_plane_pixel_bytes(&frame, plane32))
            for y in 0..<Int(unsafe lumascan_plane_height(&frame, plane32)) {
                unsafe body(plane, y, UnsafeMutableBufferPointer(start: start + y * stride, count: width))
            }
        }
    }
}
