internal import Imaging

/// Measures finder patterns in grey levels, from the middle outwards.
///
/// Rays from the middle cross three edges, at 1.5, 2.5 and 3.5 modules from it; the distances outline the pattern.
struct FinderProbe {
    /// Rays from the middle.
    private static let rayCount = 24
    private static let samplesOnRay = 26
    private static let directions: [Vector] = (0..<rayCount).map { unit(2 * .pi * Double($0) / Double(rayCount)) }
    /// The order in which rays are tried: far from each other, so that what is no pattern shows soon.
    private static let order: [Int] = (0..<rayCount).map { $0 * 7 % rayCount }
    private var radii = [Double](repeating: 0, count: rayCount)

    /// Fewest rays, of 24, that must cross the edges as a finder pattern's do.
    private static let leastRays = 14
    /// In how many of eight directions the rings may not show or be unlike the opposite ones.
    private static let mostMissing = 2
    /// Least correlation with the pattern.
    private static let leastScore = 0.55
    /// By how much the correlation may fall at a middle that rays tell better: in the middle of modules it hardly changes.
    private static let scoreTolerance = 0.02

    /// The finder pattern around a crossing.
    mutating func finder(
        around crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> FinderPattern? {
        guard let core = core(at: crossing, in: luma, map) else { return nil }
        let isLight = crossing.isInverted
        let threshold = Float(map.threshold(Int(core.center.x), Int(core.center.y))) - 0.5
        guard
            measureRays(from: core.center, module: core.module, in: luma, threshold: threshold, isInverted: isLight)
                >= Self.leastRays,
            let frame
        else { return nil }
        var finder = FinderPattern(center: core.center, u: frame.u, v: frame.v, score: 0, isInverted: isLight)
        finder.score = Self.score(of: finder, in: luma)
        guard finder.score >= Self.leastScore else { return nil }
        var moved = finder
        moved.center += recentering()
        moved.score = Self.score(of: moved, in: luma)
        return moved.score > finder.score - Self.scoreTolerance ? moved : finder
    }

    /// The core's middle and the module sizes along x and y, where the rings around it show in the thresholds.
    private func core(
        at crossing: RunScanner.Crossing, in luma: borrowing LumaView, _ map: borrowing ThresholdMap
    ) -> (center: Vector, module: Vector)? {
        let most = Int(crossing.module * 5) + 3
        var x = (crossing.left + crossing.right) / 2
        let up = FinderWalk(x: x, y: crossing.y, dx: 0, dy: -1, isLight: crossing.isInverted).core(
            most: most, luma, map)
        let down = FinderWalk(x: x, y: crossing.y, dx: 0, dy: 1, isLight: crossing.isInverted).core(
            most: most, luma, map)
        guard up < most, down < most else { return nil }
        let y = crossing.y + (down - up) / 2
        let left = FinderWalk(x: x, y: y, dx: -1, dy: 0, isLight: crossing.isInverted).core(most: most, luma, map)
        let right = FinderWalk(x: x, y: y, dx: 1, dy: 0, isLight: crossing.isInverted).core(most: most, luma, map)
        guard left < most, right < most else { return nil }
        let center = Vector(Double(x) + Double(right - left + 1) / 2, Double(crossing.y) + Double(down - up + 1) / 2)
        x += (right - left) / 2
        let (width, height) = (left + right + 1, up + down + 1)
        guard width < 4 * height + 1, height < 4 * width + 1 else { return nil }
        var missing = 0
        for (dx, dy) in Self.walks {
            let one = FinderWalk(x: x, y: y, dx: dx, dy: dy, isLight: crossing.isInverted).rings(most: most, luma, map)
            let other = FinderWalk(x: x, y: y, dx: -dx, dy: -dy, isLight: crossing.isInverted).rings(
                most: most, luma, map)
            if let one, let other {
                // Both ways are as long, but for a core that was hit beside its middle.
                if 3 * abs(one - other) > one + other + 3 { missing += 1 }
            } else {
                missing += one == nil && other == nil ? 2 : 1
            }
            guard missing <= Self.mostMissing else { return nil }
        }
        return (center, Vector(max(Double(width) / 3, 0.7), max(Double(height) / 3, 0.7)))
    }

    private static let walks = [(1, 1), (-1, 1), (0, 1), (1, 0)]

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
            if tried - count > min(Self.rayCount - Self.leastRays, 2 + count / 2) { return count }
            // 6 modules, for squares on their corner and skewed ones.
            let scale = 1 / (direction / module).length
            let step = direction * (6.2 * scale / Double(Self.samplesOnRay))
            guard
                let radius = Self.radius(
                    from: SIMD2<Float>(center), step: SIMD2<Float>(step), threshold: threshold, sign: sign, in: luma)
            else {
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
        from center: SIMD2<Float>, step: SIMD2<Float>, threshold: Float, sign: Float, in luma: borrowing LumaView
    ) -> Double? {
        var (inner, ring) = (0.0, 0.0)
        var (found, last) = (0, 0)
        var before: Float = -1
        for k in 1...samplesOnRay {
            let place = center + step * Float(k)
            let value = sign * (luma.luma(place) - threshold)
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
    private var frame: (u: Vector, v: Vector)? {
        let half = Self.rayCount / 2
        var points: [Vector] = []
        points.reserveCapacity(half)
        for i in 0..<half {
            let (one, other) = (radii[i], radii[i + half])
            guard one > 0 || other > 0 else { continue }
            let radius = one > 0 && other > 0 ? (one + other) / 2 : max(one, other)
            points.append(Self.directions[i] * radius)
        }
        return FinderOutline(points: points).frame
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
