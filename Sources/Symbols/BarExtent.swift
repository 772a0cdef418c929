internal import Imaging

/// Finds how far the bars of a linear symbol reach from a scan line that crossed them.
///
/// The direction of the bars is that in which luma changes least near the line (the weaker eigenvector of the structure
/// tensor). From each of several parts of the line a walk follows the bars both ways, as long as the profile there
/// resembles that of the line; straight sides through the ends give the corners.
struct BarExtent {
    /// The symbol's corners.
    var quad: Quad
    /// How far the profile was followed, in pixels: the mean over the line.
    var barLength: Double

    private static let parts = 8
    private static let samplesInPart = 40
    /// Pixels from one look at the profile to the next.
    private static let step = 2.0
    /// Looks in a row without the profile that a walk passes over, for scratches and prints that miss a line.
    private static let longestGap = 2

    /// - Parameters:
    ///   - start: where the line enters the first bar, in pixels of `luma`.
    ///   - end: where it leaves the last one.
    init(of luma: borrowing LumaView, from start: Point, to end: Point) {
        let line = end - start
        let across = Self.normal(of: luma, from: start, along: line)
        let along = Point(x: -across.y, y: across.x)
        var up: [Walk] = []
        var down: [Walk] = []
        for part in 0..<Self.parts {
            let points = (0..<Self.samplesInPart).map { i in
                let place = (Double(part) + (Double(i) + 0.5) / Double(Self.samplesInPart)) / Double(Self.parts)
                return start + line * place
            }
            guard let profile = Profile(of: luma, at: points) else { continue }
            let place = (Double(part) + 0.5) / Double(Self.parts)
            up.append(Walk(place: place, profile: profile, in: luma, along: along * -1, across: across))
            down.append(Walk(place: place, profile: profile, in: luma, along: along, across: across))
        }
        let top = Side(up)
        let bottom = Side(down)
        quad = Quad(
            topLeft: start + along * -top.distance(at: 0) + across * top.drift(at: 0),
            topRight: end + along * -top.distance(at: 1) + across * top.drift(at: 1),
            bottomRight: end + along * bottom.distance(at: 1) + across * bottom.drift(at: 1),
            bottomLeft: start + along * bottom.distance(at: 0) + across * bottom.drift(at: 0))
        barLength = top.distance(at: 0.5) + bottom.distance(at: 0.5)
    }

    /// The unit vector across the bars, pointing from the line's start to its end.
    private static func normal(of luma: borrowing LumaView, from start: Point, along line: Point) -> Point {
        let length = line.length
        guard length > 0 else { return Point(x: 1, y: 0) }
        let direction = line * (1 / length)
        let count = min(1024, max(16, Int(length)))
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for offset in -1...1 {
            let from = start + Point(x: -direction.y, y: direction.x) * Double(offset * 2)
            for i in 0..<count {
                let p = from + line * ((Double(i) + 0.5) / Double(count))
                let gx = luma.sample(Point(x: p.x + 1, y: p.y)) - luma.sample(Point(x: p.x - 1, y: p.y))
                let gy = luma.sample(Point(x: p.x, y: p.y + 1)) - luma.sample(Point(x: p.x, y: p.y - 1))
                xx += gx * gx
                xy += gx * gy
                yy += gy * gy
            }
        }
        // The eigenvector of the larger eigenvalue, by the row of (tensor - eigenvalue) that is better conditioned.
        let half = (xx - yy) / 2
        let root = (half * half + xy * xy).squareRoot()
        let vector = half >= 0 ? Point(x: root + half, y: xy) : Point(x: xy, y: root - half)
        guard vector.length > 0 else { return direction }
        let normal = vector * (1 / vector.length)
        let cosine = normal.dot(direction)
        // A scan line that crosses all bars is never this steep; then what is near the line was not the bars.
        guard abs(cosine) > 0.4 else { return direction }
        return cosine < 0 ? normal * -1 : normal
    }
}

/// Luma along a part of the scan line, and how much of it is found elsewhere.
private struct Profile {
    let points: [Point]
    let values: [Double]
    let energy: Double

    /// Nil if the part is plain.
    init?(of luma: borrowing LumaView, at points: [Point]) {
        var values: [Double] = []
        values.reserveCapacity(points.count)
        for point in points { values.append(luma.sample(point)) }
        let mean = values.reduce(0, +) / Double(values.count)
        self.points = points
        self.values = values.map { $0 - mean }
        energy = self.values.reduce(0) { $0 + $1 * $1 }
        // A standard deviation of 4 codes is noise, not bars.
        if energy < 16 * Double(values.count) { return nil }
    }

    /// The profile `offset` away: its correlation with this one, -1...1, and its amplitude relative to this one's.
    func match(_ luma: borrowing LumaView, at offset: Point) -> (correlation: Double, gain: Double) {
        var (sum, squares, product) = (0.0, 0.0, 0.0)
        for i in 0..<min(points.count, values.count) {
            let value = luma.sample(points[i] + offset)
            sum += value
            squares += value * value
            product += value * values[i]
        }
        let spread = squares - sum * sum / Double(points.count)
        guard spread > 0 else { return (0, 0) }
        return (product / (spread * energy).squareRoot(), product / energy)
    }
}

/// A walk along the bars from one part of the scan line.
private struct Walk {
    /// Where on the line it began, 0...1.
    let place: Double
    /// How far the bars went, in pixels.
    private(set) var distance = 0.0
    /// How far the profile has moved across the bars meanwhile, in pixels.
    private(set) var drift = 0.0

    init(place: Double, profile: Profile, in luma: borrowing LumaView, along: Point, across: Point) {
        self.place = place
        var usualGain = 1.0
        var position = 0.0
        var moved = 0.0
        var missed = 0
        let farthest = Double(luma.width + luma.height)
        while missed <= BarExtent.gapLooks && position < farthest {
            position += BarExtent.stepLength
            guard luma.contains(profile.points[profile.points.count / 2] + along * position) else { break }
            var best = (correlation: -1.0, gain: 0.0)
            var bestMove = moved
            for move in [moved, moved - 0.5, moved + 0.5] {
                let match = profile.match(luma, at: along * position + across * move)
                if match.correlation > best.correlation + 0.002 { (best, bestMove) = (match, move) }
            }
            if best.correlation > 0.7 && best.gain > 0.5 * usualGain {
                (distance, drift, moved, missed) = (position, bestMove, bestMove, 0)
                usualGain += (best.gain - usualGain) * 0.2
            } else {
                missed += 1
            }
        }
        // The end lies where the amplitude falls through half, within one step after the last good look.
        var (inside, outside) = (distance, distance + BarExtent.stepLength)
        for _ in 0..<4 {
            let middle = (inside + outside) / 2
            let gain = profile.match(luma, at: along * middle + across * drift).gain
            if gain > 0.5 * usualGain { inside = middle } else { outside = middle }
        }
        distance = (inside + outside) / 2
    }
}

/// A straight side of the symbol through the ends of several walks, by the medians of Theil and Sen.
private struct Side {
    private var start = (distance: 0.5, drift: 0.0)
    private var slope = (distance: 0.0, drift: 0.0)

    init(_ walks: [Walk]) {
        guard !walks.isEmpty else { return }
        (start.distance, slope.distance) = Self.fit(walks.map { ($0.place, $0.distance) })
        (start.drift, slope.drift) = Self.fit(walks.map { ($0.place, $0.drift) })
    }

    func distance(at place: Double) -> Double { max(0.5, start.distance + slope.distance * place) }
    func drift(at place: Double) -> Double { start.drift + slope.drift * place }

    private static func fit(_ points: [(x: Double, y: Double)]) -> (start: Double, slope: Double) {
        var slopes: [Double] = []
        for (i, a) in points.enumerated() {
            for b in points.dropFirst(i + 1) { slopes.append((b.y - a.y) / (b.x - a.x)) }
        }
        let slope = median(slopes) ?? 0
        return (median(points.map { $0.y - slope * $0.x }) ?? 0, slope)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

extension BarExtent {
    fileprivate static var gapLooks: Int { longestGap }
    fileprivate static var stepLength: Double { step }
}
