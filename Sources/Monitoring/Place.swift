import Symbols

extension Point {
    func distance(to other: Point) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The point at `share` of the way to `other`; beyond 1 it lies behind it.
    func mixed(with other: Point, share: Double) -> Point {
        Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }

    /// - Parameter velocity: pixels a second.
    func moved(by velocity: Point, for time: Duration) -> Point {
        let seconds = time / .seconds(1)
        return Point(x: x + velocity.x * seconds, y: y + velocity.y * seconds)
    }

    fileprivate func distance(toSegmentFrom a: Point, to b: Point) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let squaredLength = dx * dx + dy * dy
        guard squaredLength > 0 else { return distance(to: a) }
        let share = ((x - a.x) * dx + (y - a.y) * dy) / squaredLength
        return distance(to: a.mixed(with: b, share: min(max(share, 0), 1)))
    }
}

extension [Point] {
    /// The distance of the two nearest; infinite if there are fewer than two.
    var leastDistance: Double {
        var least = Double.infinity
        for (index, point) in enumerated() {
            for other in self[..<index] { least = Swift.min(least, point.distance(to: other)) }
        }
        return least
    }
}

extension Quad {
    /// Half the longer diagonal, at least 8 pixels: a reader may give a quad with no area.
    var radius: Double {
        max(topLeft.distance(to: bottomRight), topRight.distance(to: bottomLeft), 16) / 2
    }

    /// Whether the corners can lie in a picture; others cannot be reckoned with.
    var isPlausible: Bool {
        corners.allSatisfy { abs($0.x) <= 1e6 && abs($0.y) <= 1e6 }
    }

    /// Whether one lies on the other: the centre of one is inside the other, or within a tenth of its radius.
    ///
    /// Two labels side by side or stacked do not overlap in this sense, even where their outlines touch.
    func overlaps(_ other: Quad) -> Bool {
        covers(other.center) || other.covers(center)
    }

    private func covers(_ point: Point) -> Bool {
        let margin = radius / 10
        var isInside = false
        var a = bottomLeft
        for b in corners {
            if point.distance(toSegmentFrom: a, to: b) <= margin { return true }
            if (a.y > point.y) != (b.y > point.y),
                point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
            {
                isInside.toggle()
            }
            a = b
        }
        return isInside
    }
}
