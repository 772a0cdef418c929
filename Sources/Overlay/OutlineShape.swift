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
}
