public import Symbols

/// One appearance of a code: the same physical code while it is in view.
public struct Track: Sendable, Hashable {
    /// Identity in the stream, from 1 in the order of the reports.
    public let id: Int
    /// The code as last read.
    public let symbol: Symbol
    /// Running time of the first read.
    public let first: Duration
    /// Running time of the last read.
    public let last: Duration
    /// In how many looks it was read.
    public let reads: Int
    /// The read before the last one; nil after the first.
    package let previous: Sighting?

    /// The last two reads as a motion.
    package var motion: Motion {
        Motion(from: previous, to: Sighting(time: last, corners: symbol.corners))
    }
}

/// What a look changed.
package enum TrackChange: Sendable, Hashable {
    /// A code was confirmed.
    case new(Track)
    /// A code is still seen.
    case update(Track)
    /// A code was lost, or its stream ended.
    case end(Track)
}

extension TrackChange {
    /// The track that changed.
    package var track: Track {
        switch self {
        case .new(let track), .update(let track), .end(let track): track
        }
    }
}
