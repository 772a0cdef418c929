import CGStreamer
import TestSupport
import Testing

extension Element {
    struct SeekTests {
        @Test("A flush ends the codes; running time goes on as the new segment says", arguments: ["recorded", "live"])
        func flush(mode: String) throws {
            let harness = try Harness(["mode": mode, "interval": "0"])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            let first = try #require(harness.bus.element("barcode", within: 10))
            unsafe harness.push(gst_event_new_flush_start())
            unsafe harness.push(gst_event_new_flush_stop(0))
            harness.pushSegment(start: 5000, time: 5000, base: 40)
            try harness.push(Picture.qr.get(), atMilliseconds: 5000)
            let barcodes = [first] + harness.finish().barcodes
            #expect(
                barcodes.changes == [
                    "new 1 \(Picture.text)", "end 1 \(Picture.text)", "new 2 \(Picture.text)", "end 2 \(Picture.text)",
                ])
            #expect(barcodes.compactMap { $0.time("running-time") } == [0, 0, 40_000_000, 40_000_000])
            #expect(barcodes.compactMap { $0.time("stream-time") } == [0, 0, 5_000_000_000, 5_000_000_000])
        }

        @Test("A segment that goes on where the last ended goes on with its codes")
        func segment() throws {
            let harness = try Harness(["interval": "0"])
            for index in 0..<3 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            harness.pushSegment(start: 1000, time: 0, base: 120)
            for index in 0..<3 { try harness.push(Picture.qr.get(), atMilliseconds: 1000 + 40 * index) }
            let barcodes = harness.finish().barcodes
            #expect(barcodes.changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
            #expect(barcodes.last?.count("reads") == 6)
            #expect(barcodes.last?.time("running-time") == 200_000_000)
        }

        @Test("A clip that is played again tells its codes again, with new numbers and the same times")
        func loop() throws {
            let clip = try Clips.still.get()
            let launch = try Launch(
                "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! lumascan name=scan ! fakesink")
            let first = try launch.run().barcodes
            #expect(launch.seek(toMilliseconds: 0))
            let second = try launch.messages().barcodes
            #expect(first.changes == ["new 1 \(Clips.text)", "end 1 \(Clips.text)"])
            #expect(second.changes == ["new 2 \(Clips.text)", "end 2 \(Clips.text)"])
            #expect(second.map { $0["stream-time"] } == first.map { $0["stream-time"] })
            #expect(second.map { $0["running-time"] } == first.map { $0["running-time"] })
            #expect(second.map { $0["corners"] } == first.map { $0["corners"] })
            #expect(try launch.element("scan").structure("stats").count("frames") == 50)
        }

        @Test("Seeks in the middle of everything neither block nor lose the end", arguments: ["recorded", "live"])
        func manySeeks(mode: String) throws {
            let clip = try Clips.still.get()
            let launch = try Launch(
                "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! lumascan name=scan mode=\(mode) ! fakesink"
            )
            launch.change(to: GST_STATE_PAUSED)
            #expect(launch.settle())
            launch.change(to: GST_STATE_PLAYING)
            for index in 0..<20 { #expect(launch.seek(toMilliseconds: index * 37 % 900)) }
            #expect(launch.seek(toMilliseconds: 520))
            let messages = try launch.messages()
            #expect(messages.errors == [])
            let changes = messages.barcodes.compactMap { $0.text("event") }
            // Every appearance that was told has ended before the next was.
            #expect(changes == changes.indices.map { $0 % 2 == 0 ? "new" : "end" })
            #expect(messages.barcodes.last?.time("last") ?? 0 >= 520_000_000)
        }

        @Test("After READY everything is forgotten")
        func restart() throws {
            let launch = try Launch("\(try Clips.photoSource) ! lumascan name=scan ! fakesink")
            let first = try launch.run().barcodes
            launch.change(to: GST_STATE_READY)
            #expect(launch.settle())
            let second = try launch.run().barcodes
            #expect(first.count == 2)
            #expect(second == first)
            #expect(try launch.element("scan").structure("stats").count("frames") == 5)
        }

        @Test("Another size ends the codes, and the next are in its pixels")
        func otherCaps() throws {
            let harness = try Harness(["interval": "0"])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            harness.setCaps(Picture.caps("GRAY8", width: 240))
            let wide = Picture(try Picture.code(Picture.text), width: 240, height: 120, x: 160, y: 60)
            try harness.push(wide, atMilliseconds: 40)
            let barcodes = harness.finish().barcodes
            #expect(
                barcodes.changes == [
                    "new 1 \(Picture.text)", "end 1 \(Picture.text)", "new 2 \(Picture.text)", "end 2 \(Picture.text)",
                ])
            let corners = barcodes.compactMap { $0.doubles("corners")?.first }
            #expect(corners.count == 4)
            #expect(zip(corners, [42, 42, 122, 122]).allSatisfy { abs($0 - $1) <= 1 }, "\(corners)")
        }

        @Test("A new stream is upright until its own tags say otherwise")
        func orientation() throws {
            let harness = try Harness(["interval": "0"])
            unsafe harness.push(
                gst_event_new_tag(gst_tag_list_new_from_string("taglist, image-orientation=(string)rotate-90;")))
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            unsafe harness.push(gst_event_new_stream_start("another"))
            harness.setCaps(Picture.caps("GRAY8"))
            harness.pushSegment(start: 0, time: 0, base: 40)
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            let news = harness.finish().barcodes.filter { $0.text("event") == "new" }
            #expect(news.compactMap { $0.text("orientation") } == ["rotate-90", "rotate-0"])
            // In pixels of the buffers, both times.
            #expect(news.count == 2 && news[0]["corners"] == news[1]["corners"])
        }
    }
}
