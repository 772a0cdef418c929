internal import Imaging

/// In which directions the edges of a part of a picture run.
///
/// Sides of modules run in two directions at a right angle. The direction modulo a quarter turn is the argument of the
/// sum of z^4 / |z|^2 over the gradients z as complex numbers.
struct Grain: Hashable {
    /// How far the edges are turned from upright, in radians clockwise as seen with y down, -pi/4...pi/4; as a unit
    /// vector.
    let direction: Point
    /// How well the edges keep to the two directions: 0 for edges every way, 1 for a perfect grid.
    let regularity: Double

    private static let samples = 6000

    init(of luma: borrowing LumaView, in rect: PixelRect) {
        // Whole rows, an odd number apart: a coarser grid of samples might fall between all edges of a grid of modules.
        let step = min(rect.width * rect.height / Self.samples, rect.height / 8) | 1
        let right = min(rect.x + rect.width, luma.width - 1)
        let bottom = min(rect.y + rect.height, luma.height - 1)
        var (real, imaginary, total) = (0.0, 0.0, 0.0)
        let pixel = luma.pixelStride
        for y in Swift.stride(from: rect.y, to: bottom, by: step) {
            let (row, below) = (luma.row(y), luma.row(y &+ 1))
            for x in rect.x..<max(rect.x, right) {
                let at = x &* pixel
                let (a00, a10) = (Int(row[at]), Int(row[at &+ pixel]))
                let (a01, a11) = (Int(below[at]), Int(below[at &+ pixel]))
                let gx = Double(a10 &+ a11 &- a00 &- a01)
                let gy = Double(a01 &+ a11 &- a00 &- a10)
                let square = gx * gx + gy * gy
                guard square >= 64 else { continue }
                let (a, b) = (gx * gx - gy * gy, 2 * gx * gy)
                real += (a * a - b * b) / square
                imaginary += 2 * a * b / square
                total += square
            }
        }
        let length = (real * real + imaginary * imaginary).squareRoot()
        regularity = total > 0 ? length / total : 0
        direction = Self.quarter(of: length > 0 ? Point(x: real / length, y: imaginary / length) : Point(x: 1, y: 0))
    }

    /// The unit vector at a quarter of the angle, by halving it twice.
    private static func quarter(of vector: Point) -> Point {
        func half(_ v: Point) -> Point {
            let x = ((1 + v.x) / 2).squareRoot()
            let y = (max(0, 1 - v.x) / 2).squareRoot()
            return Point(x: x, y: v.y < 0 ? -y : y)
        }
        return half(half(vector))
    }
}
