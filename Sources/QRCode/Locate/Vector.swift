internal import Imaging

/// A place or a displacement in pixels, or in modules.
typealias Vector = SIMD2<Double>

extension SIMD2<Double> {
    var squaredLength: Double { x * x + y * y }
    var length: Double { squaredLength.squareRoot() }

    /// The third component of the cross product: above 0 where `other` lies clockwise on a screen.
    func cross(_ other: Self) -> Double { x * other.y - y * other.x }

    func dot(_ other: Self) -> Double { x * other.x + y * other.y }

    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension LumaView {
    /// The luma at (x, y), (0, 0) being the upper left corner of the first pixel, bilinear between the middles of
    /// pixels; outside of the picture that of its nearest border, and for what is no number that of an upper or left
    /// border. Traps if the picture is empty, has a side over 2^24, or samples do not lie side by side.
    @inline(__always)
    func luma(_ x: Double, _ y: Double) -> Float { luma(SIMD2(Float(x), Float(y))) }

    /// The same in single precision, which knows places to a sixteenth of a pixel on sides up to 2^19.
    @inline(__always)
    func luma(_ place: SIMD2<Float>) -> Float {
        // The order of the arguments makes 0 of what is no number.
        let fx = Swift.min(Swift.max(0, place.x - 0.5), Float(width &- 1))
        let fy = Swift.min(Swift.max(0, place.y - 0.5), Float(height &- 1))
        let (column, row) = (Int(fx), Int(fy))
        let right = column &+ 1 < width ? 1 : 0
        let below = row &+ 1 < height ? stride : 0
        let at = row &* stride &+ column
        let (wx, wy) = (fx - Float(column), fy - Float(row))
        let (upper, lower) = (Float(bytes[at]), Float(bytes[at &+ below]))
        let above = upper + (Float(bytes[at &+ right]) - upper) * wx
        let under = lower + (Float(bytes[at &+ below &+ right]) - lower) * wx
        return above + (under - above) * wy
    }
}
