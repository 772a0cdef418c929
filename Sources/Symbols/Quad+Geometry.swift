internal import Imaging

extension Point {
    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }

    /// The length of the vector from the origin.
    var length: Double { (x * x + y * y).squareRoot() }
    /// The z of the cross product: positive if `other` is clockwise from this vector, as seen with y down.
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}

extension Quad {
    /// Whether `point` is on the same side of all four sides.
    func contains(_ point: Point) -> Bool {
        let all = corners
        var left = 0
        var right = 0
        for i in 0..<4 {
            let turn = (all[(i + 1) % 4] - all[i]).cross(point - all[i])
            if turn > 0 { left += 1 } else if turn < 0 { right += 1 }
        }
        return left == 0 || right == 0
    }

    /// Whether the centre of either lies in the other.
    func overlaps(_ other: Quad) -> Bool {
        contains(other.center) || other.contains(center)
    }

    /// The area in square pixels (shoelace formula).
    var area: Double {
        abs((bottomRight - topLeft).cross(bottomLeft - topRight)) / 2
    }

    /// The mean length of the top and the bottom side.
    var width: Double { ((topRight - topLeft).length + (bottomRight - bottomLeft).length) / 2 }
    /// The mean length of the left and the right side.
    var height: Double { ((bottomLeft - topLeft).length + (bottomRight - topRight).length) / 2 }

    /// The same quadrilateral with its left and right sides moved outwards by `across` pixels, its top and bottom by
    /// `along`.
    func grown(across: Double, along: Double) -> Quad {
        let right = unit((topRight - topLeft) + (bottomRight - bottomLeft)) * across
        let down = unit((bottomLeft - topLeft) + (bottomRight - topRight)) * along
        return Quad(
            topLeft: topLeft - right - down, topRight: topRight + right - down,
            bottomRight: bottomRight + right + down, bottomLeft: bottomLeft - right + down)
    }

    private func unit(_ vector: Point) -> Point {
        let length = vector.length
        return length > 0 ? vector * (1 / length) : vector
    }
}
