/// The equations of one Gauss–Newton step towards the motion by which a frame fits its reference best.
///
/// The sum to be made large is the correlation of the frame with the reference; its curvature is taken from the gradients
/// of both, one times the other, so that the noise of either does not count.
struct StepEquations: Sendable {
    /// Slope of the correlation: to the right, down, and for the turn.
    private(set) var slope = SIMD3<Double>()
    // Curvature: xx, xy, yy, x and turn, y and turn, turn.
    private(set) var xx = 0.0
    private(set) var xy = 0.0
    private(set) var yy = 0.0
    private(set) var xt = 0.0
    private(set) var yt = 0.0
    private(set) var tt = 0.0

    init(_ frame: borrowing Plane, _ reference: borrowing WarpedReference) {
        let (width, height, margin) = (frame.width, frame.height, WarpedReference.margin)
        guard width > 2, height > 2 else { return }
        let middle = Float(width - 1) / 2
        for y in 1..<(height - 1) {
            let v = Double(y) - Double(height - 1) / 2
            let (above, row, below) = (frame.row(y - 1), frame.row(y), frame.row(y + 1))
            let other = (
                reference.plane.row(y + margin - 1), reference.plane.row(y + margin),
                reference.plane.row(y + margin + 1)
            )
            let count = min(width &- 1, min(other.0.count, other.2.count) &- margin &- 1)
            var (sxx, sxy, syy): (Float, Float, Float) = (0, 0, 0)
            var (uxy, uyy, uuyy): (Float, Float, Float) = (0, 0, 0)
            var (sx, sy, usy): (Float, Float, Float) = (0, 0, 0)
            for x in 1..<max(count, 1) {
                let u = Float(x) - middle
                let value = row[x]
                let (fx, fy) = (0.5 * (row[x &+ 1] - row[x &- 1]), 0.5 * (below[x] - above[x]))
                let place = x &+ margin
                let gx = 0.5 * (other.1[place &+ 1] - other.1[place &- 1])
                let gy = 0.5 * (other.2[place] - other.0[place])
                let (xx, xy, yy) = (fx * gx, 0.5 * (fx * gy + fy * gx), fy * gy)
                sxx += xx
                sxy += xy
                syy += yy
                uxy += u * xy
                uyy += u * yy
                uuyy += u * u * yy
                sx += value * gx
                sy += value * gy
                usy += u * value * gy
            }
            slope += SIMD3(Double(sx), Double(sy), Double(usy) - v * Double(sx))
            xx += Double(sxx)
            xy += Double(sxy)
            yy += Double(syy)
            xt += Double(uxy) - v * Double(sxx)
            yt += Double(uyy) - v * Double(sxy)
            tt += Double(uuyy) - 2 * v * Double(uxy) + v * v * Double(sxx)
        }
    }

    /// The step that evidence and expectation together ask for, and what is left of the variances after it; nil where they
    /// have no one answer.
    /// - Parameters:
    ///   - weight: by which the correlation is evidence.
    ///   - precision: of the expectation: one over its variances.
    ///   - offset: from the present motion to the expected one.
    func step(
        weight: Double, precision: SIMD3<Double>, offset: SIMD3<Double>
    ) -> (step: SIMD3<Double>, variances: SIMD3<Double>)? {
        // A curvature that noise made negative is no evidence.
        let (a, b, c) = (max(xx, 0) * weight, max(yy, 0) * weight, max(tt, 0) * weight)
        func bounded(_ value: Double, _ p: Double, _ q: Double) -> Double {
            let most = 0.9 * (p * q).squareRoot()
            return min(max(value * weight, -most), most)
        }
        let (d, e, f) = (bounded(xy, a, b), bounded(xt, a, c), bounded(yt, b, c))
        let (m00, m11, m22) = (a + precision.x, b + precision.y, c + precision.z)
        let right = weight * slope + precision * offset
        // The inverse by cofactors.
        let c00 = m11 * m22 - f * f
        let c01 = e * f - d * m22
        let c02 = d * f - e * m11
        let c11 = m00 * m22 - e * e
        let c12 = d * e - m00 * f
        let c22 = m00 * m11 - d * d
        let determinant = m00 * c00 + d * c01 + e * c02
        guard determinant > 0, c00 > 0, c11 > 0, c22 > 0 else { return nil }
        let step = SIMD3(
            c00 * right.x + c01 * right.y + c02 * right.z, c01 * right.x + c11 * right.y + c12 * right.z,
            c02 * right.x + c12 * right.y + c22 * right.z)
        return (step / determinant, SIMD3(c00, c11, c22) / determinant)
    }
}
