/// A projective map of the plane.
struct Homography {
    /// Row by row, but for the last one, which is 1.
    private var m: SIMD8<Double>

    /// The map that takes each of four points `from` to its counterpart `to`; nil if three of them lie on a line.
    init?(from: [Vector], to: [Vector]) {
        guard from.count == 4, to.count == 4 else { return nil }
        var rows: [[Double]] = []
        for (p, q) in zip(from, to) {
            rows.append([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x])
            rows.append([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y])
        }
        for column in 0..<8 {
            guard let pivot = (column..<8).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<8 where row != column {
                let factor = rows[row][column] / rows[column][column]
                guard factor != 0 else { continue }
                for k in column..<9 { rows[row][k] -= factor * rows[column][k] }
            }
        }
        m = .zero
        for k in 0..<8 { m[k] = rows[k][8] / rows[k][k] }
        guard m.sum().isFinite else { return nil }
    }

    /// Where the map takes `p`.
    func callAsFunction(_ p: Vector) -> Vector {
        let w = m[6] * p.x + m[7] * p.y + 1
        return Vector(m[0] * p.x + m[1] * p.y + m[2], m[3] * p.x + m[4] * p.y + m[5]) / w
    }

    /// The weight at `p`: not above 0 where the map turns over.
    func weight(_ p: Vector) -> Double { m[6] * p.x + m[7] * p.y + 1 }
}
