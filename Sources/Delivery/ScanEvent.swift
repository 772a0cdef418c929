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
    /// What happened.
    public var kind: Kind

    /// An event of the stream with that name.
    public init(stream: String, pts: Duration, time: Date? = nil, kind: Kind) {
        self.stream = stream
        self.pts = pts
        self.time = time
        self.kind = kind
    }

    /// What can happen, with its facts.
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
        /// The user picked a code.
        case codeSelected(CodeSighting, by: Selector)
        /// A code stays where it is located and cannot be read; once for each place.
        case codeUnread(UnreadSighting)
        /// There is too little light, or enough again, or this is the first verdict.
        case light(LightChange)
        /// A live source failed and is tried again after `retryIn`; `attempt` counts failures in a row, from 1.
        case streamInterrupted(reason: String, attempt: Int, retryIn: Duration)
        /// Frames flow again, after so much time without.
        case streamResumed(gap: Duration)
        /// An output of a live stream failed and is begun again after `retryIn`; the stream goes on. Nil where the stream is
        /// over.
        case outputFailed(message: String, hint: String?, retryIn: Duration?)
        /// A command that was to be run on a change of the light could not be, failed or took too long; the stream goes on.
        case actionFailed(message: String)
        /// The stream is over.
        case streamEnded(StreamSummary)
        /// Something failed for good: one line, and what to do about it where that is known.
        case error(message: String, hint: String?)
    }

    /// Who picked a code.
    public enum Selector: String, Sendable, Hashable {
        /// A click on its highlight.
        case click
    }

    /// The event's name in JSON: `code.new`.
    public var name: String {
        switch kind {
        case .streamStarted: "stream.started"
        case .streamFormat: "stream.format"
        case .codeNew: "code.new"
        case .codeUpdate: "code.update"
        case .codeEnd: "code.end"
        case .codeSelected: "code.selected"
        case .codeUnread: "code.unread"
        case .light(let change): change.state == .low ? "light.low" : "light.ok"
        case .streamInterrupted: "stream.interrupted"
        case .streamResumed: "stream.resumed"
        case .outputFailed: "output.failed"
        case .actionFailed: "action.failed"
        case .streamEnded: "stream.ended"
        case .error: "error"
        }
    }
}

/// The format of a stream.
public struct StreamFormat: Sendable, Hashable {
    /// Where the stream comes from, credentials taken out.
    public var source: String
    /// Pixels in a row of the upright picture.
    public var width: Int
    /// Rows of the upright picture.
    public var height: Int
    /// Frames a second as a fraction, `30000/1001`; `0/1` where it varies.
    public var framerate: String
    /// Whether the source cannot wait.
    public var isLive: Bool
    /// How the stored picture is turned to stand upright, in GStreamer's words: `rotate-90`.
    public var orientation: String

    /// The format of a stream as it is told.
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
    /// Pixels in a row of the upright frame that the corners refer to.
    public var frameWidth: Int
    /// Rows of the upright frame.
    public var frameHeight: Int
    /// Stream time of the first read.
    public var first: Duration
    /// Stream time of the last read.
    public var last: Duration
    /// In how many looks it was read.
    public var reads: Int

    /// A code as it is told.
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

/// A code that cannot be read, as an event tells it.
public struct UnreadSighting: Sendable, Hashable {
    /// The code as last located, corners in pixels of the upright frame.
    public var code: UnreadCode
    /// Pixels in a row of the upright frame that the corners refer to.
    public var frameWidth: Int
    /// Rows of the upright frame.
    public var frameHeight: Int

    /// A code that cannot be read, as it is told.
    public init(code: UnreadCode, frameWidth: Int, frameHeight: Int) {
        self.code = code
        self.frameWidth = frameWidth
        self.frameHeight = frameHeight
    }
}

/// What a stream came to.
public struct StreamSummary: Sendable, Hashable {
    /// Why a stream is over: by itself, stopped from outside, or by a failure.
    public enum Reason: String, Sendable, Hashable { case eos, stopped, error }

    /// Why the stream is over.
    public var reason: Reason
    /// Frames that came.
    public var frames: Int
    /// Frames that were looked at.
    public var examined: Int
    /// Frames that were due and not looked at because a newer one came (live).
    public var skipped: Int
    /// Appearances that were reported.
    public var codes: Int
    /// Stream time from the first frame to the end of the last.
    public var duration: Duration

    /// The sum of a stream.
    public init(reason: Reason, frames: Int, examined: Int, skipped: Int, codes: Int, duration: Duration) {
        self.reason = reason
        self.frames = frames
        self.examined = examined
        self.skipped = skipped
        self.codes = codes
        self.duration = duration
    }
}
