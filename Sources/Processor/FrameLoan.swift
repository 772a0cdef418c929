internal import Media
internal import Symbols

/// A frame's buffer with a reference of its own, given back when it was looked at and not later: whoever draws on a frame
/// that someone else still holds has to copy it.
///
/// `@unchecked Sendable`: made under the processor's lock, then touched by the one look that it belongs to.
final class FrameLoan: @unchecked Sendable {
    private var frame: VideoFrame?

    /// - Parameter frame: one that is not yet drawn on.
    init(_ frame: VideoFrame) { self.frame = frame.sharing() }

    /// Looks at the frame, once.
    func redeem(_ look: (VideoFrame) -> Reading) -> Reading {
        defer { frame = nil }
        return frame.map(look) ?? Reading()
    }
}
