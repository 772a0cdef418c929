package import Media
package import Monitoring

/// What a processor found, in the order of the frames. All times are stream time.
package struct ProcessorEvent: Sendable {
    /// Stream time of the frame that brought it.
    package var time: Duration
    /// The times of that frame.
    package var frame: FrameTimes
    package var kind: Kind
    /// The frame itself, of a code's change where `ScanSettings.keepsPictures` asks for it.
    package var picture: VideoFrame?

    init(_ kind: Kind, _ frame: FrameTimes, picture: VideoFrame? = nil) {
        time = frame.stream ?? .zero
        self.frame = frame
        self.kind = kind
        self.picture = picture
    }

    package enum Kind: Sendable {
        case started(StreamFacts)
        case formatChanged(StreamFacts)
        case code(CodeFacts)
        case unread(UnreadFacts)
        case light(LightChange)
        case ended(StreamTotals)
    }
}

/// What is known of a stream from its format.
package struct StreamFacts: Sendable, Hashable {
    /// Size of the upright picture.
    package var width: Int
    package var height: Int
    /// Frames a second as a fraction; numerator 0 where it varies.
    package var framerateNumerator: Int
    package var framerateDenominator: Int
    package var orientation: Orientation

    init(_ format: VideoFormat, orientation: Orientation) {
        (width, height) = orientation.uprightSize(width: format.width, height: format.height)
        (framerateNumerator, framerateDenominator) = format.framerate
        self.orientation = orientation
    }
}

/// One change of one code's appearance.
package struct CodeFacts: Sendable {
    package enum Change: Sendable { case new, update, end }

    package var change: Change
    /// The appearance; its own times are running time, those below stream time.
    package var track: Track
    package var first: Duration
    package var last: Duration
    /// Size of the upright picture that the corners refer to.
    package var frameWidth: Int
    package var frameHeight: Int
}

/// A code that stays where it is located and cannot be read.
package struct UnreadFacts: Sendable {
    /// Where it is, in pixels of the upright picture; its own times are running time.
    package var place: UnreadPlace
    /// Size of the upright picture that the corners refer to.
    package var frameWidth: Int
    package var frameHeight: Int
}

/// What a whole run came to.
package struct StreamTotals: Sendable, Hashable {
    package enum Reason: String, Sendable { case eos, stopped, error }

    package var reason: Reason
    /// Frames that came.
    package var frames = 0
    /// Frames that were looked at.
    package var examined = 0
    /// Due frames that were not looked at because a newer one came (live only).
    package var skipped = 0
    /// Appearances that were reported.
    package var codes = 0
    /// Stream time from the first frame to the end of the last.
    package var duration: Duration = .zero

    /// Nothing came yet.
    package init(reason: Reason) { self.reason = reason }
}
