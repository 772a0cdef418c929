package import Symbols

/// Where a code was at a time.
package struct Sighting: Sendable, Hashable {
    /// Running time.
    package var time: Duration
    /// Corners in pixels.
    package var corners: Quad

    package init(time: Duration, corners: Quad) {
        self.time = time
        self.corners = corners
    }
}

/// The way of a code through two sightings.
package struct Motion: Sendable, Hashable {
    /// How far beyond the later sighting the motion is believed.
    package static let reach: Duration = .milliseconds(250)

    private let earlier: Sighting
    private let later: Sighting

    /// - Parameter earlier: nil, or not before `later`: the code stands still.
    ///
    /// A reader may start at another corner each time (a linear code read from the other end). The later corners are
    /// turned to the cyclic order that moves them least.
    package init(from earlier: Sighting?, to later: Sighting) {
        guard let earlier, earlier.time < later.time else {
            self.earlier = later
            self.later = later
            return
        }
        self.earlier = earlier
        self.later = Sighting(time: later.time, corners: later.corners.aligned(to: earlier.corners))
    }

    /// The corners at `time`: linear between the sightings; at constant velocity for `reach` after the later one, and from
    /// then on held; before the earlier one held.
    package func corners(at time: Duration) -> Quad {
        guard earlier.time < later.time, time > earlier.time else { return earlier.corners }
        let share = (min(time, later.time + Self.reach) - earlier.time) / (later.time - earlier.time)
        return earlier.corners.mixed(with: later.corners, share: share)
    }
}

extension Quad {
    /// The same quadrilateral, starting at the corner that makes the summed distance to the corners of `other` least.
    fileprivate func aligned(to other: Quad) -> Quad {
        var best = self
        var least = summedDistance(to: other)
        var turned = self
        for _ in 1..<4 {
            turned = Quad(
                topLeft: turned.topRight, topRight: turned.bottomRight, bottomRight: turned.bottomLeft,
                bottomLeft: turned.topLeft)
            let distance = turned.summedDistance(to: other)
            if distance < least { (best, least) = (turned, distance) }
        }
        return best
    }

    private func summedDistance(to other: Quad) -> Double {
        zip(corners, other.corners).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    fileprivate func mixed(with other: Quad, share: Double) -> Quad {
        Quad(
            topLeft: topLeft.mixed(with: other.topLeft, share: share),
            topRight: topRight.mixed(with: other.topRight, share: share),
            bottomRight: bottomRight.mixed(with: other.bottomRight, share: share),
            bottomLeft: bottomLeft.mixed(with: other.bottomLeft, share: share))
    }
}
