import CGStreamer
import Testing

extension Element {
    struct LiveTests {
        @Test(
            "Lateness is told upstream where frames may be dropped, and nowhere else",
            arguments: [("auto", false, false), ("auto", true, true), ("recorded", true, false), ("live", false, true)])
        func qos(mode: String, isLive: Bool, passes: Bool) throws {
            let harness = try Harness(["mode": mode], isLive: isLive)
            try harness.push(Picture.blank, atMilliseconds: 0)
            #expect(harness.passesQoS() == passes)
        }

        @Test(
            "A live pipeline is told how long frames are held",
            arguments: [
                ("auto", "100000000", "-1", "true", 0), ("recorded", "100000000", "-1", "true", 100),
                ("recorded", "250000000", "-1", "true", 250), ("recorded", "100000000", "40000000", "true", 40),
                ("recorded", "100000000", "0", "true", 0), ("recorded", "100000000", "-1", "false", 0),
            ])
        func latency(mode: String, interval: String, lookahead: String, draws: String, milliseconds: Int) throws {
            let harness = try Harness(
                ["mode": mode, "interval": interval, "lookahead": lookahead, "draw": draws], isLive: true)
            try harness.push(Picture.blank, atMilliseconds: 0)
            #expect(harness.latency == UInt64(milliseconds) * 1_000_000)
            #expect(harness.bus.rest() == (milliseconds > 0 ? [.latency] : []))
        }

        @Test("A live pipeline is told when drawing changes how long frames are held")
        func changedLatency() throws {
            let harness = try Harness(["mode": "recorded", "draw": "false"], isLive: true)
            try harness.push(Picture.blank, atMilliseconds: 0)
            #expect(harness.bus.rest() == [])
            harness.element.set("draw", "true")
            try harness.push(Picture.blank, atMilliseconds: 40)
            #expect(harness.latency == 100_000_000)
            #expect(harness.bus.rest() == [.latency])
            harness.element.set("draw", "false")
            try harness.push(Picture.blank, atMilliseconds: 80)
            #expect(harness.latency == 0)
            #expect(harness.bus.rest() == [.latency])
        }

        @Test("A source that waits is not told of held frames")
        func recordedLatency() throws {
            let harness = try Harness()
            try harness.push(Picture.blank, atMilliseconds: 0)
            #expect(harness.latency == 0)
            #expect(harness.bus.rest() == [])
        }

        @Test("Frames of a live source all come out, in order", arguments: ["auto", "recorded"])
        func source(mode: String) throws {
            let launch = try Launch(
                "videotestsrc is-live=true num-buffers=20 ! video/x-raw,width=320,height=240,framerate=50/1 "
                    + "! lumascan mode=\(mode) name=scan ! fakesink")
            let output = try launch.record("scan", "src")
            let messages = try launch.run()
            #expect(messages.errors == [])
            let start = try #require(output.milliseconds.first)
            #expect(output.milliseconds.map { $0 - start } == (0..<20).map { 20 * $0 })
        }

        @Test("Of frames that come faster than looks, the newest are looked at, and the others counted")
        func skipped() throws {
            let harness = try Harness(["mode": "live", "interval": "0", "draw": "false"])
            for index in 0..<50 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            harness.end()
            let stats = try harness.element.structure("stats")
            let counts = ["frames", "examined", "skipped"].compactMap { stats.count($0) }
            #expect(counts.count == 3 && counts[0] == 50 && counts[1] + counts[2] == 50 && counts[1] >= 2)
        }
    }

    struct WrongValueTests {
        @Test(
            "A wrong value stops the pipeline with one message that names it",
            arguments: [
                ("formats=foo", "formats: "), ("formats=qr,nope", "formats: "), ("region=nonsense", "region: "),
                ("region=0,0,2,2", "region: "), ("light-low=0.5 light-high=0.4", "light-low (0.5)"),
            ])
        func values(properties: String, start: String) throws {
            let launch = try Launch("videotestsrc num-buffers=2 ! lumascan \(properties) ! fakesink")
            launch.change(to: GST_STATE_PLAYING)
            #expect(!launch.settle())
            let errors = launch.bus.rest().errors
            #expect(errors.count == 1)
            #expect(errors.allSatisfy { $0.hasPrefix(start) }, "\(errors)")
        }

        @Test("A value that was put right lets the same pipeline play")
        func corrected() throws {
            let launch = try Launch("videotestsrc num-buffers=2 ! lumascan name=scan formats=foo ! fakesink")
            launch.change(to: GST_STATE_PLAYING)
            #expect(!launch.settle())
            launch.change(to: GST_STATE_NULL)
            _ = launch.bus.rest()
            try launch.element("scan").set("formats", "qr")
            let messages = try launch.run()
            #expect(messages.errors == [])
            #expect(messages.last == .ended)
        }
    }
}
