/// The outline of a finder pattern's square with half-side 1 about its middle: points of half of it, in order of their
/// angle; the other half is opposite.
///
/// Its second moments give the pattern's frame up to a rotation, and the fourth harmonic of the squared-up outline the
/// rotation; then the sides are fitted to the points that lie on them.
struct FinderOutline {
    let points: [Vector]

    /// The ways of one module along the two sides; nil where the points make no square.
    var frame: (u: Vector, v: Vector)? {
        guard points.count >= 8 else { return nil }
        // Second moments of the polygon about the middle, by its triangles; the outline is symmetric.
        var (area, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0)
        for (i, a) in points.enumerated() {
            let b = i + 1 < points.count ? points[i + 1] : -points[0]
            let triangle = a.cross(b) / 2
            area += triangle
            xx += triangle * (a.x * a.x + a.x * b.x + b.x * b.x) / 6
            xy += triangle * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 12
            yy += triangle * (a.y * a.y + a.y * b.y + b.y * b.y) / 6
        }
        guard area > 0 else { return nil }
        // Of a square with half-side 1 the moments are 1/3.
        (xx, xy, yy) = (3 * xx / area, 3 * xy / area, 3 * yy / area)
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-6 else { return nil }
        // The symmetric square root of a 2 x 2 matrix: (M + sqrt(det) I) / sqrt(trace + 2 sqrt(det)).
        let root = determinant.squareRoot()
        let scale = 1 / (xx + yy + 2 * root).squareRoot()
        let (a, b, d) = ((xx + root) * scale, xy * scale, (yy + root) * scale)
        let size = a * d - b * b
        let squared = points.map {
            Vector((d * $0.x - b * $0.y) / size, (a * $0.y - b * $0.x) / size)
        }
        var (real, imaginary) = (0.0, 0.0)
        for (i, q) in squared.enumerated() {
            let before = i > 0 ? squared[i - 1] : -squared[squared.count - 1]
            let after = i + 1 < squared.count ? squared[i + 1] : -squared[0]
            let lengths = (before.length, q.length, after.length)
            guard lengths.0 > 0, lengths.1 > 0, lengths.2 > 0 else { return nil }
            let (c, s) = (q.x / lengths.1, q.y / lengths.1)
            let (c2, s2) = (c * c - s * s, 2 * c * s)
            // Directions lie unevenly here: each counts for the angle between its neighbours.
            let weight = lengths.1 * before.cross(after) / (lengths.0 * lengths.2)
            real += weight * (c2 * c2 - s2 * s2)
            imaginary += weight * 2 * c2 * s2
        }
        let angle = arcTangent(-imaginary, -real) / 4
        let (e, f) = (unit(angle), unit(angle + .pi / 2))
        let start = (u: Vector(a * e.x + b * e.y, b * e.x + d * e.y), v: Vector(a * f.x + b * f.y, b * f.x + d * f.y))
        return fitted(start)
    }

    /// The frame whose square with half-side 1 has its sides nearest to the points: two times each side's line is fitted
    /// to the points that are on it.
    private func fitted(_ start: (u: Vector, v: Vector)) -> (u: Vector, v: Vector)? {
        var (u, v) = start
        for _ in 0..<2 {
            let area = u.cross(v)
            guard area > 1e-6 else { return nil }
            // In the frame a point is (p · point, q · point): the sides are where one of them is 1 or -1.
            var (p, q) = (SquareSide(), SquareSide())
            for point in points {
                let place = Vector(point.cross(v) / area, u.cross(point) / area)
                if abs(place.x) > abs(place.y) {
                    p.add(place.x > 0 ? point : -point)
                } else {
                    q.add(place.y > 0 ? point : -point)
                }
            }
            guard let first = p.normal, let second = q.normal else { return start }
            let determinant = first.cross(second)
            guard determinant > 1e-9 else { return start }
            u = Vector(second.y, -second.x) / determinant
            v = Vector(-first.y, first.x) / determinant
        }
        return (u, v)
    }

    /// Least squares for the normal n of a line n · point = 1.
    private struct SquareSide {
        private var (xx, xy, yy) = (0.0, 0.0, 0.0)
        private var sum = Vector.zero
        private var count = 0

        mutating func add(_ point: Vector) {
            xx += point.x * point.x
            xy += point.x * point.y
            yy += point.y * point.y
            sum += point
            count += 1
        }

        var normal: Vector? {
            let determinant = xx * yy - xy * xy
            guard count >= 3, determinant > 1e-6 * xx * yy else { return nil }
            return Vector(yy * sum.x - xy * sum.y, xx * sum.y - xy * sum.x) / determinant
        }
    }
}
