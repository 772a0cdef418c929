import CGStreamer
import Synchronization
import TestSupport
import Testing

extension Element {
    struct MessageTests {
        @Test("A barcode message carries every field, typed, with the times of its frame in its segment")
        func fields() throws {
            let harness = try Harness()
            harness.pushSegment(start: 1000, time: 10000, base: 500)
            for index in 0..<5 { try harness.push(Picture.qr.get(), atMilliseconds: 1000 + 40 * index) }
            let barcodes = harness.finish().barcodes
            #expect(barcodes.changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
            let new = try #require(barcodes.first)
            #expect(
                new.names == [
                    "timestamp", "stream-time", "running-time", "duration", "type", "symbol", "symbol-bytes", "quality",
                    "event", "track-id", "symbology-identifier", "corners", "box", "frame-width", "frame-height",
                    "orientation", "content", "module-pixels", "qr", "first", "last", "reads",
                ])
            #expect(new["timestamp"] == .uint64(1_000_000_000))
            #expect(new["stream-time"] == .uint64(10_000_000_000))
            #expect(new["running-time"] == .uint64(500_000_000))
            #expect(new["duration"] == .uint64(40_000_000))
            #expect(new["type"] == .string("QRCode"))
            #expect(new["symbol"] == .string(Picture.text))
            #expect(new["symbol-bytes"] == .bytes(Array(Picture.text.utf8)))
            #expect(new["quality"] == .int(1))
            #expect(new["event"] == .string("new"))
            #expect(new["track-id"] == .uint(1))
            #expect(new["symbology-identifier"] == .string("]Q1"))
            #expect(new["orientation"] == .string("rotate-0"))
            #expect(new["content"] == .string("text"))
            #expect(new["first"] == .uint64(10_000_000_000))
            #expect(new["last"] == .uint64(10_000_000_000))
            #expect(new["reads"] == .uint(1))
            let corners = try #require(new.doubles("corners"))
            let truth: [Double] = [42, 22, 117, 22, 117, 97, 42, 97]
            #expect(corners.count == 8)
            #expect(zip(corners, truth).allSatisfy { abs($0 - $1) <= 1 })
            guard case .structure(let box) = new["box"] else { throw Missing(what: "box") }
            #expect(box.names == ["x", "y", "width", "height"])
            #expect(box["x"] == .double(min(corners[0], corners[6])))
            #expect(box["y"] == .double(min(corners[1], corners[3])))
        }

        @Test("Frames without times are one after the other")
        func untimed() throws {
            let harness = try Harness(["interval": "0"])
            for _ in 0..<3 {
                let buffer = try unsafe Picture.qr.get().buffer(atMilliseconds: 0)
                unsafe buffer.pointee.pts = .max
                unsafe buffer.pointee.duration = .max
                unsafe harness.push(buffer)
            }
            let barcodes = harness.finish().barcodes
            #expect(barcodes.compactMap { $0.time("timestamp") } == [.max, .max])
            #expect(barcodes.compactMap { $0.time("stream-time") } == [0, 80_000_000])
            #expect(barcodes.compactMap { $0.time("running-time") } == [0, 80_000_000])
            #expect(barcodes.compactMap { $0.time("duration") } == [40_000_000, 40_000_000])
        }

        @Test("An end tells the last read, and how many there were")
        func end() throws {
            let harness = try Harness(["interval": "0", "lost-after": "200000000"])
            for index in 0..<3 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            for index in 3..<12 { try harness.push(Picture.blank, atMilliseconds: 40 * index) }
            let barcodes = harness.finish().barcodes
            #expect(barcodes.changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
            let end = try #require(barcodes.last)
            // Last read at 80 ms; 200 ms later it has not been read for so long.
            #expect(end.time("running-time") == 280_000_000)
            #expect(end.time("first") == 0)
            #expect(end.time("last") == 80_000_000)
            #expect(end.count("reads") == 3)
        }

        @Test("A code that stays in view is told again as often as update-interval says")
        func updates() throws {
            let harness = try Harness(["interval": "0", "update-interval": "80000000"])
            for index in 0..<6 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            let barcodes = harness.finish().barcodes
            #expect(barcodes.compactMap { $0.text("event") } == ["new", "update", "update", "end"])
            #expect(barcodes.compactMap { $0.time("running-time") } == [0, 80_000_000, 160_000_000, 200_000_000])
            #expect(barcodes.compactMap { $0.count("reads") } == [1, 3, 5, 6])
        }

        @Test("The light is told when it changes, with its level")
        func light() throws {
            let harness = try Harness(["light-interval": "100000000"])
            let dark = Picture(gray: GrayPicture(width: 160, height: 120, luma: 20))
            for index in 0..<3 { try harness.push(dark, atMilliseconds: 100 * index) }
            for index in 3..<6 { try harness.push(Picture.blank, atMilliseconds: 100 * index) }
            let lights = harness.finish().lights
            #expect(lights.compactMap { $0.text("state") } == ["low", "ok"])
            #expect(lights.compactMap { $0.time("stream-time") } == [100_000_000, 400_000_000])
            let low = try #require(lights.first)
            #expect(
                low.names == [
                    "timestamp", "stream-time", "running-time", "duration", "state", "luma-average", "luma-variance",
                    "reason",
                ])
            #expect(low["reason"] == .string("dark"))
            #expect(low["luma-variance"] == .double(0))
            // GRAY8 that says nothing of its range has it full.
            let levels = lights.compactMap { $0.number("luma-average") }
            #expect(levels.count == 2)
            #expect(zip(levels, [20.0 / 255, 180.0 / 255]).allSatisfy { abs($0 - $1) < 0.001 })
        }

        @Test("Without messages the signal still comes", arguments: [true, false])
        func signal(posts: Bool) throws {
            let harness = try Harness(["message": "\(posts)", "light-interval": "40000000"])
            let signals = SignalRecorder(harness.element)
            for index in 0..<4 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            let messages = harness.finish()
            let told = ["new 1 \(Picture.text)", "end 1 \(Picture.text)"]
            #expect(signals.changes == told)
            #expect(messages.barcodes.changes == (posts ? told : []))
            #expect(messages.lights.count == (posts ? 1 : 0))
        }

        @Test("The frame goes with the message where that is asked for", arguments: ["recorded", "live"])
        func attachedFrame(mode: String) throws {
            let harness = try Harness(["mode": mode, "interval": "0", "attach-frame": "true"])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            let new = try #require(harness.bus.element("barcode", within: 10))
            #expect(
                new["frame"]
                    == .sample(
                        caps:
                            "video/x-raw, format=(string)GRAY8, width=(int)160, height=(int)120, framerate=(fraction)25/1",
                        byteCount: 160 * 120))
        }

        @Test("attach-frame is heeded while frames flow", arguments: ["recorded", "live"])
        func attachedFrameChanges(mode: String) throws {
            let harness = try Harness([
                "mode": mode, "interval": "0", "update-interval": "1", "lookahead": "0", "draw": "false",
            ])
            var carries: [Bool] = []
            for index in 0..<4 {
                harness.element.set("attach-frame", index % 2 == 0 ? "true" : "false")
                try harness.push(Picture.qr.get(), atMilliseconds: 40 * index)
                carries.append(try #require(harness.bus.element("barcode", within: 10))["frame"] != nil)
            }
            #expect(carries == [true, false, true, false])
        }

        @Test("Only codes with their centre in the region count")
        func region() throws {
            for (region, count) in [("0,0,0.49,1", 0), ("0.2,0,0.8,1", 1), ("0,0,130,120px", 1), ("85,0,70,120px", 0)] {
                let harness = try Harness(["region": region])
                for index in 0..<4 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
                #expect(harness.finish().barcodes.count { $0.text("event") == "new" } == count, "\(region)")
            }
        }

        @Test("Counts of the stream are a property")
        func statistics() throws {
            let harness = try Harness(["interval": "0"])
            for index in 0..<5 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            harness.end()
            let stats = try harness.element.structure("stats")
            #expect(stats.name == "lumascan-stats")
            #expect(stats.names == ["frames", "examined", "skipped", "codes", "look-time", "look-cpu-time"])
            #expect(["frames", "examined", "skipped", "codes"].map { stats[$0] } == [5, 5, 0, 1].map { .uint64($0) })
            #expect(try #require(stats.time("look-time")) > 0)
            #expect(try #require(stats.time("look-cpu-time")) > 0)
        }
    }
}
