internal import CGStreamer
package import MovieFile
internal import Threading

/// How an annotated stream is written.
package struct OutputDescription: Sendable {
    package var path: String
    package var container: Container
    /// A gst-launch description of the encoder, nil for the container's own.
    package var encoder: String?
    package var quality: Int?

    package init(path: String, container: Container, encoder: String? = nil, quality: Int? = nil) {
        self.path = path
        self.container = container
        self.encoder = encoder
        self.quality = quality
    }
}

/// Encodes the frames of a feed and writes them, with the source's other streams, into one file.
///
/// appsrc → videoconvert → encoder → parser → muxer → filesink; audio and subtitles go to the muxer as they are where
/// it can hold them.
package final class OutputChain: Sendable {
    package let feed: FrameFeed
    private let pipeline: Element
    private let container: Container
    private let muxer: Element?
    private let encoderEntry: Element
    private let notices = Guarded<[String]>([])
    /// The elements whose sink pads the source's other streams come in by.
    private let entries = Guarded<[Element]>([])
    private let movie: SourceMovie?
    /// One for each audio stream in the order of the output's tracks; nil for one that is re-encoded.
    private let completions = Guarded<[AudioCompletion?]>([])
    private let fail: @Sendable (MediaError) -> Void

    /// Adds the elements to the pipeline.
    /// - Parameter movie: the source, where it is an MP4 or MOV file.
    package init(
        _ description: OutputDescription, in pipeline: Pipeline, movie: SourceMovie? = nil
    ) throws(MediaError) {
        self.movie = movie
        self.pipeline = pipeline.element
        fail = { [weak pipeline] error in pipeline?.fail(error) }
        container = description.container
        let source = try Element("appsrc", name: "output-frames")
        let isOwnEncoder = description.encoder == nil
        feed = try FrameFeed(source, padsOddSizes: isOwnEncoder && !description.container.isStill)
        let convert = try Element("videoconvert", name: "output-convert")
        // A file holds one size: pictures that change it mid-stream are fitted into the first one's.
        let scale = try Element("videoscale", name: "output-scale").set("add-borders", "true")
        let size = try Element("capsfilter", name: "output-size")
        feed.onFirstFormat { width, height in
            guard let caps = CapsRef("video/x-raw, width=(int)\(width), height=(int)\(height)") else { return }
            size.set("caps", caps)
        }
        let encoder = try Element(
            parsingBin: description.encoder ?? description.container.encoder(quality: description.quality),
            name: "output-encoder")
        let sink = try Element("filesink", name: "output-file").set("location", description.path)
        // The sink gets its first buffer only after appsink gave frames, in PLAYING: it must not hold PLAYING up.
        sink.set("async", "false")
        encoderEntry = encoder
        guard let factory = description.container.muxer else {
            muxer = nil
            pipeline.add([source, convert, scale, size, encoder, sink])
            try source.link(to: convert).link(to: scale).link(to: size).link(to: encoder).link(to: sink)
            return
        }
        let muxer = try Element(factory, name: "output-muxer")
        self.muxer = muxer
        pipeline.add([source, convert, scale, size, encoder, muxer, sink])
        try source.link(to: convert).link(to: scale).link(to: size).link(to: encoder)
        if let parser = try Self.parser(after: encoder) {
            pipeline.add([parser])
            try encoder.link(to: parser).link(to: muxer)
        } else {
            try encoder.link(to: muxer)
        }
        try muxer.link(to: sink)
        // MP4 and MOV count video time in 720000ths of a second: exact for all usual rates, and fine for variable ones.
        if let pad = muxer.firstSinkPad { pad.set("trak-timescale", "720000") }
    }

    /// The raw formats that frames should have so that the encoder takes them without conversion, as caps.
    package var acceptedCaps: String {
        guard let formats = container.encoderFormats else { return "video/x-raw" }
        return "video/x-raw, format=(string)\(formats)"
    }

    /// One line for each stream that is not carried over as it was.
    package var notes: [String] { notices.withLock { $0 } }

    /// By how much each audio stream is late because it begins with what its encoder put before the beginning.
    package var audioShifts: [MovieEdit.Presentation?] { completions.withLock { $0.map { $0?.shift } } }

    /// Says something that is not as it should be.
    package func note(_ line: String) { notices.change { $0.append(line) } }

    /// Ends the streams that come from the source, so that the muxer finishes its file when the feed ends too.
    package func endStreams() {
        for entry in entries.withLock({ $0 }) {
            guard let sink = entry.pad("sink") else { continue }
            sink.endStream()
        }
    }

    /// Says that a stream is left out.
    func leaveOut(_ mediaType: String) {
        guard !mediaType.isEmpty else { return }
        notices.change { $0.append("left out: a stream of type \(mediaType)") }
    }

    /// Carries an audio stream to the muxer, as it is where the container holds it, else re-encoded.
    func addAudio(_ pad: borrowing PadRef, caps: borrowing CapsRef) {
        guard let muxer else { return drain(pad, caps.mediaType) }
        do throws(MediaError) {
            if try carry(pad, caps: caps, to: muxer) { return }
            completions.change { $0.append(nil) }
            let encoder = try Element(container.audioEncoder)
            let name = container == .webm ? "Opus" : "AAC"
            notices.change {
                $0.append("audio re-encoded as \(name): \(container.rawValue) cannot hold \(caps.mediaType)")
            }
            let decoder = try Element("decodebin")
            let convert = try Element("audioconvert")
            let resample = try Element("audioresample")
            let parser = try Element(container == .webm ? "opusparse" : "aacparse")
            let chain = [convert, resample, encoder, parser]
            append(chain + [decoder])
            try convert.link(to: resample).link(to: encoder).link(to: parser).link(to: muxer)
            decoder.linkPads(to: convert)
            for element in chain.reversed() + [decoder] { element.syncState() }
            entries.change { $0.append(decoder) }
            guard let sink = decoder.pad("sink"), pad.link(to: sink) else {
                throw MediaError(
                    .notDecodable, "the audio stream (\(caps.mediaType)) cannot be decoded", isOutput: true)
            }
        } catch {
            fail(error)
        }
    }

    /// Carries text subtitles where the container holds them; others are left out and said.
    func addSubtitles(_ pad: borrowing PadRef, caps: borrowing CapsRef) {
        guard let muxer else { return drain(pad, caps.mediaType) }
        if (try? carry(pad, caps: caps, to: muxer)) == true { return }
        if let plain = PlainSubtitles.caps(for: caps), muxer.accepts(plain) {
            PlainSubtitles.convert(pad)
            if (try? carry(pad, caps: plain, to: muxer)) == true { return }
        }
        drain(pad, caps.mediaType)
    }

    /// Links a parsed stream to the muxer through a parser of its kind, which changes the framing where it must.
    private func carry(_ pad: borrowing PadRef, caps: borrowing CapsRef, to muxer: Element) throws(MediaError) -> Bool {
        guard let bare = CapsRef(unframed: caps), muxer.accepts(bare) else { return false }
        let queue = try Element("queue")
        queue.set("max-size-buffers", "0").set("max-size-bytes", "0").set("max-size-time", "0")
        var chain = [queue]
        if let factory = Self.audioParser(for: caps) { chain.append(try Element(factory)) }
        append(chain)
        if chain.count > 1 { try chain[0].link(to: chain[1]) }
        try chain[chain.count - 1].link(to: muxer, carrying: bare)
        for element in chain.reversed() { element.syncState() }
        entries.change { $0.append(queue) }
        guard let sink = queue.pad("sink") else { return false }
        if caps.mediaType.hasPrefix("audio/") {
            let completion = movie.flatMap { movie in
                AudioCompletion(movie, into: queue, keepsPriming: container.keepsPriming(of: caps.mediaType))
            }
            completions.change { $0.append(completion) }
        }
        guard pad.link(to: sink, checksCaps: false) else {
            throw MediaError(
                .notNegotiated, "a stream of type \(caps.mediaType) cannot be carried over", isOutput: true)
        }
        return true
    }

    private func drain(_ pad: borrowing PadRef, _ mediaType: String?) {
        if let mediaType { leaveOut(mediaType) }
        guard let sink = try? Element("fakesink") else { return }
        sink.set("async", "false").set("sync", "false")
        append([sink])
        sink.syncState()
        if let entry = sink.pad("sink") { _ = pad.link(to: entry) }
    }

    private func append(_ elements: [Element]) {
        // SAFETY: the bin takes its own references.
        for element in elements { unsafe gst_bin_add(cast(pipeline.raw), element.raw) }
    }

    private static func audioParser(for caps: borrowing CapsRef) -> String? {
        switch caps.mediaType {
        case "audio/mpeg": caps.integer("mpegversion") == 1 ? "mpegaudioparse" : "aacparse"
        case "audio/x-ac3", "audio/x-eac3": "ac3parse"
        case "audio/x-opus": "opusparse"
        case "audio/x-flac": "flacparse"
        default: nil
        }
    }

    private static func parser(after encoder: Element) throws(MediaError) -> Element? {
        guard let pad = encoder.pad("src"), let caps = pad.caps() else { return nil }
        switch caps.mediaType {
        case "video/x-h264": return try Element("h264parse", name: "output-parser")
        case "video/x-h265": return try Element("h265parse", name: "output-parser")
        case "video/x-av1": return try Element("av1parse", name: "output-parser")
        default: return nil
        }
    }
}
