internal import CGStreamer
internal import Threading

/// Where video comes from.
package enum MediaLocation: Sendable, Hashable {
    case file(path: String)
    case standardInput
    /// Without credentials, which stand in the access.
    case uri(String, NetworkAccess)
}

/// Reads a container, decodes its first video stream and offers its other streams undecoded.
///
/// source → parsebin → multiqueue → (video) decodebin → `video`; (audio, subtitles) → `others`.
package final class SourceChain: Sendable {
    private struct State {
        var hasVideo = false
        var isStill = false
        var streamCount = 0
    }

    private let pipeline: Element
    private let fail: @Sendable (MediaError) -> Void
    private let parser: Element
    private let queue: Element
    private let video: Element
    private let others: OutputChain?
    private let gate = DecodingGate()
    private let state = Guarded(State())

    /// Adds the elements to the pipeline.
    /// - Parameters:
    ///   - video: where decoded frames go: an element with a sink pad, already in the pipeline.
    ///   - others: where audio and subtitles go; nil to leave them alone.
    package init(
        _ location: MediaLocation, in pipeline: Pipeline, video: Element, others: OutputChain?
    ) throws(MediaError) {
        self.pipeline = pipeline.element
        self.video = video
        self.others = others
        fail = { [weak pipeline] error in pipeline?.fail(error) }
        parser = try Element("parsebin")
        queue = try Element("multiqueue")
        // Enough for the look-ahead of the hold and of an encoder; a queue that starves its neighbours grows by itself.
        queue.set("max-size-buffers", "0").set("max-size-bytes", "33554432").set("max-size-time", "4000000000")
        let source: Element
        switch location {
        case .file(let path):
            source = try Element("filesrc", name: "source").set("location", path)
        case .standardInput:
            source = try Element("fdsrc", name: "source").set("fd", "0")
        case .uri(let uri, let access):
            source = try NetworkSource.make(uri, access)
        }
        pipeline.add([source, parser, queue])
        pipeline.requireVideo()
        connect()
        if case .uri = location {
            // SAFETY: the element keeps the reference that it is given and releases it.
            unsafe lumascan_connect_pad_added(
                source.raw, { _, pad, data in unsafe SourceChain.call(data, pad) { $0.linkSource($1) } },
                ChainReference.give(self), ChainReference.release)
        } else {
            try source.link(to: parser)
        }
    }

    /// Whether what is decoded is one picture rather than a moving one, once the pipeline has prerolled.
    package var isStill: Bool { state.withLock { $0.isStill } }

    /// Lets frames go that come late, where decoding does not keep up. For a source that is live.
    package func keepFresh() { gate.keepFresh() }

    /// Decodes nothing but key frames. To be called before there are frames.
    package func decodeKeyFramesAlone() { gate.admitKeysAlone() }

    private func connect() {
        // SAFETY: as above.
        unsafe lumascan_connect_pad_added(
            parser.raw, { _, pad, data in unsafe SourceChain.call(data, pad) { $0.linkStream($1) } },
            ChainReference.give(self), ChainReference.release)
    }

    private static func call(
        _ data: UnsafeMutableRawPointer?, _ pad: UnsafeMutablePointer<GstPad>?,
        _ body: (SourceChain, borrowing PadRef) -> Void
    ) {
        guard let chain = unsafe ChainReference.chain(data), let pad = unsafe pad else { return }
        // SAFETY: the pad is alive in its signal.
        unsafe body(chain, PadRef(retaining: pad))
    }

    private func linkSource(_ pad: borrowing PadRef) {
        guard let sink = parser.pad("sink"), !sink.isLinked else { return }
        // Of RTP, streams that are not video are not asked for, and a server may send them all the same.
        if let caps = pad.caps(), caps.mediaType == "application/x-rtp", caps.string("media") != "video" { return }
        if !pad.link(to: sink) { fail(MediaError(.notNegotiated, "the source cannot be parsed")) }
    }

    private func linkStream(_ pad: borrowing PadRef) {
        guard let caps = pad.caps() else { return }
        let mediaType = caps.mediaType
        switch StreamKind(mediaType: mediaType) {
        case .video:
            let isFirst = state.withLock { state in
                defer { state.hasVideo = true }
                return !state.hasVideo
            }
            guard isFirst, let queued = enqueue(pad) else { return }
            gate.watch(from: pad, to: queued)
            decode(queued, mediaType: mediaType, isMoving: (caps.fraction("framerate") ?? 0) > 0)
        case .audio:
            guard let queued = enqueue(pad) else { return }
            guard let others else { return drain(queued) }
            others.addAudio(queued, caps: caps)
        case .subtitles:
            guard let queued = enqueue(pad) else { return }
            guard let others else { return drain(queued) }
            others.addSubtitles(queued, caps: caps)
        case .other:
            others?.leaveOut(mediaType)
            if let queued = enqueue(pad) { drain(queued) }
        }
    }

    /// Lets a stream that nobody wants flow away: one that is not linked is an error where it is the only one.
    ///
    /// - Parameter pad: of the multiqueue: a sink holds its first buffer until PLAYING, and must not hold the demuxer.
    private func drain(_ pad: borrowing PadRef) {
        guard let sink = try? Element("fakesink") else { return }
        sink.set("async", "false").set("sync", "false")
        append([sink])
        sink.syncState()
        if let entry = sink.pad("sink") { _ = pad.link(to: entry) }
    }

    /// Sends the stream through the multiqueue; gives the queue's source pad for it.
    private func enqueue(_ pad: borrowing PadRef) -> PadRef? {
        let number = state.withLock { state in
            defer { state.streamCount += 1 }
            return state.streamCount
        }
        // SAFETY: "transfer full".
        guard let requested = unsafe gst_element_request_pad_simple(queue.raw, "sink_\(number)") else { return nil }
        let sink = unsafe PadRef(taking: requested)
        guard pad.link(to: sink) else { return nil }
        return queue.pad("src_\(number)")
    }

    private func decode(_ pad: borrowing PadRef, mediaType: String, isMoving: Bool) {
        if mediaType.hasPrefix("image/") && !isMoving { state.withLock { $0.isStill = true } }
        do throws(MediaError) {
            if Self.wholePictures.contains(mediaType), Element.exists("gdkpixbufdec") {
                return try decodeWhole(pad)
            }
            let decoder = try Element("decodebin")
            // SAFETY: as in `connect`.
            unsafe lumascan_connect_pad_added(
                decoder.raw, { _, pad, data in unsafe SourceChain.call(data, pad) { $0.linkDecoded($1) } },
                ChainReference.give(self), ChainReference.release)
            // jpegparse reads the EXIF orientation, and has no rank: it is not plugged by itself.
            let chain = mediaType == "image/jpeg" ? [try Element("jpegparse"), decoder] : [decoder]
            append(chain)
            if let parser = chain.first, parser !== decoder { try parser.link(to: decoder) }
            for element in chain.reversed() { element.syncState() }
            if let sink = chain.first?.pad("sink"), !pad.link(to: sink) {
                fail(MediaError(.notDecodable, "the video stream cannot be decoded"))
            }
        } catch {
            fail(error)
        }
    }

    /// Pictures that no parser cuts out of a file: their libav decoders, which decodebin takes, want them in one piece.
    private static let wholePictures: Set<String> = ["image/bmp", "image/tiff"]

    private func decodeWhole(_ pad: borrowing PadRef) throws(MediaError) {
        let decoder = try Element("gdkpixbufdec")
        append([decoder])
        if let decoded = decoder.pad("src") { linkDecoded(decoded) }
        decoder.syncState()
        if let sink = decoder.pad("sink"), !pad.link(to: sink) {
            fail(MediaError(.notDecodable, "the picture cannot be decoded"))
        }
    }

    private func append(_ elements: [Element]) {
        // SAFETY: the bin takes its own references.
        for element in elements { unsafe gst_bin_add(cast(pipeline.raw), element.raw) }
    }

    private func linkDecoded(_ pad: borrowing PadRef) {
        guard let sink = video.pad("sink"), !sink.isLinked else { return }
        if !pad.link(to: sink) {
            fail(
                MediaError(
                    .notNegotiated, "the decoded video has a form that cannot be used (\(pad.caps()?.text ?? ""))"))
        }
    }
}

/// What a signal holds of a chain: the chain holds the elements, so they must not hold it, and a signal may come while the
/// chain goes.
private final class ChainReference: Sendable {
    private weak let chain: SourceChain?

    private init(_ chain: SourceChain) { self.chain = chain }

    /// A reference as a signal's data, released by `release`.
    static func give(_ chain: SourceChain) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(ChainReference(chain)).toOpaque()
    }

    static let release: LumascanRelease = { data, _ in
        guard let data = unsafe data else { return }
        // SAFETY: retained by `give`.
        unsafe Unmanaged<ChainReference>.fromOpaque(data).release()
    }

    static func chain(_ data: UnsafeMutableRawPointer?) -> SourceChain? {
        guard let data = unsafe data else { return nil }
        // SAFETY: retained by `give` until the signal is disconnected.
        return unsafe Unmanaged<ChainReference>.fromOpaque(data).takeUnretainedValue().chain
    }
}
