import Media
import Processor
import Symbols
import Testing
import Threading

@testable import Lumascan

struct KeptFramesTests {
    /// Notes what is handed on.
    private final class Recorder: StreamProcessor {
        struct State: Sendable {
            var times: [FrameTimes] = []
            var flushes = 0
        }

        let state = Guarded(State())

        func consume(_ frame: VideoFrame) -> FlowResult {
            state.change { $0.times.append(frame.times) }
            return .ok
        }

        func examine(_ frame: VideoFrame) -> FlowResult { consume(frame) }
        func flush() { state.change { $0.flushes += 1 } }
        func formatChanged(to format: VideoFormat) {}
        func orientationChanged(to orientation: Orientation) {}
        func end() {}
        func stop(_ reason: StreamTotals.Reason) {}
        func setEndReason(_ reason: StreamTotals.Reason) {}
        func drain() {}
        func join() {}
        var progress: (time: Duration, frames: Int) { (.zero, 0) }
        var tally: ScanTally { ScanTally() }
    }

    private func frame(_ time: Duration) throws -> VideoFrame {
        try MediaLibrary.start()
        return try #require(
            VideoFrame(blank: "GRAY8", width: 16, height: 16, times: FrameTimes(stream: time, running: time)))
    }

    @Test("A connection's first frame is at the time of the run, and the others keep their distances")
    func offset() throws {
        let recorder = Recorder()
        let clock = RunClock()
        let first = Guarded<[Duration]>([])
        let frames = KeptFrames(
            recorder, clock: clock, onFirstFrame: { time in first.change { $0.append(time) } }, onEnd: {})
        for milliseconds in [70_000, 70_040, 70_080] { _ = frames.consume(try frame(.milliseconds(milliseconds))) }
        let state = recorder.state.withLock { $0 }
        #expect(state.times.map(\.running) == [0, 40, 80].map { .milliseconds($0) })
        #expect(state.times.map(\.stream) == state.times.map(\.running))
        #expect(state.flushes == 0)
        #expect(first.withLock { $0 } == [.zero])
    }

    @Test("A time that jumps begins anew, and never goes back", arguments: [-60_000, 60_000])
    func jump(milliseconds: Int) throws {
        let recorder = Recorder()
        let frames = KeptFrames(recorder, clock: RunClock(), onFirstFrame: { _ in }, onEnd: {})
        _ = frames.consume(try frame(.seconds(100)))
        _ = frames.consume(try frame(.milliseconds(100_000 + milliseconds)))
        _ = frames.consume(try frame(.milliseconds(100_040 + milliseconds)))
        let state = recorder.state.withLock { $0 }
        #expect(state.flushes == 1)
        let running = state.times.compactMap(\.running)
        #expect(running == running.sorted())
        #expect(running[0] == .zero)
        #expect(running[1] < .seconds(5))
        #expect(running[2] - running[1] == .milliseconds(40))
    }

    @Test(
        "A time that goes back begins anew where that is more than a stumble, and never goes back",
        arguments: [(-1000, 1), (-600, 1), (-400, 0), (-40, 0)])
    func back(milliseconds: Int, flushes: Int) throws {
        let recorder = Recorder()
        let frames = KeptFrames(recorder, clock: RunClock(), onFirstFrame: { _ in }, onEnd: {})
        for time in [10_000, 11_000, 11_000 + milliseconds] {
            _ = frames.consume(try frame(.milliseconds(time)))
        }
        let state = recorder.state.withLock { $0 }
        #expect(state.flushes == flushes)
        #expect(state.times.map(\.running) == [0, 1000, 1000].map { .milliseconds($0) })
    }

    @Test("After it is closed, a connection hands nothing on and tells no end")
    func closed() throws {
        let recorder = Recorder()
        let ends = Guarded(0)
        let frames = KeptFrames(recorder, clock: RunClock(), onFirstFrame: { _ in }, onEnd: { ends.change { $0 += 1 } })
        frames.end()
        #expect(ends.withLock { $0 } == 1)
        frames.close()
        #expect(frames.consume(try frame(.zero)) == .flushing)
        frames.end()
        #expect(ends.withLock { $0 } == 1)
        #expect(recorder.state.withLock { $0.times.isEmpty })
    }
}
