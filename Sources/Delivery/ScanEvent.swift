public import Foundation
public import Monitoring
public import Symbols

/// Something that happened in a stream. Names and fields are the public contract, also as JSON Lines.
public struct ScanEvent: Sendable, Hashable {
    /// The stream's name.
    public var stream: String
    /// Stream time of the frame that brought it.
    public var pts: Duration
    /// When it was told, by the wall clock; nil when that is not wanted.
    public var time: Date?
    public var kind: Kind

    public init(stream: String, pts: Duration, time: Date? = nil, kind: Kind) {
        self.stream = stream
        self.pts = pts
        self.time = time
        self.kind = kind
    }

    public enum Kind: Sendable, Hashable {
        /// The format of the stream is known.
        case streamStarted(StreamFormat)
        /// The format changed mid-stream.
        case streamFormat(StreamFormat)
        /// A code is confirmed for the first time in this appearance.
        case codeNew(CodeSighting)
        /// A code is still seen; at most once per update interval.
        case codeUpdate(CodeSighting)
        /// A code was lost, or its stream ended.
        case codeEnd(CodeSighting)
        /// There is too little light, or enough again, or this is the first verdict.
        case light(LightChange)
        /// The stream is over.
        case streamEnded(StreamSummary)
        /// Something failed for good: one line, and what to do about it where that is known.
        case error(message: String, hint: String?)
    }

    /// The event's name in JSON: `code.new`.
    public var name: String {
        switch kind {
        case .streamStarted: "stream.started"
        case .streamFormat: "stream.format"
        case .codeNew: "code.new"
        case .codeUpdate: "code.update"
        case .codeEnd: "code.end"
        case .light(let change): change.state == .low ? "light.low" : "light.ok"
        case .streamEnded: "stream.ended"
        case .error: "error"
        }
    }
}

/// The format of a stream.
public struct StreamFormat: Sendable, Hashable {
    /// Where the stream comes from, credentials taken out.
    public var source: String
    /// Size of the upright picture in pixels.
    public var width: Int
    public var height: Int
    /// Frames a second as a fraction, `30000/1001`; `0/1` where it varies.
    public var framerate: String
    /// Whether the source cannot wait.
    public var isLive: Bool
    /// How the stored picture is turned to stand upright, in GStreamer's words: `rotate-90`.
    public var orientation: String

    public init(
        source: String, width: Int, height: Int, framerate: String, isLive: Bool, orientation: String
    ) {
        self.source = source
        self.width = width
        self.height = height
        self.framerate = framerate
        self.isLive = isLive
        self.orientation = orientation
    }
}

/// A code as an event tells it.
public struct CodeSighting: Sendable, Hashable {
    /// Identity of this appearance: the same physical code keeps it while it is in view.
    public var track: Int
    /// The code as last read, corners in pixels of the upright frame.
    public var symbol: Symbol
    /// Size of the upright frame that the corners refer to.
    public var frameWidth: Int
    public var frameHeight: Int
    /// Stream time of the first and of the last read.
    public var first: Duration
    public var last: Duration
    /// In how many looks it was read.
    public var reads: Int

    public init(
        track: Int, symbol: Symbol, frameWidth: Int, frameHeight: Int, first: Duration, last: Duration, reads: Int
    ) {
        self.track = track
        self.symbol = symbol
        self.frameWidth = frameWidth
        self.frameHeight = frameHeight
        self.first = first
        self.last = last
        self.reads = reads
    }
}

/// What a stream came to.
public struct StreamSummary: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable { case eos, stopped, error }

    public var reason: Reason
    /// Frames that came, that were looked at, and that were due and not looked at because a newer one came (live).
    public var frames: Int
    public var examined: Int
    public var skipped: Int
    /// Appearances that were reported.
    public var codes: Int
    /// Stream time from the first frame to the end of the last.
    public var duration: Duration

    public init(reason: Reason, frames: Int, examined: Int, skipped: Int, codes: Int, duration: Duration) {
        self.reason = reason
        self.frames = frames
        self.examined = examined
        self.skipped = skipped
        self.codes = codes
        self.duration = duration
    }
}
