internal import Foundation
internal import Media
internal import MovieFile
internal import Processor
internal import Symbols
internal import Threading

/// The pipeline of one run and everything that hangs on it, made and prerolled by `prepare`.
struct Session: Sendable {
    let pipeline: Pipeline
    let sink: FrameSink
    let chain: SourceChain?
    let output: OutputChain?
    let feed: FrameFeed?
    let isLive: Bool
    /// The camera that is read, where the device monitor knows it.
    let camera: CameraDevice?
    /// The annotated file, nil without one of our own.
    let file: OutputFile?
    /// The source, where it is an MP4 or MOV file that is copied into an output.
    let movie: SourceMovie?

    /// How long a source may take to give its first frame, before it is known whether it is live.
    private static func patience(_ source: Source, _ options: Options) -> Duration {
        source.isWeb ? max(options.stallAfter, .seconds(20)) : .seconds(60)
    }

    /// Builds and prerolls the pipeline. Blocks.
    /// - Parameters:
    ///   - known: the camera that the source was before.
    ///   - announce: is given the pipeline before it is prerolled, so that it can be failed from outside; says whether
    ///     to go on.
    static func make(
        _ source: Source, output: Output?, options: Options, known: CameraDevice? = nil, announce: (Pipeline) -> Bool
    ) throws(ScanError) -> Session {
        let file = try output.map { output throws(ScanError) in try OutputFile(output, source: source) } ?? nil
        do throws(MediaError) {
            let pipeline =
                if case .pipeline(let description) = source { try Pipeline(parsing: description) } else {
                    try Pipeline()
                }
            guard announce(pipeline) else { throw .stopped }
            let patience = patience(source, options)
            if case .pipeline = source { return try Session(own: pipeline, patience) }
            return try Session(
                pipeline, source: source.video(options, known: known), output: output, file: file, options: options,
                patience)
        } catch {
            file?.discard()
            let told = ScanError(
                source.explained(error, options), source: source.name, output: output?.path, hasStarted: false)
            // A file that lacks its end often lacks its index: that explains more than the demuxer's words.
            throw told.kind == .notDecodable ? ScanError(cutOff: source) ?? told : told
        }
    }

    private init(own pipeline: Pipeline, _ patience: Duration) throws(MediaError) {
        self.pipeline = pipeline
        guard let scan = pipeline.find("scan") else {
            throw MediaError(
                .badDescription, "the description has no “appsink name=scan”",
                hint: "end the branch that is to be scanned with: ! appsink name=scan")
        }
        feed = try pipeline.find("annotated").map { element throws(MediaError) in try FrameFeed(element) } ?? nil
        sink = try FrameSink(scan, feed: feed, isUpright: pipeline.contains(kind: "videoflip"))
        if feed != nil { pipeline.freeSinks(except: scan) }
        (chain, output, file, movie, camera) = (nil, nil, nil, nil, nil)
        isLive = try Self.preroll(pipeline, sink, patience)
    }

    private init(
        _ pipeline: Pipeline, source: VideoSource, output description: Output?, file: OutputFile?, options: Options,
        _ patience: Duration
    ) throws(MediaError) {
        self.pipeline = pipeline
        self.file = file
        camera = source.device
        let scan = try Element("appsink", name: "scan")
        pipeline.add([scan])
        guard let description, let file else {
            (output, feed, movie) = (nil, nil, nil)
            let isShown = !options.outputs.isEmpty
            sink = try FrameSink(scan, feed: nil, isUpright: isShown)
            sink.restrict(to: isShown ? Self.drawnCaps : "video/x-raw")
            let entry = isShown ? try Self.upright(before: scan, in: pipeline) : scan
            chain = try source.feed(entry, in: pipeline, others: nil)
            if options.keyFramesOnly { chain?.decodeKeyFramesAlone() }
            isLive = try Self.preroll(pipeline, sink, patience, options)
            // What comes at its own pace already is not to wait for its time as well.
            if isShown { sink.pace(!isLive) }
            return
        }
        let written = OutputDescription(
            path: file.temporaryPath, container: file.container, encoder: description.encoder,
            quality: description.quality)
        if case .stream(.file(let path)) = source {
            movie = SourceMovie(path: path) ?? SourceMovie(matroskaPath: path)
        } else {
            movie = nil
        }
        let output = try OutputChain(written, in: pipeline, movie: movie)
        self.output = output
        feed = output.feed
        // Frames are drawn on upright, so that labels stand upright in every player.
        sink = try FrameSink(scan, feed: output.feed, isUpright: true)
        sink.restrict(to: output.acceptedCaps)
        let entry = try Self.upright(before: scan, in: pipeline)
        chain = try source.feed(entry, in: pipeline, others: output)
        isLive = try Self.preroll(pipeline, sink, patience, options)
        guard !file.container.isStill || chain?.isStill == true else {
            throw MediaError(
                .badDescription, "\(file.container.rawValue) holds one picture, and the input is a video",
                hint: "name a video file: mp4, mov, mkv, webm, ts", isOutput: true)
        }
    }

    /// Formats that windows and encoders take as they are.
    private static let drawnCaps = "video/x-raw, format=(string){ I420, YV12, NV12 }"

    /// Turns frames upright and converts them to what the sink takes.
    /// - Returns: where decoded frames go in.
    private static func upright(before sink: Element, in pipeline: Pipeline) throws(MediaError) -> Element {
        let decoded = try Element("videoconvert")
        let flip = try Element("videoflip").set("video-direction", "auto")
        let convert = try Element("videoconvert")
        pipeline.add([decoded, flip, convert])
        try decoded.link(to: flip).link(to: convert).link(to: sink)
        return decoded
    }

    /// Takes everything down; an output that was begun is removed.
    func discard() {
        pipeline.stop()
        file?.discard()
    }

    /// A stream that ends before its first frame would never tell: its end has passed already.
    private static func preroll(
        _ pipeline: Pipeline, _ sink: FrameSink, _ patience: Duration
    ) throws(MediaError) -> Bool {
        let isLive = try pipeline.preroll(timeout: patience)
        if sink.hasEnded { throw MediaError(.noVideo, "there are no frames", hint: "check the file") }
        return isLive
    }

    private static func preroll(
        _ pipeline: Pipeline, _ sink: FrameSink, _ patience: Duration, _ options: Options
    ) throws(MediaError) -> Bool {
        let isLive = try preroll(pipeline, sink, patience)
        if options.start > .zero || options.duration != nil {
            // A source that cannot seek is read from its beginning; the processor passes over what is not wanted.
            let end = options.duration.map { options.start + $0 }
            if !isLive { _ = sink.seek(from: options.start, to: end) }
        }
        return isLive
    }
}

extension Source {
    /// - Parameter known: the camera that it was before.
    func video(_ options: Options, known: CameraDevice?) throws(MediaError) -> VideoSource {
        switch self {
        case .file(let path): return .stream(.file(path: path))
        case .uri(let text):
            let address = SourceAddress(text)
            return .stream(.uri(address.uri, options.access(to: address)))
        case .camera(let choice):
            let camera = try choice.find(known: known) { () throws(MediaError) in try CameraDevice.all() }
            return .camera(camera, options.cameraFormat?.wanted)
        case .test: return .test(try TestScene.pictures())
        case .standardInput, .pipeline: return .stream(.standardInput)
        }
    }

    /// The error with the reason of a failed connection. Blocks, within bounds, where there is one to find out.
    func explained(_ error: MediaError, _ options: Options) -> MediaError {
        guard case .uri(let text) = self else { return error }
        let address = SourceAddress(text)
        return ConnectionCheck.explained(error, uri: address.uri, options.access(to: address))
    }
}
