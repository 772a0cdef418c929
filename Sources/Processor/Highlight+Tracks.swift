internal import Media
internal import Monitoring
internal import Symbols

extension Highlight {
    /// How long a moving code that is not read any more is drawn on, carried by its last motion.
    private static let linger: Duration = .milliseconds(200)

    /// The highlights of a frame.
    /// - Parameters:
    ///   - tracks: the current tracks, as of the look after the frame where that is known, else of the last one.
    ///   - time: running time of the frame.
    static func of(_ tracks: [Track], at time: Duration, view: LookView, format: VideoFormat) -> [Highlight] {
        tracks.compactMap { track in
            guard time >= track.first, time <= track.last + linger || track.isStill else { return nil }
            let corners = track.motion.corners(at: time).map {
                view.stored($0, width: format.width, height: format.height)
            }
            return Highlight(
                track: track.id, symbology: track.symbol.symbology, text: track.symbol.text, corners: corners)
        }
    }
}

extension Track {
    /// Whether it moved less than a twentieth of its size between its last two reads: then it is drawn for as long as the
    /// track is current.
    fileprivate var isStill: Bool {
        guard let previous else { return true }
        let (a, b) = (previous.corners.center, symbol.corners.center)
        let box = symbol.corners.boundingBox
        return max(abs(a.x - b.x), abs(a.y - b.y)) <= 0.05 * max(box.width, box.height)
    }
}

extension LookView {
    /// Where a position of the upright picture lies in the stored one.
    func stored(_ point: Point, width: Int, height: Int) -> Point {
        let place = orientation.unturned(x: point.x, y: point.y, width: width, height: height)
        return Point(x: orientation.isMirrored ? Double(width) - place.x : place.x, y: place.y)
    }
}
