import CGStreamer
import Dispatch
import Symbols
import Synchronization
import TestSupport
import Testing

extension Element {
    struct LookaheadTests {
        @Test("Without lookahead every frame comes out at once")
        func none() throws {
            let harness = try Harness(["lookahead": "0"])
            for index in 0..<10 {
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
                #expect(harness.output.frames.count == index + 1)
            }
        }

        @Test(
            "What a later look finds out is shown on the frames that wait for it",
            arguments: [("-1", [1, 1, 1, 1]), ("40000000", [1, 1, 1, 1]), ("0", [0, 1, 1, 1])])
        func confirmation(lookahead: String, regions: [Int]) throws {
            let harness = try Harness(["lookahead": lookahead, "attach-meta": "true", "confirm": "2"])
            for index in 0..<4 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            harness.end()
            #expect(harness.output.frames.map(\.regions.count) == regions)
        }

        @Test(
            "Frames between two looks follow the code as far as lookahead goes",
            arguments: [
                ("-1", [80, 84, 88, 92, 96, 100, 104]), ("80000000", [80, 80, 80, 92, 96, 100, 104]),
                ("0", [80, 80, 80, 80, 80, 100, 104]),
            ])
        func motion(lookahead: String, centers: [Int]) throws {
            let harness = try Harness([
                "lookahead": lookahead, "attach-meta": "true", "draw": "false", "interval": "200000000",
            ])
            let code = try Picture.code(Picture.text)
            // 100 pixels a second; looks at 0 and 200 ms.
            for index in 0..<7 {
                let picture = Picture(code, width: 240, height: 120, x: 80 + 4 * Double(index), y: 60)
                if index == 0 { harness.setCaps(Picture.caps("GRAY8", width: 240)) }
                try harness.push(picture, atMilliseconds: 40 * index)
            }
            harness.end()
            let found = harness.output.frames.compactMap { frame in
                frame.regions.first?.corners.map { corners in
                    stride(from: 0, to: 8, by: 2).reduce(0) { $0 + corners[$1] } / 4
                }
            }
            #expect(found.count == 7)
            #expect(zip(found, centers).allSatisfy { abs($0 - Double($1)) <= 1 }, "\(found)")
        }

        @Test(
            "No more frames are held than lookahead says, however fast they come",
            arguments: [("0", 1), ("40000000", 2), ("120000000", 4), ("-1", 6)])
        func bound(lookahead: String, most: Int) throws {
            let harness = try Harness(["lookahead": lookahead])
            for index in 0..<50 {
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
                #expect(harness.output.frames.count > index - most, "frame \(index)")
            }
        }

        @Test(
            "Beside a branch whose queue is full, held frames let the pipeline preroll", arguments: ["-1", "80000000"])
        func tee(lookahead: String) throws {
            // A queue holds three frames of this size.
            let source = "videotestsrc num-buffers=30 ! video/x-raw,format=I420,width=1920,height=1080,framerate=30/1"
            let branches = "t. ! queue ! lumascan formats=qr lookahead=\(lookahead) ! fakesink t. ! queue ! fakesink"
            let messages = try Launch("\(source) ! tee name=t \(branches)").run()
            #expect(messages.barcodes.isEmpty)
        }

        @Test("Serialized events keep their place among the frames", arguments: ["-1", "0", "40000000"])
        func events(lookahead: String) throws {
            let harness = try Harness(["lookahead": lookahead])
            harness.output.removeAll()
            var expected: [PadRecorder.Item] = []
            for index in 0..<8 {
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
                expected.append(.frame(UInt64(40 * index) * 1_000_000))
                if index % 3 == 1 {
                    harness.pushCustom("mark\(index)")
                    expected.append(.event("mark\(index)"))
                }
                if index == 5 {
                    unsafe harness.push(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)a;")))
                    expected.append(.event("tag"))
                }
            }
            harness.end()
            #expect(harness.output.items == expected + [.event("eos")])
        }

        @Test(
            "What is held leaves before what may have no frame after it",
            arguments: ["gap", "segment", "caps", "eos", "segment-done", "GstEventStillFrame"])
        func drains(event: String) throws {
            let harness = try Harness()
            harness.output.removeAll()
            for index in 0..<3 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            switch event {
            case "gap": unsafe harness.push(gst_event_new_gap(120_000_000, 40_000_000))
            case "segment": harness.pushSegment(start: 120, time: 120)
            case "caps": harness.setCaps(Picture.caps("GRAY8", width: 240))
            case "segment-done": unsafe harness.push(gst_event_new_segment_done(GST_FORMAT_TIME, 120_000_000))
            case "GstEventStillFrame": unsafe harness.push(gst_video_event_new_still_frame(1))
            default: harness.end()
            }
            #expect(
                Array(harness.output.items.prefix(4)) == [
                    .frame(0), .frame(40_000_000), .frame(80_000_000), .event(event),
                ])
        }

        @Test("A source that asks for its buffers gets them")
        func drainQuery() throws {
            let harness = try Harness()
            for index in 0..<3 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            // SAFETY: the query is owned here.
            let query = try unsafe present(gst_query_new_drain(), "query")
            defer { unsafe gst_mini_object_unref(cast(query)) }
            let sink = try unsafe harness.element.pad("sink")
            _ = unsafe gst_pad_query(sink, query)
            #expect(harness.output.milliseconds == [0, 40, 80])
        }

        @Test("A flush drops what is held and the events behind it")
        func flush() throws {
            let harness = try Harness()
            for index in 0..<2 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            harness.pushCustom("mark")
            let before = harness.output.frames.count
            unsafe harness.push(gst_event_new_flush_start())
            unsafe harness.push(gst_event_new_flush_stop(1))
            harness.pushSegment(start: 0, time: 0)
            try harness.push(Picture.qr.get(), atMilliseconds: 1000)
            harness.end()
            #expect(before == 0)
            #expect(harness.output.milliseconds == [1000])
            #expect(!harness.output.items.contains(.event("mark")))
        }

        @Test("A source that lends few buffers is never starved", arguments: [1, 2, 3], ["true", "false"])
        func boundedPool(size: Int, draws: String) throws {
            let harness = try Harness(["mode": "recorded", "draw": draws])
            let source = try LendingPool(size: size, picture: Picture.qr.get())
            let hasEnded = DispatchSemaphore(value: 0)
            let flow = Mutex<[Bool]>([])
            DispatchQueue.global().async {
                for index in 0..<30 {
                    guard let buffer = unsafe source.lend(atMilliseconds: 40 * index) else { break }
                    let isTaken = unsafe harness.push(buffer) == GST_FLOW_OK
                    flow.withLock { $0.append(isTaken) }
                    harness.drop()
                }
                hasEnded.signal()
            }
            let isInTime = hasEnded.wait(timeout: .now() + 20) == .success
            if !isInTime { source.stop() }
            #expect(isInTime)
            #expect(flow.withLock { $0 } == Array(repeating: true, count: 30))
            harness.end()
            harness.drop()
            #expect(harness.output.milliseconds == (0..<30).map { 40 * $0 })
        }

        @Test("Frames of a few pictures wait in memory of their own with all that belongs to them")
        func movedFrames() throws {
            let harness = try Harness(["mode": "recorded"])
            let source = try LendingPool(size: 3, picture: Picture.blank)
            for index in 0..<8 {
                unsafe harness.push(try present(source.lend(atMilliseconds: 40 * index), "buffer"))
                harness.drop()
            }
            harness.end()
            let frames = harness.output.frames
            #expect(harness.output.milliseconds == (0..<8).map { 40 * $0 })
            #expect(frames.map(\.isDiscontinuous) == [true] + Array(repeating: false, count: 7))
        }
    }
}

/// A pool of few buffers, as a camera's driver has.
///
/// `@unchecked Sendable`: a GstBufferPool is thread-safe, and the reference never changes.
@safe final class LendingPool: @unchecked Sendable {
    private let pool: UnsafeMutablePointer<GstBufferPool>
    private let picture: Picture

    init(size: Int, picture: Picture) throws {
        self.picture = picture
        // SAFETY: a new pool and its configuration, which it takes back.
        unsafe pool = try present(gst_buffer_pool_new(), "pool")
        let configuration = try unsafe present(gst_buffer_pool_get_config(pool), "configuration")
        unsafe gst_buffer_pool_config_set_params(
            configuration, nil, guint(picture.gray.width * picture.gray.height), guint(size), guint(size))
        _ = unsafe gst_buffer_pool_set_config(pool, configuration)
        _ = unsafe gst_buffer_pool_set_active(pool, 1)
    }

    deinit {
        stop()
        unsafe gst_object_unref(pool)
    }

    func stop() { _ = unsafe gst_buffer_pool_set_active(pool, 0) }

    /// Waits for a buffer that is free; nil once the pool is stopped. "transfer full".
    func lend(atMilliseconds time: Int) -> UnsafeMutablePointer<GstBuffer>? {
        var buffer: UnsafeMutablePointer<GstBuffer>? = nil
        guard unsafe gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK, let buffer = unsafe buffer
        else { return nil }
        _ = unsafe picture.gray.pixels.withUnsafeBytes {
            unsafe gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count))
        }
        unsafe buffer.pointee.pts = GstClockTime(time) * 1_000_000
        unsafe buffer.pointee.duration = 40_000_000
        if time == 0 { _ = unsafe gst_buffer_set_flags(buffer, GST_BUFFER_FLAG_DISCONT) }
        return unsafe buffer
    }
}
