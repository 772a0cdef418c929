import Testing
import Threading

@testable import Media

/// Whether GStreamer is there at all.
let hasGStreamer: Bool = (try? MediaLibrary.start()) != nil

/// Keeps what a sink hands over, and gives up waiting after a bound.
final class Recorder: FrameConsumer {
    struct Seen: Sendable {
        var format: String
        var width: Int
        var height: Int
        var times: FrameTimes
    }

    struct State: Sendable {
        var seen: [Seen] = []
        var formats: [String] = []
        var orientations: [Orientation] = []
        var kept: [VideoFrame] = []
        var flushes = 0
        var ends = 0
    }

    let state = Guarded(State())
    private let keeps: Int

    /// - Parameter keeps: how many frames are kept alive, from the first on.
    init(keeps: Int = 0) { self.keeps = keeps }

    func formatChanged(to format: VideoFormat) { state.change { $0.formats.append(format.name) } }
    func orientationChanged(to orientation: Orientation) { state.change { $0.orientations.append(orientation) } }

    func consume(_ frame: VideoFrame) -> FlowResult {
        state.change { state in
            let format = frame.format
            state.seen.append(
                Seen(format: format.name, width: format.width, height: format.height, times: frame.times))
            if state.kept.count < keeps { state.kept.append(frame) }
        }
        return .ok
    }

    func flush() { state.change { $0.flushes += 1 } }
    func end() { state.change { $0.ends += 1 } }

    /// Waits for the end of the stream.
    func waitForEnd() -> State? { state.wait(timeout: .seconds(20)) { $0.ends > 0 ? $0 : nil } }
}

/// Runs a description with an appsink named `scan` to its end.
func run(_ description: String, keeping keeps: Int = 0) throws -> Recorder.State {
    let pipeline = try Pipeline(parsing: description)
    let sink = try FrameSink(try #require(pipeline.find("scan")), feed: nil)
    let recorder = Recorder(keeps: keeps)
    sink.attach(recorder)
    _ = try pipeline.preroll(timeout: .seconds(20))
    try pipeline.play()
    let state = try #require(recorder.waitForEnd())
    pipeline.stop()
    return state
}
