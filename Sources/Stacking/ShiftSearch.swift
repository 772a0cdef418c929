/// Finds the shift by which a frame fits its reference best, among whole samples.
struct ShiftSearch: Sendable {
    /// Shifts from `-reach` to `reach` are tried, both ways.
    static let reach = 7
    private static let side = 16

    /// Correlation for each shift, rows of `side`.
    private var correlations = [Float](repeating: 0, count: side * side)

    /// The shift for which the evidence (the correlation, times `weight`) and the expectation (no shift, with `precision`,
    /// which is one over the variance, in samples) together are best.
    mutating func best(
        _ frame: borrowing Plane, in reference: borrowing WarpedReference, weight: Double,
        precision: (x: Double, y: Double)
    ) -> (x: Int, y: Int) {
        correlate(frame, reference)
        var best = (x: 0, y: 0, score: -Double.infinity)
        for dy in -Self.reach...Self.reach {
            for dx in -Self.reach...Self.reach {
                let correlation = Double(correlations[(dy + Self.reach) * Self.side + dx + Self.reach])
                let distance = Double(dx * dx) * precision.x + Double(dy * dy) * precision.y
                let score = weight * correlation - 0.5 * distance
                if score > best.score { best = (dx, dy, score) }
            }
        }
        return (best.x, best.y)
    }

    private mutating func correlate(_ frame: borrowing Plane, _ reference: borrowing WarpedReference) {
        let (width, height) = (frame.width, frame.height)
        let offset = WarpedReference.margin - Self.reach
        for dy in 0..<(2 * Self.reach + 1) {
            var (left, right) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
            for y in 0..<height {
                let (row, other) = (frame.row(y), reference.plane.row(y &+ dy &+ offset))
                let bytes = unsafe other.bytes
                let count = min(row.count, min(width, other.count &- offset &- Self.side &+ 1))
                for x in 0..<count {
                    // SAFETY: 16 samples from `x + offset` on, which end inside the row by the bound of `x`.
                    let near = unsafe bytes.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: 4 &* (x &+ offset), as: SIMD8<Float>.self)
                    let far = unsafe bytes.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: 4 &* (x &+ offset &+ 8), as: SIMD8<Float>.self)
                    let value = SIMD8<Float>(repeating: row[x])
                    left += value * near
                    right += value * far
                }
            }
            for i in 0..<8 {
                correlations[dy * Self.side + i] = left[i]
                correlations[dy * Self.side + 8 + i] = right[i]
            }
        }
    }
}
