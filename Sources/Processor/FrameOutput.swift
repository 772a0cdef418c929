package import Media
package import Symbols

/// Where frames go when they are done: drawn on and sent on.
package protocol FrameOutput: AnyObject, Sendable {
    /// Draws the highlights onto the frame and sends it on. Called in order, by one thread at a time; may block.
    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult
    /// No frame follows.
    func end()
}
