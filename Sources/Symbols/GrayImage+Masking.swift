internal import Imaging

extension GrayImage {
    /// Paints over what lies inside `quad` with the light level around it, so that nothing more is read there.
    ///
    /// The level is the upper quartile of luma along the sides (the lower one where the symbol is light on dark): the
    /// quiet zone, rather than what stands beside it.
    mutating func mask(_ quad: Quad, isLightOnDark: Bool) {
        guard width > 0 && height > 0 else { return }
        let level = view.level(along: quad, quantile: isLightOnDark ? 0.25 : 0.75)
        let box = quad.boundingBox
        let top = max(0, Int(clamping: box.y.rounded(.down)))
        let bottom = min(height, Int(clamping: (box.y + box.height).rounded(.up)))
        guard top < bottom else { return }
        for y in top..<bottom {
            guard let range = quad.crossing(y: Double(y) + 0.5) else { continue }
            let left = min(max(0, Int(clamping: range.lowerBound.rounded(.down))), width)
            let right = min(max(left, Int(clamping: range.upperBound.rounded(.up))), width)
            withRow(y) { row in
                for x in left..<right { row[x] = level }
            }
        }
    }
}

extension LumaView {
    fileprivate func level(along quad: Quad, quantile: Double) -> UInt8 {
        let corners = quad.corners
        var values: [Double] = []
        for side in 0..<4 {
            let (from, to) = (corners[side], corners[(side + 1) % 4])
            for i in 0..<16 { values.append(sample(from + (to - from) * (Double(i) / 16))) }
        }
        values.sort()
        return UInt8(clamping: Int(values[Int(quantile * Double(values.count - 1))]))
    }
}

extension Quad {
    /// Where a row crosses the sides, leftmost to rightmost; nil if it does not.
    fileprivate func crossing(y: Double) -> ClosedRange<Double>? {
        let corners = corners
        var (left, right) = (Double.infinity, -Double.infinity)
        for side in 0..<4 {
            let (a, b) = (corners[side], corners[(side + 1) % 4])
            guard min(a.y, b.y) <= y && max(a.y, b.y) >= y else { continue }
            let x = a.y == b.y ? a.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
            left = min(left, min(x, a.y == b.y ? b.x : x))
            right = max(right, max(x, a.y == b.y ? b.x : x))
        }
        return left <= right ? left...right : nil
    }
}

extension Int {
    /// The nearest `Int`; 0 for what is no number.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -1e9), 1e9))
    }
}
