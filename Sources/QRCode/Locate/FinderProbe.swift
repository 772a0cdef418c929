internal import Imaging

/// Measures finder patterns in grey levels, from the middle outwards.
///
/// Rays from the middle cross three edges, at 1.5, 2.5 and 3.5 modules from it. The distances give a parallelogram;
/// its second moments give the pattern's frame up to a rotation, and the fourth harmonic of the squared-up outline the
/// rotation.
struct FinderProbe {
    /// Rays from the middle.
    private static let rayCount = 24
    private static let samplesOnRay = 26
    private static let directions: [Vector] = (0..<rayCount).map { unit(2 * .pi * Double($0) / Double(rayCount)) }
    /// The order in which rays are tried: far from each other, so that what is no pattern shows soon.
    private static let order: [Int] = (0..<rayCount).map { $0 * 7 % rayCount }
    private var radii = [Double](repeating: 0, count: rayCount)

    /// Fewest rays, of 24, that must cross the edges as a finder pattern's do.
    var leastRays = 14
    /// In how many of eight directions the rings may not show or be unlike the opposite ones.
    var mostMissing = 2
    /// Least correlation with the pattern.
    var leastScore = 0.55

    /// The finder pattern around a crossing.
    mutating func finder(
        around crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> FinderPattern? {
        guard let core = core(at: crossing, in: luma, map) else { return nil }
        let isLight = crossing.isInverted
        let threshold = Float(map.threshold(Int(core.center.x), Int(core.center.y))) - 0.5
        guard
            measureRays(from: core.center, module: core.module, in: luma, threshold: threshold, isInverted: isLight)
                >= leastRays,
            let frame = frame(isInverted: isLight)
        else { return nil }
        var finder = FinderPattern(center: core.center, u: frame.u, v: frame.v, score: 0, isInverted: isLight)
        finder.score = Self.score(of: finder, in: luma)
        guard finder.score >= leastScore else { return nil }
        finder.center += recentering()
        finder.score = max(finder.score, Self.score(of: finder, in: luma))
        return finder
    }

    /// The core's middle and the module sizes along x and y, where the rings around it show in the thresholds.
    private func core(
        at crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> (center: Vector, module: Vector)? {
        let most = Int(crossing.module * 5) + 3
        var x = (crossing.left + crossing.right) / 2
        let up = Walk(x: x, y: crossing.y, dx: 0, dy: -1, isLight: crossing.isInverted).core(most: most, luma, map)
        let down = Walk(x: x, y: crossing.y, dx: 0, dy: 1, isLight: crossing.isInverted).core(most: most, luma, map)
        guard up < most, down < most else { return nil }
        let y = crossing.y + (down - up) / 2
        let left = Walk(x: x, y: y, dx: -1, dy: 0, isLight: crossing.isInverted).core(most: most, luma, map)
        let right = Walk(x: x, y: y, dx: 1, dy: 0, isLight: crossing.isInverted).core(most: most, luma, map)
        guard left < most, right < most else { return nil }
        let center = Vector(Double(x) + Double(right - left + 1) / 2, Double(crossing.y) + Double(down - up + 1) / 2)
        x += (right - left) / 2
        let (width, height) = (left + right + 1, up + down + 1)
        guard width < 4 * height + 1, height < 4 * width + 1 else { return nil }
        var missing = 0
        for (dx, dy) in Self.walks {
            let one = Walk(x: x, y: y, dx: dx, dy: dy, isLight: crossing.isInverted).rings(most: most, luma, map)
            let other = Walk(x: x, y: y, dx: -dx, dy: -dy, isLight: crossing.isInverted).rings(most: most, luma, map)
            if let one, let other {
                // Both ways are as long, but for a core that was hit beside its middle.
                if 3 * abs(one - other) > one + other + 3 { missing += 1 }
            } else {
                missing += one == nil && other == nil ? 2 : 1
            }
            guard missing <= mostMissing else { return nil }
        }
        return (center, Vector(max(Double(width) / 3, 0.7), max(Double(height) / 3, 0.7)))
    }

    private static let walks = [(1, 1), (-1, 1), (0, 1), (1, 0)]

    /// A way through pixels that are split into dark and light.
    private struct Walk {
        var x: Int
        var y: Int
        var dx: Int
        var dy: Int
        /// Whether the core is light.
        var isLight: Bool

        /// Steps that stay inside of the picture and of its blocks.
        @inline(__always)
        private func limit(_ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int {
            let right = min(luma.width, map.columns &* map.side) &- 1 &- x
            let below = min(luma.height, map.rows &* map.side) &- 1 &- y
            return min(dx == 0 ? Int.max : dx > 0 ? right : x, dy == 0 ? Int.max : dy > 0 ? below : y)
        }

        /// Whether the pixel after that many steps is of the core's kind.
        @inline(__always)
        private func isCore(_ steps: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Bool {
            let (px, py) = (x &+ steps &* dx, y &+ steps &* dy)
            return (luma.bytes[py &* luma.stride &+ px] < map.threshold(px, py)) != isLight
        }

        /// Steps to the last pixel of the core, at most `most`.
        @inline(__always)
        func core(most: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int {
            let last = min(most, limit(luma, map))
            var steps = 0
            while steps < last, isCore(steps &+ 1, luma, map) { steps &+= 1 }
            return steps
        }

        /// Steps to the first pixel of the dark ring, where beyond the core come a light and a dark run, each of about
        /// two thirds of the way through the core; nil where they do not.
        func rings(most: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int? {
            let core = core(most: most, luma, map)
            guard core < most else { return nil }
            let limit = limit(luma, map)
            var steps = core &+ 1
            while steps < min(core &* 3 &+ 4, limit), !isCore(steps, luma, map) { steps &+= 1 }
            let light = steps &- core &- 1
            // Two thirds of core + 1/2, from a third of that to twice as much and a pixel.
            guard light &* 9 >= 2 &* core &+ 1, 3 &* light <= 4 &* core &+ 5 else { return nil }
            let start = steps
            let least = (2 &* core &+ 8) / 9
            while steps &- start < least, steps <= limit, isCore(steps, luma, map) { steps &+= 1 }
            return steps &- start >= least ? start : nil
        }
    }

    /// Fills `radii` with the distance of one module along each ray, 0 where there is none; how many there are.
    private mutating func measureRays(
        from center: Vector, module: Vector, in luma: borrowing LumaView, threshold: Float, isInverted: Bool
    ) -> Int {
        let sign: Float = isInverted ? -1 : 1
        var count = 0
        for i in radii.indices { radii[i] = 0 }
        for (tried, i) in Self.order.enumerated() {
            let direction = Self.directions[i]
            // Give up when what is left cannot make it, or when hardly any of the first ones did.
            if tried - count > min(Self.rayCount - leastRays, 2 + count / 2) { return count }
            // 6 modules, for squares on their corner and skewed ones.
            let scale = 1 / (direction / module).length
            let step = direction * (6.2 * scale / Double(Self.samplesOnRay))
            guard let radius = Self.radius(from: center, step: step, threshold: threshold, sign: sign, in: luma) else {
                continue
            }
            radii[i] = radius * step.length
            count += 1
        }
        return count
    }

    /// The distance of one module in steps, from three crossings of the threshold on the way outwards.
    @inline(__always)
    private static func radius(
        from center: Vector, step: Vector, threshold: Float, sign: Float, in luma: borrowing LumaView
    ) -> Double? {
        var (inner, ring) = (0.0, 0.0)
        var (found, last) = (0, 0)
        var before: Float = -1
        for k in 1...samplesOnRay {
            let value = sign * (luma.luma(center.x + step.x * Double(k), center.y + step.y * Double(k)) - threshold)
            let isCrossing = found == 1 ? value <= 0 : value > 0
            if isCrossing {
                let at = Double(k) + Double(value / (before - value))
                // A speck of one sample is no edge.
                if found > 0 && k &- last < 2 { return nil }
                last = k
                found &+= 1
                if found == 1 {
                    inner = at
                } else if found == 2 {
                    ring = at
                    guard ring > 1.2 * inner, ring < 2.6 * inner else { return nil }
                } else {
                    return at > 1.1 * ring && at < 1.9 * ring ? (inner + 2 * ring + at) / 10 : (inner + ring) / 4
                }
            }
            before = value
        }
        return found == 2 ? (inner + ring) / 4 : nil
    }

    /// Half of the mean difference of opposite rays: where the middle of the outline lies.
    private func recentering() -> Vector {
        let half = Self.rayCount / 2
        var (sum, count) = (Vector.zero, 0.0)
        for i in 0..<half where radii[i] > 0 && radii[i + half] > 0 {
            sum += Self.directions[i] * (radii[i] - radii[i + half])
            count += 1
        }
        // Radii are those of a module; edges lie at 2.5 of them on the mean. The mean of the projection on rays is 1/2.
        return count >= 6 ? sum * (2.5 / count) : .zero
    }

    /// The frame of the parallelogram that `radii` outline.
    private func frame(isInverted: Bool) -> (u: Vector, v: Vector)? {
        let half = Self.rayCount / 2
        var points: [Vector] = []
        points.reserveCapacity(half)
        for i in 0..<half {
            let (one, other) = (radii[i], radii[i + half])
            guard one > 0 || other > 0 else { continue }
            let radius = one > 0 && other > 0 ? (one + other) / 2 : max(one, other)
            points.append(Self.directions[i] * radius)
        }
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
        return Self.fitted(start, to: points)
    }

    /// The frame whose square with half-side 1 has its sides nearest to `points`: two times each side's line is fitted
    /// to the points that are on it.
    private static func fitted(_ start: (u: Vector, v: Vector), to points: [Vector]) -> (u: Vector, v: Vector)? {
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

    /// Correlation of the picture at the pattern's 49 modules with dark and light.
    static func score(of finder: FinderPattern, in luma: borrowing LumaView) -> Double {
        var (sum, squares, product) = (0.0, 0.0, 0.0)
        for row in 0..<7 {
            for column in 0..<7 {
                let place = finder.center + finder.u * Double(column - 3) + finder.v * Double(row - 3)
                let value = Double(luma.luma(place.x, place.y))
                sum += value
                squares += value * value
                product += FinderPattern.isDark(column: column, row: row) ? -value : value
            }
        }
        // 16 of 49 modules are light: the pattern has the mean -17/49.
        let variance = squares - sum * sum / 49
        guard variance > 1e-6 else { return 0 }
        let covariance = product + 17.0 / 49 * sum
        let patternVariance = 49.0 - 17.0 * 17.0 / 49
        let correlation = covariance / (variance * patternVariance).squareRoot()
        return finder.isInverted ? -correlation : correlation
    }
}
