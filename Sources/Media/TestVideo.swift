internal import CGStreamer

/// A live video that is made here and has no end: a grey gradient in which pictures move.
///
/// videotestsrc → filter, behind which the pictures are drawn → `video`.
enum TestVideo {
    private static let caps =
        "video/x-raw, format=(string)I420, width=(int)1280, height=(int)720, framerate=(fraction)25/1"

    /// Adds the elements to the pipeline.
    /// - Parameter video: where frames go: an element with a sink pad, already in the pipeline.
    static func make(_ pictures: [MovingPicture], in pipeline: Pipeline, video: Element) throws(MediaError) {
        let source = try Element("videotestsrc", name: "source")
        source.set("is-live", "true").set("pattern", "gradient")
        let filter = try Element("capsfilter")
        guard let wanted = CapsRef(caps), let known = CapsRef(caps), let format = VideoFormat(known),
            let pad = filter.pad("src")
        else { throw MediaError(.failed, "the test video cannot be made") }
        filter.set("caps", wanted)
        pipeline.add([source, filter])
        try source.link(to: filter).link(to: video)
        let drawing = Drawing(pictures: pictures, format: format)
        // SAFETY: the pad keeps the reference that it is given and releases it.
        unsafe gst_pad_add_probe(
            pad.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                // SAFETY: retained by the pad.
                unsafe Unmanaged<Drawing>.fromOpaque(data).takeUnretainedValue().draw(on: info)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(drawing).toOpaque(),
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Drawing>.fromOpaque(data).release()
            })
    }
}

/// What is drawn on every frame.
private final class Drawing: Sendable {
    private let pictures: [MovingPicture]
    private let format: VideoFormat

    init(pictures: [MovingPicture], format: VideoFormat) {
        (self.pictures, self.format) = (pictures, format)
    }

    /// Draws on the buffer that passes a pad, and puts what has become of it in its place.
    func draw(on info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let passing = unsafe gst_pad_probe_info_get_buffer(info) else { return }
        let time = unsafe Duration.nanoseconds(Int64(clamping: passing.pointee.pts))
        // SAFETY: the probe owns the reference of the buffer that passes, and gets one back.
        let frame = unsafe VideoFrame(
            taking: passing, format: format, times: FrameTimes(stream: time, running: time))
        unsafe info.pointee.data = nil
        _ = frame.blend(pictures.map { $0.place(at: time, width: format.width) })
        unsafe info.pointee.data = UnsafeMutableRawPointer(frame.shareBuffer())
    }
}
