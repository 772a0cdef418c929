package import Media
package import Symbols

/// What was drawn on the frames of the last seconds, to tell what the user points at: the picture on the screen is an
/// older one than the last that went through, and a hand is slower than a code that moves.
package struct HighlightHistory: Sendable {
    package struct Entry: Sendable {
        let frame: FrameTimes
        /// Running time of the frame.
        let time: Duration
        let highlights: [Highlight]

        /// - Parameter time: running time of the frame.
        package init(frame: FrameTimes, time: Duration, highlights: [Highlight]) {
            self.frame = frame
            self.time = time
            self.highlights = highlights
        }
    }

    /// Frames that are remembered: five seconds at 120 a second.
    private static let limit = 600
    /// For how long after a code was at a place that place still means the code.
    private static let reaction: Duration = .milliseconds(300)
    private var entries: [Entry] = []
    private var start = 0

    package init() {}

    /// Remembers a frame. Frames come in order of time; one from before the last begins anew.
    package mutating func add(_ entry: Entry) {
        if let last = newest, entry.time < last.time { removeAll() }
        if entries.count < Self.limit {
            if start != 0 {
                entries = Array(entries[start...] + entries[..<start])
                start = 0
            }
            entries.append(entry)
        } else {
            entries[start] = entry
            start = (start + 1) % entries.count
        }
    }

    package mutating func removeAll() {
        entries = []
        start = 0
    }

    private var newest: Entry? { entries.isEmpty ? nil : entries[(start + entries.count - 1) % entries.count] }

    /// The entry number `index` by age, the oldest first.
    private func entry(_ index: Int) -> Entry { entries[(start + index) % entries.count] }

    /// The code at a place, as it was on the screen; nil where there is none.
    ///
    /// Of several, the one whose centre is nearest. What is shown now comes before where codes were a moment ago.
    /// - Parameter time: running time of the picture on the screen; nil, or before everything that is known, takes the
    ///   newest.
    package func code(at point: Point, time: Duration?) -> (highlight: Highlight, frame: FrameTimes)? {
        guard let newest else { return nil }
        var index = entries.count - 1
        if let time, entry(0).time <= time {
            while entry(index).time > time { index -= 1 }
        }
        let shown = index == entries.count - 1 ? newest : entry(index)
        var oldest = index
        while oldest > 0, shown.time - entry(oldest - 1).time <= Self.reaction { oldest -= 1 }
        for index in stride(from: index, through: oldest, by: -1) {
            let hits = entry(index).highlights.filter { $0.corners.isHit(by: point) }
            if let nearest = hits.min(by: { $0.distance(to: point) < $1.distance(to: point) }) {
                return (nearest, shown.frame)
            }
        }
        return nil
    }
}

extension Highlight {
    fileprivate func distance(to point: Point) -> Double {
        let center = corners.center
        return (center.x - point.x) * (center.x - point.x) + (center.y - point.y) * (center.y - point.y)
    }
}

extension Quad {
    /// Whether a point is inside, or so near that a finger may have meant it: a tenth of the shorter side of the bounding
    /// box, at least 8 and at most 24 pixels.
    fileprivate func isHit(by point: Point) -> Bool {
        let box = boundingBox
        let tolerance = min(24, max(8, min(box.width, box.height) / 10))
        var isInside = false
        var start = bottomLeft
        for end in corners {
            if point.isNear(start, end, within: tolerance) { return true }
            if (start.y > point.y) != (end.y > point.y),
                point.x < start.x + (end.x - start.x) * (point.y - start.y) / (end.y - start.y)
            {
                isInside.toggle()
            }
            start = end
        }
        return isInside
    }
}

extension Point {
    /// Whether the distance to a segment is at most `limit`.
    fileprivate func isNear(_ start: Point, _ end: Point, within limit: Double) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let squaredLength = dx * dx + dy * dy
        let share = squaredLength > 0 ? ((x - start.x) * dx + (y - start.y) * dy) / squaredLength : 0
        let clamped = min(1, max(0, share))
        let (ox, oy) = (x - start.x - clamped * dx, y - start.y - clamped * dy)
        return ox * ox + oy * oy <= limit * limit
    }
}
