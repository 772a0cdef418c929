internal import Glibc

/// The reference of a registration as a frame with a given motion would see it, with a margin around the frame.
struct WarpedReference: Sendable {
    /// Samples on each side beyond the frame.
    static let margin = 8

    private(set) var plane = Plane()

    /// Samples `reference` (bilinear; beyond its edge, its edge) where a frame of the same size with `motion`, in samples,
    /// has its own.
    mutating func fill(from reference: borrowing Plane, motion: RigidMotion) {
        let (width, height, margin) = (reference.width, reference.height, Self.margin)
        plane.resize(width: width + 2 * margin, height: height + 2 * margin)
        let (centerX, centerY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let (stepX, stepY) = (Float(cos(motion.angle)), Float(sin(motion.angle)))
        let (lastX, lastY) = (Float(width - 1), Float(height - 1))
        let samples = reference.all
        for y in 0..<plane.height {
            let start = motion.apply(-centerX - Double(margin), Double(y - margin) - centerY)
            let (x0, y0) = (Float(start.x + centerX), Float(start.y + centerY))
            plane.withRow(y) { row in
                for x in 0..<row.count {
                    let px = min(max(x0 + Float(x) * stepX, 0), lastX)
                    let py = min(max(y0 + Float(x) * stepY, 0), lastY)
                    let (ix, iy) = (min(Int(px), width &- 2), min(Int(py), height &- 2))
                    let (fx, fy) = (px - Float(ix), py - Float(iy))
                    let place = iy &* width &+ ix
                    let (a, b) = (samples[place], samples[place &+ 1])
                    let (c, d) = (samples[place &+ width], samples[place &+ width &+ 1])
                    let (upper, lower) = (a + (b - a) * fx, c + (d - c) * fx)
                    row[x] = upper + (lower - upper) * fy
                }
            }
        }
    }
}
