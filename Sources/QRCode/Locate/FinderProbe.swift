internal import Imaging

/// Measures finder patterns in grey levels, from the middle outwards.
///
/// Rays from the middle cross three edges, at 1.5, 2.5 and 3.5 modules from it. The distances give a parallelogram;
/// its second moments give the pattern's frame up to a rotation, and the fourth harmonic of the squared-up outline the
/// rotation.
struct FinderProbe {
    /// Rays from the middle.
    private static let rayCount = 24
    private static let samplesOnRay = 30
    private static let directions: [Vector] = (0..<rayCount).map { unit(2 * .pi * Double($0) / Double(rayCount)) }
    /// The order in which rays are tried: far from each other, so that what is no pattern shows soon.
    private static let order: [Int] = (0..<rayCount).map { $0 * 7 % rayCount }
    private var profile = [Float](repeating: 0, count: samplesOnRay)
    private var radii = [Double](repeating: 0, count: rayCount)

    /// Fewest rays, of 24, that must cross the edges as a finder pattern's do.
    var leastRays = 14
    /// How many of the two sides of the core's column must show both rings.
    var leastRings = 2
    /// Least correlation with the pattern.
    var leastScore = 0.55

    /// The finder pattern around a crossing.
    mutating func finder(
        around crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> FinderPattern? {
        guard let core = core(at: crossing, in: luma, map) else { return nil }
        let isLight = crossing.isInverted
        guard measureRays(from: core.center, module: core.module, in: luma, isInverted: isLight) >= leastRays,
            let frame = frame(isInverted: isLight)
        else { return nil }
        var finder = FinderPattern(center: core.center, u: frame.u, v: frame.v, score: 0, isInverted: isLight)
        finder.score = Self.score(of: finder, in: luma)
        guard finder.score >= leastScore else { return nil }
        finder.center += recentering()
        finder.score = max(finder.score, Self.score(of: finder, in: luma))
        return finder
    }

    /// The core's middle and the module sizes along x and y, from runs through it in both directions.
    private func core(
        at crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> (center: Vector, module: Vector)? {
        let x = (crossing.left + crossing.right) / 2
        let column = Line(x: x, y: crossing.y, isVertical: true, isLight: crossing.isInverted)
        let most = Int(crossing.module * 9) + 3
        guard let vertical = column.core(most: most, luma, map) else { return nil }
        var rings = 0
        for direction in [-1, 1] {
            let end = direction < 0 ? vertical.first : vertical.last
            if column.hasRings(beyond: end, direction, core: vertical.last - vertical.first + 1, luma, map) {
                rings += 1
            }
        }
        guard rings >= leastRings else { return nil }
        let y = (vertical.first + vertical.last) / 2
        let row = Line(x: x, y: y, isVertical: false, isLight: crossing.isInverted)
        guard let horizontal = row.core(most: most, luma, map) else { return nil }
        let middle = (horizontal.first + horizontal.last) / 2
        let again = Line(x: middle, y: y, isVertical: true, isLight: crossing.isInverted)
        guard let vertical = again.core(most: most, luma, map) else { return nil }
        let center = Vector(
            Double(horizontal.first + horizontal.last + 1) / 2, Double(vertical.first + vertical.last + 1) / 2)
        let module = Vector(
            Double(horizontal.last - horizontal.first + 1) / 3, Double(vertical.last - vertical.first + 1) / 3)
        guard module.x < 4 * module.y + 1, module.y < 4 * module.x + 1 else { return nil }
        return (center, Vector(max(module.x, 0.7), max(module.y, 0.7)))
    }

    /// A row or a column of pixels, split into dark and light.
    private struct Line {
        var x: Int
        var y: Int
        var isVertical: Bool
        /// Whether the core is light.
        var isLight: Bool

        /// Whether the pixel `offset` from the origin is of the core's kind; nil outside.
        @inline(__always)
        func isCore(_ offset: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Bool? {
            let (px, py) = isVertical ? (x, y &+ offset) : (x &+ offset, y)
            guard px >= 0, py >= 0, px < map.columns &* ThresholdMap.side, py < map.rows &* ThresholdMap.side else {
                return nil
            }
            let threshold = map.row(py / ThresholdMap.side)[px / ThresholdMap.side]
            return (luma.bytes[py &* luma.stride &+ px] < threshold) != isLight
        }

        /// First and last pixel of the core's run through the origin; nil if it is longer than `most`.
        func core(
            most: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap
        ) -> (first: Int, last: Int)? {
            let at = isVertical ? y : x
            var (first, last) = (0, 0)
            while isCore(first &- 1, luma, map) == true {
                first &-= 1
                guard first > -most else { return nil }
            }
            while isCore(last &+ 1, luma, map) == true {
                last &+= 1
                guard last < most else { return nil }
            }
            return (at + first, at + last)
        }

        /// Whether beyond the core's end come a light run of about a third of the core and a dark one.
        func hasRings(
            beyond end: Int, _ direction: Int, core: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap
        ) -> Bool {
            var offset = end - (isVertical ? y : x) + direction
            var (light, dark) = (0, 0)
            while light <= core, isCore(offset, luma, map) == false {
                light &+= 1
                offset &+= direction
            }
            guard light <= 2 + core * 2 / 3, light * 8 >= core else { return false }
            while dark < core, isCore(offset, luma, map) == true {
                dark &+= 1
                offset &+= direction
            }
            return dark * 8 >= core
        }
    }

    /// Fills `radii` with the distance of one module along each ray, 0 where there is none; how many there are.
    private mutating func measureRays(
        from center: Vector, module: Vector, in luma: borrowing LumaView, isInverted: Bool
    ) -> Int {
        let sign: Float = isInverted ? -1 : 1
        let dark = sign * luma.luma(center.x, center.y)
        var count = 0
        for i in radii.indices { radii[i] = 0 }
        for (tried, i) in Self.order.enumerated() {
            let direction = Self.directions[i]
            // Give up when what is left cannot make it, or when hardly any of the first ones did.
            if tried - count > Self.rayCount - leastRays || tried - count > 4 + count { return count }
            let scale = 1 / (direction / module).length
            // 6 modules, for squares on their corner and skewed ones.
            let step = 6.2 * scale / Double(Self.samplesOnRay)
            var light = dark
            for k in 0..<Self.samplesOnRay {
                let place = center + direction * (step * Double(k + 1))
                profile[k] = sign * luma.luma(place.x, place.y)
                if k < Self.samplesOnRay / 2 { light = max(light, profile[k]) }
            }
            guard light - dark >= 5 else { continue }
            guard let radius = Self.radius(profile, threshold: (dark + light) / 2) else { continue }
            radii[i] = radius * step
            count += 1
        }
        return count
    }

    /// The distance of one module in samples from three crossings of the threshold.
    @inline(__always)
    private static func radius(_ profile: [Float], threshold: Float) -> Double? {
        var crossings = (0.0, 0.0, 0.0)
        var (found, last, isLight) = (0, -1, false)
        for k in 1..<profile.count where (profile[k] > threshold) != isLight {
            let before = profile[k - 1]
            let part = Double((threshold - before) / (profile[k] - before))
            guard part.isFinite else { return nil }
            let at = Double(k) + part
            // A speck of one sample is no edge.
            if found > 0 && k - last < 2 { return nil }
            last = k
            isLight.toggle()
            found += 1
            if found == 1 { crossings.0 = at } else if found == 2 { crossings.1 = at } else { crossings.2 = at }
            if found == 3 { break }
        }
        guard found >= 2, crossings.0 > 0 else { return nil }
        let ring = crossings.1 / crossings.0
        guard ring > 1.2, ring < 2.6 else { return nil }
        if found == 3 {
            let outer = crossings.2 / crossings.1
            if outer > 1.1 && outer < 1.9 { return (crossings.0 + 2 * crossings.1 + crossings.2) / 10 }
        }
        return (crossings.0 + crossings.1) / 4
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
        var (real, imaginary) = (0.0, 0.0)
        for point in points {
            let q = Vector((d * point.x - b * point.y) / size, (a * point.y - b * point.x) / size)
            let length = q.length
            guard length > 0 else { continue }
            let (c, s) = (q.x / length, q.y / length)
            let (c2, s2) = (c * c - s * s, 2 * c * s)
            real += length * (c2 * c2 - s2 * s2)
            imaginary += length * 2 * c2 * s2
        }
        let angle = arcTangent(-imaginary, -real) / 4
        let direction = unit(angle)
        let (e, f) = (direction, Vector(-direction.y, direction.x))
        return (Vector(a * e.x + b * e.y, b * e.x + d * e.y), Vector(a * f.x + b * f.y, b * f.x + d * f.y))
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
