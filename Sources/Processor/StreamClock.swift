internal import Media

/// Gives every frame a running and a stream time, also those that come without.
struct StreamClock {
    private var last: FrameTimes?

    /// The frame's own times; where it has none, one frame after the last frame's.
    mutating func times(of frame: VideoFrame) -> (running: Duration, stream: Duration) {
        let step = last?.duration ?? frame.format.frameDuration ?? .milliseconds(40)
        let running = frame.times.running ?? last?.running.map { $0 + step } ?? .zero
        let stream = frame.times.stream ?? last?.stream.map { $0 + step } ?? running
        last = FrameTimes(
            stream: stream, running: running, duration: frame.times.duration ?? frame.format.frameDuration)
        return (running, stream)
    }

    mutating func reset() { last = nil }
}
