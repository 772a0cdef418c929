internal import CGStreamer
internal import MovieFile
internal import Threading

/// Carries the packets of an audio stream that a demuxer holds back, or that a muxer would drop.
///
/// An MP4's edit list cuts what an encoder put before the beginning (the priming). qtdemux gives those packets before
/// the segment's start, where a muxer drops them, and it ends a stream at the movie's length in media time, before the
/// last packets. Here the segment is made to begin with the priming (the stream is late by its length then, which
/// `shift` tells), and the last packets are read from the file.
///
/// `@unchecked Sendable`: the state is touched on the one streaming thread of the pad; `shift` is behind a lock.
@safe final class AudioCompletion: @unchecked Sendable {
    private let movie: SourceMovie
    private let keepsPriming: Bool
    private let pad: PadRef
    private var track: AudioTrack?
    private var count = 0
    private var isFollowing = false
    private var stop: GstClockTime = 0
    private let shifted = Guarded<MovieEdit.Presentation?>(nil)

    /// Watches the sink pad of an element that packets go into; nil where there is none.
    /// - Parameter keepsPriming: whether the output can say that it begins after the priming.
    init?(_ movie: SourceMovie, into element: Element, keepsPriming: Bool) {
        guard let pad = element.pad("sink") else { return nil }
        self.movie = movie
        self.keepsPriming = keepsPriming
        self.pad = pad
        let events = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue
        // SAFETY: the probe holds this object until it is removed with the pad and calls the release function then.
        unsafe gst_pad_add_probe(
            self.pad.raw, GstPadProbeType(events),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                unsafe Unmanaged<AudioCompletion>.fromOpaque(data).takeUnretainedValue().see(info)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<AudioCompletion>.fromOpaque(data).release()
            })
    }

    /// By how much the stream is late because it begins with the priming; nil where it does not.
    var shift: MovieEdit.Presentation? { shifted.withLock { $0 } }

    private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        let isBuffer = unsafe info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0
        if isBuffer, let buffer = unsafe gst_pad_probe_info_get_buffer(info) {
            guard isFollowing, let track else { return }
            // SAFETY: the buffer belongs to the probe.
            let size = unsafe gst_buffer_get_size(buffer)
            isFollowing = count < track.sizes.count && Int(track.sizes[count]) == Int(size)
            count += 1
        } else if !isBuffer, let event = unsafe gst_pad_probe_info_get_event(info) {
            switch unsafe lumascan_event_type(event) {
            case GST_EVENT_STREAM_START: unsafe beginStream(event)
            case GST_EVENT_SEGMENT: unsafe beginSegment(event, info)
            case GST_EVENT_EOS: complete()
            default: break
            }
        }
    }

    /// qtdemux ends a stream's name with the track's number.
    private func beginStream(_ event: UnsafeMutablePointer<GstEvent>) {
        var name: UnsafePointer<gchar>? = nil
        // SAFETY: the name belongs to the event.
        unsafe gst_event_parse_stream_start(event, &name)
        guard let name = unsafe name, let last = unsafe String(cString: name).split(separator: "/").last,
            let id = UInt32(last)
        else { return }
        track = movie.audio.first { $0.id == id }
    }

    private func beginSegment(
        _ event: UnsafeMutablePointer<GstEvent>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) {
        (count, isFollowing) = (0, false)
        shifted.change { $0 = nil }
        var segment = GstSegment()
        // SAFETY: the segment is a copy.
        unsafe gst_event_copy_segment(event, &segment)
        guard let track, segment.format == GST_FORMAT_TIME, segment.rate == 1 else { return }
        let start = Self.nanoseconds(track.priming, track.timescale)
        // Less than a millionth of a second apart: the same but for rounding.
        guard segment.base == 0, segment.time == 0, max(segment.start, start) - min(segment.start, start) < 1000 else {
            return
        }
        guard track.priming == 0 || keepsPriming else { return }
        // qtdemux compares media times, which the priming is part of, with the movie's length.
        stop = segment.stop == .max ? .max : segment.stop - min(segment.start, segment.stop)
        segment.start = 0
        segment.position = 0
        segment.stop = .max
        // SAFETY: the new event takes the old one's place, whose reference is given up.
        guard let changed = unsafe gst_event_new_segment(&segment) else { return }
        unsafe gst_event_set_seqnum(changed, gst_event_get_seqnum(event))
        unsafe info.pointee.data = UnsafeMutableRawPointer(changed)
        unsafe gst_mini_object_unref(cast(event))
        isFollowing = true
        guard track.priming > 0 else { return }
        let shift = MovieEdit.Presentation(track)
        shifted.change { $0 = shift }
    }

    /// Sends the packets from the stream's end in the segment to the end of the track, if all before them came.
    private func complete() {
        guard isFollowing, let track, track.sizes.count > count else { return }
        isFollowing = false
        let missing = track.tail.suffix(track.sizes.count - count)
        guard missing.count == track.sizes.count - count, let first = missing.first,
            stop != .max, Self.nanoseconds(first.time, track.timescale) >= stop - min(stop, 1_000_000)
        else { return }
        for packet in missing {
            guard let bytes = movie.read(packet),
                let buffer = unsafe gst_buffer_new_allocate(nil, gsize(bytes.count), nil)
            else { return }
            // SAFETY: the buffer is as long as the bytes, and is given away to the pad.
            unsafe gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
            unsafe buffer.pointee.pts = Self.nanoseconds(packet.time, track.timescale)
            unsafe buffer.pointee.dts = buffer.pointee.pts
            unsafe buffer.pointee.duration = Self.nanoseconds(packet.duration, track.timescale)
            guard unsafe gst_pad_chain(pad.raw, buffer) == GST_FLOW_OK else { return }
        }
    }

    private static func nanoseconds(_ time: Int64, _ timescale: UInt32) -> GstClockTime {
        gst_util_uint64_scale(guint64(max(0, time)), 1_000_000_000, guint64(timescale))
    }
}
