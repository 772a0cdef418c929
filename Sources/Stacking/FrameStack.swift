internal import Glibc
package import Imaging

/// The mean of the last frames of a scene, each laid where the first one saw it: what noise hides in each of them shows
/// in their mean.
///
/// Up to `most` frames count alike; from then on, older ones fade. Samples are kept in fractions of a grey level, so that
/// what lies below one grey level survives. Where the camera moves on, the stack moves along.
package struct FrameStack: ~Copyable, Sendable {
    /// How frames are laid on each other.
    package enum Alignment: Sendable, Hashable {
        /// As they come: a camera on a tripod.
        case fixed
        /// Shifted and turned as the picture shows.
        case registered
    }

    /// How many frames count at most.
    package let most: Int
    /// How many frames were taken since the scene began.
    package private(set) var frames = 0
    /// Where the newest frame lies.
    package private(set) var motion = RigidMotion()
    private let alignment: Alignment
    private var registration: Registration?
    private(set) var mean = Plane()
    private var counts = Plane()
    private var spare = Plane()
    private var usualFit = 0.0
    private var misfits = 0

    /// The stack moves along when the camera has moved by so many pixels.
    private static let farthest = 24.0
    /// A frame fits no more when its correlation with the mean is below this share of what is usual.
    private static let leastFit = 0.35
    /// So many frames in a row that do not fit are another scene.
    private static let mostMisfits = 3
    /// Frames before the fit is judged.
    private static let framesToJudge = 8

    /// A stack of at most `most` frames.
    package init(most: Int, alignment: Alignment) {
        self.most = max(most, 1)
        self.alignment = alignment
    }

    /// How sure the newest frame's place is: the standard deviation of its shift in pixels; 0 for a fixed alignment.
    package var uncertainty: Double { registration?.uncertainty ?? 0 }

    /// Forgets the frames.
    package mutating func reset() {
        frames = 0
        motion = RigidMotion()
        registration = nil
        (usualFit, misfits) = (0, 0)
    }

    /// Takes the next frame. A frame of another size, or of another scene, begins a new stack.
    package mutating func add(_ luma: borrowing LumaView) {
        guard luma.width >= 64, luma.height >= 64 else { return reset() }
        if frames == 0 || luma.width != mean.width || luma.height != mean.height { begin(luma) }
        if alignment == .registered, frames > 0 {
            let fit = registration?.follow(luma, mean: mean) ?? 0
            motion = registration?.motion ?? motion
            if isOtherScene(fit) {
                begin(luma)
            } else {
                recenter()
            }
        }
        lay(luma)
        frames += 1
    }

    private mutating func begin(_ luma: borrowing LumaView) {
        reset()
        if alignment == .registered { registration = Registration(width: luma.width, height: luma.height) }
        mean.resize(width: luma.width, height: luma.height)
        counts.resize(width: luma.width, height: luma.height)
        counts.fill(0)
    }

    private mutating func isOtherScene(_ fit: Double) -> Bool {
        guard frames >= Self.framesToJudge else { return false }
        if usualFit == 0 { usualFit = fit }
        guard fit < Self.leastFit * usualFit, usualFit > 0.02 else {
            misfits = 0
            usualFit += 0.1 * (fit - usualFit)
            return false
        }
        misfits += 1
        return misfits >= Self.mostMisfits
    }

    // MARK: Adding

    private mutating func lay(_ luma: borrowing LumaView) {
        let (width, height) = (luma.width, luma.height)
        let (centerX, centerY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let isPlain = motion == RigidMotion()
        let (stepX, stepY) = (Float(cos(motion.angle)), Float(-sin(motion.angle)))
        let (bytes, stride, step, most) = (luma.bytes, luma.stride, luma.pixelStride, Float(most))
        for y in 0..<height {
            let source = luma.row(y)
            let start = motion.undo(-centerX, Double(y) - centerY)
            let (x0, y0) = (Float(start.x + centerX), Float(start.y + centerY))
            Self.withRows(&mean, &counts, y) { means, counts in
                let count = min(means.count, counts.count)
                if isPlain {
                    for x in 0..<count {
                        let number = min(counts[x] + 1, most)
                        counts[x] = number
                        means[x] += (Float(source[x &* step]) - means[x]) / number
                    }
                    return
                }
                for x in 0..<count {
                    let (px, py) = (x0 + Float(x) * stepX, y0 + Float(x) * stepY)
                    guard px >= 0, py >= 0 else { continue }
                    let (ix, iy) = (Int(px), Int(py))
                    guard ix &+ 1 < width, iy &+ 1 < height else { continue }
                    let (fx, fy) = (px - Float(ix), py - Float(iy))
                    let place = iy &* stride &+ ix &* step
                    let (a, b) = (Float(bytes[place]), Float(bytes[place &+ step]))
                    let (c, d) = (Float(bytes[place &+ stride]), Float(bytes[place &+ stride &+ step]))
                    let (upper, lower) = (a + (b - a) * fx, c + (d - c) * fx)
                    let number = min(counts[x] + 1, most)
                    counts[x] = number
                    means[x] += (upper + (lower - upper) * fy - means[x]) / number
                }
            }
        }
    }

    private static func withRows(
        _ a: inout Plane, _ b: inout Plane, _ y: Int,
        _ body: (inout MutableSpan<Float>, inout MutableSpan<Float>) -> Void
    ) {
        a.withRow(y) { first in b.withRow(y) { second in body(&first, &second) } }
    }

    // MARK: Moving along

    private mutating func recenter() {
        guard max(abs(motion.x), abs(motion.y)) > Self.farthest else { return }
        let offset = (x: Int(motion.x.rounded()), y: Int(motion.y.rounded()))
        Self.shift(&mean, by: offset, isKnown: true, spare: &spare)
        Self.shift(&counts, by: offset, isKnown: false, spare: &spare)
        registration?.move(by: (-offset.x, -offset.y))
        motion.x -= Double(offset.x)
        motion.y -= Double(offset.y)
    }

    /// Makes the sample at `offset` the first; what comes in takes the value of its nearest (`isKnown`), or 0.
    private static func shift(
        _ plane: inout Plane, by offset: (x: Int, y: Int), isKnown: Bool, spare: inout Plane
    ) {
        let (width, height) = (plane.width, plane.height)
        spare.resize(width: width, height: height)
        for y in 0..<height {
            let from = y + offset.y
            let source = plane.row(min(max(from, 0), height - 1))
            let isInside = from >= 0 && from < height
            spare.withRow(y) { row in
                for x in 0..<row.count {
                    let place = x &+ offset.x
                    let isThere = isInside && place >= 0 && place < width
                    row[x] = isThere || isKnown ? source[min(max(place, 0), width &- 1)] : 0
                }
            }
        }
        swap(&plane, &spare)
    }
}
