@testable import QRCode

/// The projective map of a square into a picture by its corners, and back (Heckbert 1989, 2.2.3): scalars alone, so
/// that a debug build draws with it in no time.
struct QuadMap {
    private let (a, b, c, d, e, f, g, h): (Double, Double, Double, Double, Double, Double, Double, Double)

    /// - Parameters:
    ///   - corners: where (0, 0), (side, 0), (side, side) and (0, side) lie.
    init(_ corners: [Vector], side: Double) {
        let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
        let (one, two, sum) = (q - r, s - r, p - q + r - s)
        let area = one.cross(two)
        let (g, h) = (sum.cross(two) / area, one.cross(sum) / area)
        (a, d) = ((q.x - p.x + g * q.x) / side, (q.y - p.y + g * q.y) / side)
        (b, e) = ((s.x - p.x + h * s.x) / side, (s.y - p.y + h * s.y) / side)
        (c, f) = (p.x, p.y)
        (self.g, self.h) = (g / side, h / side)
    }

    /// Where a point of the square lies in the picture.
    func place(_ x: Double, _ y: Double) -> Vector {
        let w = g * x + h * y + 1
        return Vector((a * x + b * y + c) / w, (d * x + e * y + f) / w)
    }

    /// Which point of the plane of the square lies there in the picture.
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let w = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d
        let u = (e - f * h) * x + (c * h - b) * y + b * f - c * e
        let v = (f * g - d) * x + (a - c * g) * y + c * d - a * f
        return (u / w, v / w)
    }
}
