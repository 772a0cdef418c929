internal import Media
internal import Monitoring
internal import Processor
internal import Symbols

/// The facts of messages, signals and metas, as GStreamer structures.
enum BarcodeMessage {
    /// What happened to a code.
    enum Event: String { case new, update, end, selected }

    /// The message `barcode`: a superset of what the elements zbar and zxing post.
    /// - Parameters:
    ///   - number: the track's, as users see it.
    ///   - corners: in pixels of the buffers, whose size the message tells too.
    static func structure(
        _ event: Event, _ number: Int, _ facts: CodeFacts, corners: Quad, orientation: Orientation, frame: FrameTimes,
        picture: VideoFrame?, as compatibility: Compatibility
    ) -> MessageStructure {
        let symbol = compatibility.seen(facts.track.symbol)
        let structure = MessageStructure("barcode")
        addTimes(of: frame, to: structure)
        structure.set("type", compatibility.name(of: symbol.symbology))
        structure.set("symbol", compatibility.text(of: symbol))
        structure.set("symbol-bytes", bytes: symbol.bytes)
        structure.set("quality", corners.quality(of: symbol.symbology))
        structure.set("event", event.rawValue)
        structure.set("track-id", unsigned: number)
        structure.set("symbology-identifier", symbol.aim)
        addPlace(
            corners, ofFrame: (facts.frameWidth, facts.frameHeight), orientation: orientation, to: structure)
        structure.set("content", symbol.content.rawValue)
        if let size = symbol.modulePixels { structure.set("module-pixels", size.inHundredths) }
        if let details = symbol.qr { structure.set("qr", Self.structure(details)) }
        structure.set("first", time: facts.first)
        structure.set("last", time: facts.last)
        structure.set("reads", unsigned: facts.track.reads)
        if let picture { structure.set("frame", sample: picture) }
        return structure
    }

    private static func structure(_ details: Symbol.QRDetails) -> MessageStructure {
        let structure = MessageStructure("qr")
        structure.set("version", details.version)
        if let level = details.level { structure.set("level", level.rawValue) }
        structure.set("mask", details.mask)
        structure.set("correction-used", details.correction.used)
        structure.set("correction-capacity", details.correction.capacity)
        structure.set("mirrored", details.isMirrored)
        structure.set("inverted", details.isInverted)
        return structure
    }

    /// The message `barcode-unread`.
    /// - Parameter corners: in pixels of the buffers, whose size the message tells too.
    static func structure(
        _ facts: UnreadFacts, corners: Quad, orientation: Orientation, frame: FrameTimes
    ) -> MessageStructure {
        let code = facts.place.code
        let structure = MessageStructure("barcode-unread")
        addTimes(of: frame, to: structure)
        structure.set("type", code.symbology.rawValue)
        addPlace(
            corners, ofFrame: (facts.frameWidth, facts.frameHeight), orientation: orientation, to: structure)
        if let size = code.modulePixels { structure.set("module-pixels", size.inHundredths) }
        structure.set("reason", code.reason.rawValue)
        return structure
    }

    /// Where a code is.
    /// - Parameters:
    ///   - corners: in pixels of the buffers.
    ///   - upright: width and height of the upright picture.
    private static func addPlace(
        _ corners: Quad, ofFrame upright: (width: Int, height: Int), orientation: Orientation,
        to structure: MessageStructure
    ) {
        structure.set("corners", corners.coordinates)
        structure.set("box", box(corners))
        let size = orientation.uprightSize(width: upright.width, height: upright.height)
        structure.set("frame-width", size.width)
        structure.set("frame-height", size.height)
        structure.set("orientation", orientation.name)
    }

    /// The message `light`.
    static func structure(_ light: LightChange, frame: FrameTimes) -> MessageStructure {
        let structure = MessageStructure("light")
        addTimes(of: frame, to: structure)
        structure.set("state", light.state.rawValue)
        structure.set("luma-average", light.level)
        structure.set("luma-variance", light.contrast * light.contrast)
        if let reason = light.reason { structure.set("reason", reason.rawValue) }
        return structure
    }

    /// The region of a highlight, for a meta.
    /// - Parameter seen: running times of the code's first sight and of the frame.
    static func region(_ highlight: Highlight, seen: ClosedRange<Duration>) -> VideoFrame.Region {
        let facts = MessageStructure("barcode")
        facts.set("text", highlight.text)
        facts.set("symbology", highlight.symbology.rawValue)
        facts.set("corners", highlight.corners.coordinates)
        let box = highlight.corners.boundingBox
        return VideoFrame.Region(
            kind: "barcode", label: highlight.symbology.rawValue, id: highlight.track, seen: seen, x: box.x, y: box.y,
            width: box.width, height: box.height, facts: facts)
    }

    private static func addTimes(of frame: FrameTimes, to structure: MessageStructure) {
        structure.set("timestamp", time: frame.timestamp)
        structure.set("stream-time", time: frame.stream)
        structure.set("running-time", time: frame.running)
        structure.set("duration", time: frame.duration)
    }

    private static func box(_ corners: Quad) -> MessageStructure {
        let box = corners.boundingBox
        let structure = MessageStructure("box")
        structure.set("x", box.x.inHundredths)
        structure.set("y", box.y.inHundredths)
        structure.set("width", box.width.inHundredths)
        structure.set("height", box.height.inHundredths)
        return structure
    }
}

extension Quad {
    /// x and y of the corners, in the symbol's own order: top left, top right, bottom right, bottom left.
    fileprivate var coordinates: [Double] { corners.flatMap { [$0.x.inHundredths, $0.y.inHundredths] } }

    /// On the scale of zbar: how many lines of pixels lead through the bars of a linear code, 1 for others.
    fileprivate func quality(of symbology: Symbology) -> Int {
        guard SymbologySet.linear.contains(symbology) else { return 1 }
        let (x, y) = (bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y)
        let length = (x * x + y * y).squareRoot()
        return length.isFinite ? max(1, Int(min(length.rounded(), 1e6))) : 1
    }
}

extension Double {
    /// Rounded to hundredths of a pixel, as the program's events are.
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
