internal import CGStreamer

/// What a streaming thread is told after it handed over a frame.
package enum FlowResult: Sendable {
    case ok
    /// Nothing more is wanted: the stream may end.
    case finished
    /// The stream is being stopped or moved.
    case flushing
    case failed
}

/// Takes the frames of a stream, on its streaming thread, in order.
package protocol FrameConsumer: AnyObject, Sendable {
    /// The format of the frames that follow.
    func formatChanged(to format: VideoFormat)
    /// How the frames that follow are turned to stand upright.
    func orientationChanged(to orientation: Orientation)
    /// One frame. May block; that slows the source down.
    func consume(_ frame: VideoFrame) -> FlowResult
    /// Frames before this and frames after it do not belong together (a seek).
    func flush()
    /// No frame follows.
    func end()
}

/// The appsink through which a pipeline hands its frames to a consumer.
@safe package final class FrameSink: Sendable {
    package let element: Element
    private let receiver: FrameReceiver

    /// Wraps an appsink.
    /// - Parameters:
    ///   - feed: where tags and tables of contents of the stream go on, if the frames go anywhere.
    ///   - isUpright: whether the frames were turned upright before, whatever tags say.
    /// - Throws: `badDescription` where the element is no appsink.
    package init(_ element: Element, feed: FrameFeed?, isUpright: Bool = false) throws(MediaError) {
        guard unsafe lumascan_is_app_sink(element.raw) != 0 else {
            throw MediaError(.badDescription, "“\(element.name)” is not an appsink")
        }
        self.element = element
        receiver = FrameReceiver(feed: feed, isUpright: isUpright)
        element.set("sync", "false").set("emit-signals", "false").set("enable-last-sample", "false")
        element.set("max-buffers", "1").set("drop", "false").set("wait-on-eos", "false").set("qos", "false")
        receiver.connect(to: element)
    }

    /// Who takes the frames, from the next one on. Call it once, before the pipeline plays.
    package func attach(_ consumer: any FrameConsumer) { receiver.attach(consumer) }

    /// Whether the stream has ended and nothing of it is left here.
    package var hasEnded: Bool {
        // SAFETY: a live appsink.
        unsafe gst_app_sink_is_eos(cast(element.raw)) != 0
    }

    /// Size of the upright picture that the sink holds in PAUSED, if there is one.
    package var prerolledSize: (width: Int, height: Int)? {
        // SAFETY: "transfer full"; does not wait.
        guard let sample = unsafe gst_app_sink_try_pull_preroll(cast(element.raw), 0) else { return nil }
        defer { unsafe gst_sample_unref(sample) }
        guard let caps = unsafe gst_sample_get_caps(sample),
            let format = unsafe VideoFormat(CapsRef(retaining: caps))
        else { return nil }
        return (receiver.orientation ?? .upright).uprightSize(width: format.width, height: format.height)
    }
}

extension FrameSink {
    /// Frames of other caps are not taken; elements before the sink convert.
    package func restrict(to caps: String) {
        guard let caps = CapsRef(caps) else { return }
        element.set("caps", caps)
    }

    /// Whether frames wait for their times, for a source that gives them sooner.
    package func pace(_ isPaced: Bool) { element.set("sync", isPaced ? "true" : "false") }

    /// Ends the stream at this sink, whatever still comes; waits for the frame that is being handed over.
    package func endStream() { element.pad("sink")?.endStream() }

    /// Moves the source to `start` and lets it end at `end`, exactly; false where it cannot.
    ///
    /// The request goes up from this sink alone: sinks behind a feed have nothing to seek in.
    package func seek(from start: Duration, to end: Duration?) -> Bool {
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        // SAFETY: a live element.
        return unsafe gst_element_seek(
            element.raw, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, start.clampedNanoseconds,
            GST_SEEK_TYPE_SET, end?.clampedNanoseconds ?? -1) != 0
    }
}
