/// A picture that moves sideways through a test video, always on the same height.
package struct MovingPicture: Sendable {
    /// What it does at the edges of the video.
    package enum Path: Sendable {
        /// It goes out on one side and comes in on the other.
        case through
        /// It turns round.
        case between
    }

    private let picture: OverlayPicture
    private let path: Path
    /// Pixels of the left edge from the beginning of its path, pixels a second, rows above.
    private let start, speed, top: Int

    /// - Parameters:
    ///   - start: its left edge at the beginning, in pixels from the left.
    ///   - top: rows of the video above it.
    ///   - speed: pixels a second to the right; to the left where it is negative.
    package init(_ picture: OverlayPicture, path: Path, start: Int, top: Int, speed: Int) {
        (self.picture, self.path, self.start, self.top, self.speed) = (picture, path, start, top, speed)
    }

    /// Where it is in a video of that width.
    func place(at time: Duration, width: Int) -> PlacedPicture {
        let way = start + time.clampedNanoseconds / 1_000_000 * speed / 1000
        switch path {
        case .through:
            let span = width + picture.width
            return PlacedPicture(picture, x: (way + picture.width).remainder(in: span) - picture.width, y: top)
        case .between:
            let span = max(1, width - picture.width)
            let there = way.remainder(in: 2 * span)
            return PlacedPicture(picture, x: min(there, 2 * span - there), y: top)
        }
    }
}

extension Int {
    /// The remainder that is never negative.
    fileprivate func remainder(in span: Int) -> Int { (self % span + span) % span }
}
