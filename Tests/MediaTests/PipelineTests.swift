import CGStreamer
import Dispatch
import Testing
import Threading

@testable import Media

@Suite(.enabled(if: hasGStreamer), .serialized)
struct PipelineTests {
    @Test("Format and size may change between frames")
    func capsChange() throws {
        func source(_ caps: String) -> String {
            "videotestsrc num-buffers=4 ! video/x-raw,\(caps),framerate=25/1 ! queue ! c."
        }
        let state = try run(
            "concat name=c ! appsink name=scan " + source("format=I420,width=64,height=48") + " "
                + source("format=NV12,width=33,height=25") + " " + source("format=RGB,width=128,height=33"))
        let expected = [("I420", 64, 48), ("NV12", 33, 25), ("RGB", 128, 33)]
        #expect(state.formats == expected.map(\.0))
        let seen = state.seen.map { ($0.format, $0.width, $0.height) }
        #expect(seen.count == 12)
        for (index, one) in seen.enumerated() { #expect(one == expected[index / 4]) }
    }

    @Test(
        "Frames that are kept are nobody else's after the run",
        arguments: ["videotestsrc", "videotestsrc is-live=true"])
    func references(source: String) throws {
        let state = try run(
            "\(source) num-buffers=5 ! video/x-raw,format=I420,width=64,height=48 ! appsink name=scan", keeping: 5)
        #expect(state.kept.count == 5)
        for frame in state.kept { #expect(unsafe frame.buffer.pointee.mini_object.refcount == 1) }
    }

    @Test("Sink, consumer and pipeline go when they are dropped")
    func noLeak() throws {
        weak var consumer: Recorder?
        weak var sink: FrameSink?
        weak var element: Element?
        do {
            let pipeline = try Pipeline(parsing: "videotestsrc num-buffers=2 ! appsink name=scan")
            let made = try FrameSink(try #require(pipeline.find("scan")), feed: nil)
            let recorder = Recorder()
            made.attach(recorder)
            (consumer, sink, element) = (recorder, made, pipeline.element)
            _ = try pipeline.preroll(timeout: .seconds(20))
            try pipeline.play()
            _ = recorder.waitForEnd()
        }
        #expect(sink == nil)
        #expect(element == nil)
        #expect(consumer == nil)
    }

    @Test("Orientation tags reach the consumer, also those from before it came")
    func orientation() throws {
        let state = try run(
            "videotestsrc num-buffers=2 ! taginject tags=image-orientation=rotate-90 ! appsink name=scan")
        #expect(state.orientations.last == .rotated90)
    }

    @Test("A stream that follows another one is upright unless its own tags say otherwise")
    func nextOrientation() throws {
        let source = "videotestsrc num-buffers=2 ! video/x-raw,width=64,height=48,framerate=25/1"
        let state = try run(
            "concat name=c ! appsink name=scan \(source) ! taginject tags=image-orientation=rotate-90 ! c. \(source) ! c."
        )
        #expect(state.orientations == [.rotated90, .upright])
        #expect(state.seen.count == 4)
    }

    @Test("A live source is told from a recorded one", arguments: [true, false])
    func preroll(isLive: Bool) throws {
        let pipeline = try Pipeline(parsing: "videotestsrc is-live=\(isLive) ! fakesink")
        #expect(try pipeline.preroll(timeout: .seconds(20)) == isLive)
        pipeline.stop()
    }

    @Test("A source that gives nothing is an error after the bound")
    func nothing() throws {
        let pipeline = try Pipeline(parsing: "appsrc ! appsink name=scan")
        let error = #expect(throws: MediaError.self) { _ = try pipeline.preroll(timeout: .milliseconds(50)) }
        #expect(error?.kind == .failed)
        pipeline.stop()
    }

    @Test("Fed frames come out with their running time")
    func roundTrip() throws {
        let pipeline = try Pipeline(parsing: "appsrc name=annotated ! appsink name=scan")
        let feed = try FrameFeed(try #require(pipeline.find("annotated")))
        let sink = try FrameSink(try #require(pipeline.find("scan")), feed: nil)
        let recorder = Recorder()
        sink.attach(recorder)
        let times = [0, 40, 81, 200].map { Duration.milliseconds($0) }
        try pipeline.play()
        for time in times {
            let frame = try #require(
                VideoFrame(
                    blank: "I420", width: 64, height: 48, times: FrameTimes(stream: .seconds(9), running: time)))
            #expect(feed.push(frame) == .ok)
        }
        feed.end()
        let state = try #require(recorder.waitForEnd())
        #expect(state.seen.map(\.times.running) == times)
        pipeline.stop()
    }

    @Test("Odd sizes leave a padding feed even")
    func paddedFeed() throws {
        let pipeline = try Pipeline(parsing: "appsrc name=annotated ! appsink name=scan")
        let feed = try FrameFeed(try #require(pipeline.find("annotated")), padsOddSizes: true)
        let sink = try FrameSink(try #require(pipeline.find("scan")), feed: nil)
        let recorder = Recorder()
        sink.attach(recorder)
        try pipeline.play()
        for (width, height) in [(33, 25), (64, 48), (1, 1)] {
            let frame = try #require(
                VideoFrame(
                    blank: "I420", width: width, height: height, times: FrameTimes(stream: .zero, running: .zero)))
            #expect(feed.push(frame) == .ok)
        }
        feed.end()
        let state = try #require(recorder.waitForEnd())
        #expect(state.seen.map { [$0.width, $0.height] } == [[34, 26], [64, 48], [2, 2]])
        pipeline.stop()
    }

    @Test("Stopping lets a feeder go that waits for room")
    func stopWhileFeeding() throws {
        let pipeline = try Pipeline(parsing: "appsrc name=annotated ! fakesink")
        let feed = try FrameFeed(try #require(pipeline.find("annotated")))
        _ = try? pipeline.preroll(timeout: .milliseconds(1))
        let result = Guarded<(FlowResult?, pushed: Int)>((nil, 0))
        DispatchQueue.global().async {
            while let frame = VideoFrame(
                blank: "I420", width: 64, height: 48, times: FrameTimes(stream: .zero, running: .zero))
            {
                let flow = feed.push(frame)
                result.change { $0.pushed += 1 }
                if case .ok = flow { continue }
                return result.change { $0.0 = flow }
            }
        }
        // PAUSED takes one frame, the queue of the feed the others.
        #expect(result.wait(timeout: .seconds(20)) { $0.pushed >= 4 ? true : nil } == true)
        pipeline.stop()
        let flow = result.wait(timeout: .seconds(20)) { $0.0 }
        #expect(flow == .flushing)
    }

    @Test("An error that came early is told to the one who asks later, once")
    func earlyError() throws {
        let pipeline = try Pipeline(parsing: "filesrc location=/nonexistent ! fakesink")
        _ = try? pipeline.preroll(timeout: .seconds(20))
        let told = Guarded<[MediaError.Kind]>([])
        pipeline.onReport { report in
            if case .failed(let error) = report { told.change { $0.append(error.kind) } }
        }
        #expect(told.withLock { $0 } == [.notFound])
        pipeline.stop()
    }
}
