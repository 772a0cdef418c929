internal import Media
internal import Overlay
internal import Processor
internal import Symbols

/// Draws the highlights of a frame and feeds it back into the pipeline.
///
/// `@unchecked Sendable`: a processor shows its frames on one thread at a time, which alone touches the renderer.
final class Annotator: FrameOutput, @unchecked Sendable {
    private let feed: FrameFeed
    private let renderer = HighlightRenderer()

    init(feed: FrameFeed) { self.feed = feed }

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        guard renderer.draw(highlights, on: frame) else { return .failed }
        return feed.push(frame)
    }

    func end() { feed.end() }
}
