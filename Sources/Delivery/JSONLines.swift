internal import Foundation
internal import Monitoring
internal import Symbols

extension ScanEvent {
    /// The event as one JSON object on one line, without the line's end.
    ///
    /// Fields come in a fixed order. Times are integers in nanoseconds, `time` is RFC 3339 in UTC with milliseconds,
    /// lengths in pixels have at most two decimals, light levels at most four. What could drive a terminal stands as
    /// `\uXXXX`.
    /// - Parameter alwaysBytes: whether codes carry `bytes` also where they are just the UTF-8 of `text`.
    public func jsonLine(alwaysBytes: Bool = false) -> String {
        var object = JSONObject()
        object.add("event", name)
        object.add("stream", stream)
        object.add("pts", pts.nanoseconds)
        if let time { object.add("time", time.rfc3339) }
        switch kind {
        case .streamStarted(let format): object.add(started: format)
        case .streamFormat(let format): object.add(size: format)
        case .codeNew(let sighting):
            object.add(sighting, alwaysBytes: alwaysBytes)
            object.add("first", sighting.first.nanoseconds)
        case .codeUpdate(let sighting): object.add(sighting, alwaysBytes: alwaysBytes)
        case .codeEnd(let sighting):
            object.add(sighting, alwaysBytes: alwaysBytes)
            object.add("first", sighting.first.nanoseconds)
            object.add("last", sighting.last.nanoseconds)
            object.add("reads", sighting.reads)
        case .codeSelected(let sighting, let selector):
            object.add(sighting, alwaysBytes: alwaysBytes)
            object.add("by", selector.rawValue)
        case .codeUnread(let sighting): object.add(sighting)
        case .light(let change):
            object.add("level", change.level, decimals: 4)
            object.add("contrast", change.contrast, decimals: 4)
            if let reason = change.reason { object.add("reason", reason.rawValue) }
        case .streamInterrupted(let reason, let attempt, let retryIn):
            object.add("reason", reason)
            object.add("attempt", attempt)
            object.add("retryIn", retryIn / .seconds(1), decimals: 3)
        case .streamResumed(let gap): object.add("gap", gap.nanoseconds)
        case .outputFailed(let message, let hint, let retryIn):
            object.add("message", message)
            if let hint { object.add("hint", hint) }
            if let retryIn { object.add("retryIn", retryIn / .seconds(1), decimals: 3) }
        case .actionFailed(let message): object.add("message", message)
        case .streamEnded(let summary): object.add(summary)
        case .error(let message, let hint):
            object.add("message", message)
            if let hint { object.add("hint", hint) }
        }
        return object.text
    }
}

extension JSONObject {
    fileprivate mutating func add(started format: StreamFormat) {
        add("source", format.source)
        add("width", format.width)
        add("height", format.height)
        add("framerate", format.framerate)
        add("live", format.isLive)
        add("orientation", format.orientation)
    }

    fileprivate mutating func add(size format: StreamFormat) {
        add("width", format.width)
        add("height", format.height)
        add("framerate", format.framerate)
    }

    fileprivate mutating func add(_ sighting: CodeSighting, alwaysBytes: Bool) {
        let symbol = sighting.symbol
        add("track", sighting.track)
        add("symbology", symbol.symbology.rawValue)
        add("aim", symbol.aim)
        add("text", symbol.text)
        if alwaysBytes || !symbol.text.utf8.elementsEqual(symbol.bytes) {
            add("bytes", Data(symbol.bytes).base64EncodedString())
        }
        add("content", symbol.content.rawValue)
        add(
            corners: symbol.corners, frameWidth: sighting.frameWidth, frameHeight: sighting.frameHeight,
            modulePixels: symbol.modulePixels)
        if let details = symbol.qr { add(details) }
        if let part = symbol.structured {
            add("structured") {
                $0.add("index", part.index)
                if let count = part.count { $0.add("count", count) }
                $0.add("id", part.id)
            }
        }
    }

    private mutating func add(corners: Quad, frameWidth: Int, frameHeight: Int, modulePixels: Double?) {
        add("corners", corners.corners.map { [$0.x, $0.y] }, decimals: 2)
        let box = corners.boundingBox
        add("box") {
            $0.add("x", box.x, decimals: 2)
            $0.add("y", box.y, decimals: 2)
            $0.add("width", box.width, decimals: 2)
            $0.add("height", box.height, decimals: 2)
        }
        add("frame") {
            $0.add("width", frameWidth)
            $0.add("height", frameHeight)
        }
        if let modulePixels { add("modulePixels", modulePixels, decimals: 2) }
    }

    private mutating func add(_ details: Symbol.QRDetails) {
        add("qr") {
            $0.add("version", details.version)
            if let level = details.level { $0.add("level", level.rawValue) }
            $0.add("mask", details.mask)
            $0.add("correction") {
                $0.add("used", details.correction.used)
                $0.add("capacity", details.correction.capacity)
            }
            $0.add("mirrored", details.isMirrored)
            $0.add("inverted", details.isInverted)
        }
    }

    fileprivate mutating func add(_ sighting: UnreadSighting) {
        add("symbology", sighting.code.symbology.rawValue)
        add(
            corners: sighting.code.corners, frameWidth: sighting.frameWidth, frameHeight: sighting.frameHeight,
            modulePixels: sighting.code.modulePixels)
        add("reason", sighting.code.reason.rawValue)
    }

    fileprivate mutating func add(_ summary: StreamSummary) {
        add("reason", summary.reason.rawValue)
        add("frames", summary.frames)
        add("examined", summary.examined)
        add("skipped", summary.skipped)
        add("codes", summary.codes)
        add("duration", summary.duration.nanoseconds)
    }
}

extension Duration {
    /// Whole nanoseconds; what does not fit is held to the nearest that does.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Date {
    /// `2026-01-31T23:59:59.123Z`.
    fileprivate var rfc3339: String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(self)
    }
}
