import Symbols

/// A straight piece of an outline.
struct Segment: Sendable, Hashable {
    var start: Point
    var end: Point
}

/// What an outline consists of, apart from how it is stroked: another style gives other segments.
struct OutlineShape: Sendable, Hashable {
    var segments: [Segment]

    /// The closed line through the corners.
    init(around quad: Quad) {
        let corners = quad.corners
        segments = corners.indices.map {
            Segment(start: corners[$0], end: corners[($0 + 1) % corners.count])
        }
    }

    /// Dashes around the corners: every side begins and ends with one, gaps as long as dashes.
    /// - Parameter dash: about how long a dash is, in pixels; longer where a side would have more than `dashLimit`.
    init(dashedAround quad: Quad, dash: Double) {
        segments = OutlineShape(around: quad).segments.flatMap { side in
            let (x, y) = (side.end.x - side.start.x, side.end.y - side.start.y)
            let pairs = ((x * x + y * y).squareRoot() / dash - 1) / 2
            let gaps = Int(min(Double(Self.dashLimit), max(1, pairs.rounded())))
            func point(_ part: Int) -> Point {
                let share = Double(part) / Double(2 * gaps + 1)
                return Point(x: side.start.x + share * x, y: side.start.y + share * y)
            }
            return (0...gaps).map { Segment(start: point(2 * $0), end: point(2 * $0 + 1)) }
        }
    }

    private static let dashLimit = 48
}
