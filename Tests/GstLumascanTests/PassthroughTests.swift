import CGStreamer
import CGstCheck
import Testing

extension Element {
    struct PassthroughTests {
        @Test("Without drawing the very buffers that came go on", arguments: ["recorded", "live"])
        func sameBuffers(mode: String) throws {
            let harness = try Harness(["mode": mode, "draw": "false"])
            var addresses: [UInt] = []
            for index in 0..<20 {
                let buffer = try unsafe Picture.qr.get().buffer(atMilliseconds: 40 * index)
                addresses.append(UInt(bitPattern: buffer))
                #expect(unsafe harness.push(buffer) == GST_FLOW_OK)
                // Out before the next goes in.
                #expect(harness.output.frames.count == index + 1)
            }
            #expect(harness.output.frames.map(\.address) == addresses)
            #expect(harness.finish().barcodes.changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
        }

        @Test("A live look keeps nothing of the buffer", arguments: ["true", "false"])
        func noReference(draws: String) throws {
            let harness = try Harness(["mode": "live", "interval": "0", "draw": draws])
            for index in 0..<20 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            #expect(harness.output.frames.map(\.references) == Array(repeating: 1, count: 20))
        }

        @Test(
            "Upstream gets downstream's proposal without drawing; with it, strides where downstream heeds them",
            arguments: [true, false], [true, false])
        func allocation(draws: Bool, isStrided: Bool) throws {
            let harness = try Harness(["draw": "\(draws)"])
            if isStrided {
                unsafe gst_harness_add_propose_allocation_meta(harness.raw, gst_video_meta_api_get_type(), nil)
            }
            unsafe gst_harness_add_propose_allocation_meta(harness.raw, gst_video_crop_meta_api_get_type(), nil)
            // SAFETY: caps and query are owned here.
            let caps = try unsafe present(gst_caps_from_string(Picture.caps("GRAY8")), "caps")
            let query = try unsafe present(gst_query_new_allocation(caps, 1), "query")
            defer {
                unsafe gst_mini_object_unref(cast(query))
                unsafe gst_mini_object_unref(cast(caps))
            }
            let isAnswered = try unsafe gst_pad_query(harness.element.pad("sink"), query) != 0
            #expect(isAnswered)
            let offersCrop =
                unsafe gst_query_find_allocation_meta(query, gst_video_crop_meta_api_get_type(), nil) != 0
            let offersStrides = unsafe gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0
            #expect(offersCrop == !draws)
            #expect(offersStrides == isStrided)
        }

        @Test("While not active, buffers go on untouched and nothing is looked at")
        func inactive() throws {
            let harness = try Harness(["active": "false", "attach-meta": "true", "interval": "0"])
            var addresses: [UInt] = []
            for index in 0..<5 {
                let buffer = try unsafe Picture.qr.get().buffer(atMilliseconds: 40 * index)
                addresses.append(UInt(bitPattern: buffer))
                unsafe harness.push(buffer)
            }
            #expect(harness.output.frames.map(\.address) == addresses)
            #expect(harness.finish() == [])
            #expect(try harness.element.structure("stats").count("frames") == 0)
        }

        @Test(
            "Frames are numbered by their times: out in order, none lost, whatever is drawn",
            arguments: ["recorded", "live"])
        func order(mode: String) throws {
            let harness = try Harness(["mode": mode])
            for index in 0..<40 {
                if index % 7 == 3 { harness.element.set("draw", index % 2 == 0 ? "true" : "false") }
                if index % 11 == 5 { harness.element.set("active", index % 2 == 0 ? "true" : "false") }
                if index % 13 == 6 { harness.element.set("attach-meta", index % 2 == 0 ? "true" : "false") }
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
            }
            harness.end()
            #expect(harness.output.milliseconds == (0..<40).map { 40 * $0 })
        }

        @Test("A pause of looks ends the codes; they come again with new numbers")
        func pausedLooks() throws {
            let harness = try Harness(["interval": "0"])
            for index in 0..<12 {
                if index == 4 { harness.element.set("active", "false") }
                if index == 8 { harness.element.set("active", "true") }
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
            }
            let barcodes = harness.finish().barcodes
            #expect(
                barcodes.changes == [
                    "new 1 \(Picture.text)", "end 1 \(Picture.text)", "new 2 \(Picture.text)", "end 2 \(Picture.text)",
                ])
            #expect(barcodes.compactMap { $0.time("running-time") } == [0, 120, 320, 440].map { $0 * 1_000_000 })
            #expect(barcodes.compactMap { $0.count("reads") } == [1, 4, 1, 4])
        }
    }
}
