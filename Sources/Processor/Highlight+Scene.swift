package import Media
internal import Monitoring
package import Symbols

extension Highlight {
    /// How long a moving code that is not read any more is drawn on, carried by its last motion.
    private static let linger: Duration = .milliseconds(200)

    /// The highlights of a frame.
    /// - Parameters:
    ///   - scene: what is in view, as of the look after the frame where that is known, else of the last one.
    ///   - time: running time of the frame.
    static func of(_ scene: Scene, at time: Duration, view: LookView, format: VideoFormat) -> [Highlight] {
        func stored(_ motion: Motion) -> Quad {
            view.orientation.stored(motion.corners(at: time), width: format.width, height: format.height)
        }
        let codes = scene.tracks.compactMap { track -> Highlight? in
            guard time >= track.first, time <= track.last + linger || track.isStill else { return nil }
            return Highlight(
                track: track.id, symbology: track.symbol.symbology, text: track.symbol.text,
                corners: stored(track.motion))
        }
        let unread = scene.unread.filter { time >= $0.first }.map { place in
            Highlight(unread: place.code.symbology, corners: stored(place.motion))
        }
        return codes + unread
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

extension Orientation {
    /// Where corners in the upright picture lie in the stored one.
    /// - Parameters width, height: size of the stored picture.
    package func stored(_ corners: Quad, width: Int, height: Int) -> Quad {
        corners.map { corner in
            let place = unturned(x: corner.x, y: corner.y, width: width, height: height)
            return Point(x: isMirrored ? Double(width) - place.x : place.x, y: place.y)
        }
    }
}
