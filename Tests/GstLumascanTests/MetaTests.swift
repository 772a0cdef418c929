import CGStreamer
import Testing

extension Element {
    struct MetaTests {
        @Test("Every frame in which a code is in view says where it is", arguments: ["true", "false"])
        func regions(draws: String) throws {
            let harness = try Harness(["attach-meta": "true", "draw": draws])
            for index in 0..<8 { try harness.push(Picture.blank, atMilliseconds: 40 * index) }
            for index in 8..<15 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            let new = try #require(harness.finish().barcodes.first)
            // Looks at 0, 120, 200, 320 ms; the code comes into view at 320 ms.
            #expect(new.time("stream-time") == 320_000_000)
            let frames = harness.output.frames
            #expect(frames.map(\.regions.count) == Array(repeating: 0, count: 8) + Array(repeating: 1, count: 7))
            let regions = frames.flatMap(\.regions)
            #expect(
                regions
                    == Array(
                        repeating: PadRecorder.Region(
                            kind: "barcode", id: 1, x: 42, y: 22, width: 76, height: 76, text: Picture.text,
                            symbology: "QRCode", corners: new.doubles("corners")),
                        count: 7))
        }

        @Test("Metas leave the pixels shared: no byte is copied")
        func pixelsStay() throws {
            let harness = try Harness(["attach-meta": "true", "draw": "false", "mode": "recorded"])
            var memories: [UInt] = []
            for index in 0..<10 {
                let buffer = try unsafe Picture.qr.get().buffer(atMilliseconds: 40 * index)
                memories.append(UInt(bitPattern: unsafe gst_buffer_peek_memory(buffer, 0)))
                unsafe harness.push(buffer)
            }
            harness.end()
            #expect(harness.output.frames.map(\.memory) == memories)
            #expect(harness.output.frames.map(\.regions.count) == Array(repeating: 1, count: 10))
        }

        @Test("A live frame carries what was known when it passed")
        func live() throws {
            let harness = try Harness(["attach-meta": "true", "mode": "live", "interval": "0"])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            _ = try #require(harness.bus.element("barcode", within: 10))
            try harness.push(Picture.qr.get(), atMilliseconds: 40)
            #expect(harness.output.frames.map(\.regions.count) == [0, 1])
        }

        @Test("Metas can be switched while frames flow")
        func switched() throws {
            let harness = try Harness(["draw": "false", "lookahead": "0", "interval": "0"])
            for index in 0..<8 {
                harness.element.set("attach-meta", index / 2 % 2 == 0 ? "true" : "false")
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
            }
            harness.end()
            #expect(harness.output.frames.map(\.regions.count) == [1, 1, 0, 0, 1, 1, 0, 0])
        }
    }
}
