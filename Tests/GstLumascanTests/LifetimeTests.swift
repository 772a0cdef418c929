import CGStreamer
import Foundation
import TestSupport
import Testing

extension Element {
    struct LifetimeTests {
        @Test(
            "No GStreamer object outlives a pipeline",
            arguments: [
                "lumascan", "lumascan draw=false", "lumascan attach-meta=true", "lumascan attach-frame=true",
                "lumascan mode=live", "lumascan mode=live attach-frame=true attach-meta=true", "lumascan active=false",
                "lumascan ! videoconvert ! video/x-raw,format=RGB ! lumascan compat=zbar", "lumascan formats=nonsense",
            ])
        func leaks(elements: String) throws {
            let clip = try Clips.path("leaks.mp4")
            let description = "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! \(elements) ! fakesink"
            var environment = try Plugin.environment(Clips.folder.get())
            environment["GST_TRACERS"] = "leaks"
            environment["GST_DEBUG"] = "GST_TRACER:7"
            let result = try Command.run(
                ["gst-launch-1.0", "-m"] + description.split(separator: " ").map(String.init), environment: environment)
            #expect((result.status == 0) == !elements.contains("nonsense"))
            let alive = result.errorText.split(separator: "\n").filter {
                $0.contains(" object-alive, ") && !$0.contains("format string")
            }
            #expect(alive.map { $0.suffix(300) } == [])
        }

        @Test("The element says nothing on standard output")
        func silence() throws {
            let clip = try Clips.path("silence.mp4")
            let description = "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! lumascan ! fakesink"
            let result = try Command.run(
                ["gst-launch-1.0", "-q"] + description.split(separator: " ").map(String.init),
                environment: Plugin.environment(Clips.folder.get()))
            #expect(result.status == 0)
            #expect(result.outputText == "")
            #expect(result.errorText == "")
        }

        @Test("No payload stands in the log above DEBUG")
        func discretion() throws {
            let clip = try Clips.path("discretion.mp4")
            let description = "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! lumascan ! fakesink"
            for (level, count) in [("4", 0), ("5", 2)] {
                var environment = try Plugin.environment(Clips.folder.get())
                environment["GST_DEBUG"] = "lumascan:\(level)"
                let result = try Command.run(
                    ["gst-launch-1.0", "-q"] + description.split(separator: " ").map(String.init),
                    environment: environment)
                #expect(result.errorText.contains("lumascan"))
                #expect(result.errorText.split(separator: "\n").count { $0.contains("resting") } == count)
            }
        }

        @Test("Up and down a hundred times: neither threads, files nor memory grow", arguments: ["recorded", "live"])
        func cycles(mode: String) throws {
            let launch = try Launch("\(try Clips.photoSource) ! lumascan name=scan mode=\(mode) ! fakesink")
            var before = Usage()
            for cycle in 0..<100 {
                if cycle == 20 { before = try Usage.now() }
                launch.change(to: GST_STATE_PLAYING)
                if cycle % 2 == 0 {
                    #expect(try launch.messages().barcodes.count >= 2)
                } else {
                    #expect(launch.settle())
                }
                launch.change(to: GST_STATE_NULL)
                _ = launch.bus.rest()
            }
            let after = try Usage.now()
            #expect(after.files <= before.files)
            #expect(after.threads <= before.threads + 8)
            #expect(after.kilobytes < before.kilobytes + 20_000)
        }

        @Test("Elements that are made and dropped unused leave nothing")
        func unused() throws {
            for _ in 0..<10 { _ = try Handle.make("lumascan") }
            let before = try Usage.now()
            for _ in 0..<500 { _ = try Handle.make("lumascan") }
            let after = try Usage.now()
            #expect(after.files <= before.files)
            #expect(after.threads <= before.threads)
            #expect(after.kilobytes < before.kilobytes + 4_000)
        }

        @Test("Two elements in one pipeline keep to themselves")
        func two() throws {
            let launch = try Launch(
                "\(try Clips.photoSource) ! lumascan name=a draw=false ! lumascan name=b formats=ean13 ! fakesink")
            let messages = try launch.run()
            #expect(messages.named("barcode", from: "a").changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
            #expect(messages.named("barcode", from: "b") == [])
            #expect(try launch.element("b").structure("stats").count("frames") == 5)
        }

        @Test("Four pipelines at once, each with its own codes")
        func four() throws {
            let launches = try (0..<4).map { index in
                let path = try Clips.folder.get().file("four-\(index).png")
                let picture = Picture(try Picture.code("pipeline \(index)"), width: 160, height: 120, x: 80, y: 60)
                try picture.gray.writePNG(to: path)
                return try Launch(
                    "filesrc location=\(path) ! pngdec ! imagefreeze num-buffers=30 ! video/x-raw,framerate=25/1 "
                        + "! lumascan interval=0 ! fakesink")
            }
            for launch in launches { launch.change(to: GST_STATE_PLAYING) }
            for (index, launch) in launches.enumerated() {
                let barcodes = try launch.messages().barcodes
                #expect(barcodes.changes == ["new 1 pipeline \(index)", "end 1 pipeline \(index)"])
                #expect(barcodes.last?.count("reads") == 30)
            }
        }

        @Test("A pipeline that is stopped in the middle ends its codes", arguments: ["recorded", "live"])
        func stopped(mode: String) throws {
            let harness = try Harness(["mode": mode, "interval": "0", "lookahead": "0"])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            let new = try #require(harness.bus.element("barcode", within: 10))
            unsafe gst_element_set_state(harness.element.raw, GST_STATE_READY)
            #expect(
                ([new] + harness.bus.rest().barcodes).changes == ["new 1 \(Picture.text)", "end 1 \(Picture.text)"])
        }
    }
}

/// What the process holds.
private struct Usage {
    var files = 0
    var threads = 0
    /// Resident memory.
    var kilobytes = 0

    static func now() throws -> Usage {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return Usage(
            files: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: number("Threads"), kilobytes: number("VmRSS"))
    }
}
