internal import Media
internal import Processor
internal import Symbols
internal import Threading

/// Draws the highlights of a frame and feeds it back into the pipeline.
final class Annotator: FrameOutput {
    private let feed: FrameFeed

    init(feed: FrameFeed) { self.feed = feed }

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        feed.push(frame)
    }

    func end() { feed.end() }
}
