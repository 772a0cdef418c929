import CGStreamer
import Testing

@testable import Media

@Suite(.enabled(if: hasGStreamer))
struct FrameTimesTests {
    struct Case: Sendable {
        var start: UInt = 0, time: UInt = 0, base: UInt = 0
        var rate = 1.0
        var pts: UInt
        var stream: Int64?, running: Int64?
    }

    @Test(
        "Stream and running time follow the segment",
        arguments: [
            Case(pts: 40, stream: 40, running: 40),
            Case(start: 100, time: 0, pts: 140, stream: 40, running: 40),
            Case(start: 100, time: 100, base: 7, pts: 140, stream: 140, running: 47),
            Case(base: 1000, pts: 40, stream: 40, running: 1040),
            Case(rate: 2, pts: 40, stream: 40, running: 20),
            Case(start: 100, pts: 60, stream: nil, running: nil),
            Case(pts: .max, stream: nil, running: nil),
        ])
    func segment(_ given: Case) throws {
        var segment = GstSegment()
        unsafe gst_segment_init(&segment, GST_FORMAT_TIME)
        segment.start = given.start
        segment.time = given.time
        segment.base = given.base
        segment.rate = given.rate
        // SAFETY: a new buffer, dropped at the end.
        guard let buffer = unsafe gst_buffer_new() else { throw MediaError(.failed, "no memory") }
        defer { unsafe gst_buffer_unref(buffer) }
        unsafe buffer.pointee.pts = given.pts
        unsafe buffer.pointee.duration = 5
        let times = unsafe FrameTimes(of: buffer, in: &segment)
        #expect(
            times
                == FrameTimes(
                    stream: given.stream.map { .nanoseconds($0) }, running: given.running.map { .nanoseconds($0) },
                    duration: .nanoseconds(5),
                    timestamp: given.pts == .max ? nil : .nanoseconds(Int64(given.pts))))
    }

    @Test(
        "When a frame was taken is what its camera's NTP clock says",
        arguments: [
            ("timestamp/x-ntp", 3_960_000_000_500_000_000, Duration.seconds(1_751_011_200) + .milliseconds(500)),
            ("timestamp/x-ntp", 0, .seconds(-2_208_988_800)),
            ("timestamp/x-unix", 1_751_011_200_000_000_000, nil),
        ] as [(String, UInt, Duration?)])
    func capture(caps: String, time: UInt, expected: Duration?) throws {
        // SAFETY: a new buffer, dropped at the end; the meta takes a reference of its own of the caps.
        guard let buffer = unsafe gst_buffer_new(), let caps = CapsRef(caps) else {
            throw MediaError(.failed, "no memory")
        }
        defer { unsafe gst_buffer_unref(buffer) }
        unsafe gst_buffer_add_reference_timestamp_meta(buffer, caps.raw, time, .max)
        #expect(unsafe FrameTimes(of: buffer, in: nil).capture == expected)
    }

    @Test("A stream that is followed by another one goes on in running time alone")
    func concatenated() throws {
        let source = "videotestsrc num-buffers=3 ! video/x-raw,width=64,height=48,framerate=25/1 ! c."
        let state = try run("concat name=c ! appsink name=scan \(source) \(source)")
        let milliseconds = [0, 40, 80, 0, 40, 80]
        #expect(state.seen.map(\.times.stream) == milliseconds.map { .milliseconds($0) })
        #expect(state.seen.map(\.times.running) == (0..<6).map { .milliseconds($0 * 40) })
        #expect(state.seen.allSatisfy { $0.times.duration == .milliseconds(40) })
    }

    @Test(
        "Nanoseconds are clamped to 64 bits",
        arguments: [
            (Duration.milliseconds(1), 1_000_000), (.seconds(-1), -1_000_000_000), (.seconds(Int64.max), Int.max),
            (.seconds(Int64.min), Int.min),
        ])
    func clamped(duration: Duration, expected: Int) { #expect(duration.clampedNanoseconds == expected) }
}
