internal import CGStreamer

extension FrameTimes {
    init(of buffer: UnsafeMutablePointer<GstBuffer>, in segment: UnsafeMutablePointer<GstSegment>?) {
        let none = UInt64.max
        let pts = unsafe buffer.pointee.pts
        let length = unsafe buffer.pointee.duration
        let duration = length == none ? nil : Duration.nanoseconds(Int64(clamping: length))
        let capture = unsafe Self.capture(of: buffer)
        guard pts != none, let segment = unsafe segment, unsafe segment.pointee.format == GST_FORMAT_TIME else {
            self.init(stream: nil, running: nil, duration: duration, capture: capture)
            return
        }
        let timestamp = Duration.nanoseconds(Int64(clamping: pts))
        // SAFETY: the segment belongs to the sample that the caller holds.
        let stream = unsafe gst_segment_to_stream_time(segment, GST_FORMAT_TIME, pts)
        let running = unsafe gst_segment_to_running_time(segment, GST_FORMAT_TIME, pts)
        self.init(
            stream: stream == none ? nil : .nanoseconds(Int64(clamping: stream)),
            running: running == none ? nil : .nanoseconds(Int64(clamping: running)), duration: duration,
            timestamp: timestamp, capture: capture)
    }

    /// What RTCP sender reports say of the frame's time, as a jitter buffer notes it: NTP counts from 1900 (RFC 5905), Unix
    /// time from 1970.
    private static func capture(of buffer: UnsafeMutablePointer<GstBuffer>) -> Duration? {
        // SAFETY: a live buffer.
        let time = unsafe lumascan_ntp_time(buffer)
        guard time != .max else { return nil }
        return .nanoseconds(Int64(clamping: time)) - .seconds(2_208_988_800)
    }
}
