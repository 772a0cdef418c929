internal import Imaging

/// Follows how a camera moves: finds the motion of each frame against the mean of those before it.
///
/// What a frame shows is weighed against what its predecessors let expect, so that a frame that shows nothing is taken to
/// go on as they did.
struct Registration: Sendable {
    /// Pixels in a sample, both ways.
    private let factor: Int
    private var frame = RegistrationPlane()
    private var reference = RegistrationPlane()
    private var warped = WarpedReference()
    private var search = ShiftSearch()
    private var x: MotionFilter
    private var y: MotionFilter
    private var angle: MotionFilter

    /// Smoothing by 1 2 1 both ways leaves (6/16)^2 of the power of white noise and spreads it over as many samples: what
    /// correlates is evidence by that much less than independent samples would be.
    private static let independence = (6.0 / 16) * (6.0 / 16)
    private static let steps = 3
    /// Standard deviations of the change of speed: of a sample, and of a radian.
    private static let jolts = (shift: 0.2, turn: 0.001)

    init(width: Int, height: Int) {
        factor = RegistrationPlane.reduction(width: width, height: height)
        x = MotionFilter(jolt: Self.jolts.shift)
        y = MotionFilter(jolt: Self.jolts.shift)
        angle = MotionFilter(jolt: Self.jolts.turn)
    }

    /// The motion of the newest frame, in pixels.
    var motion: RigidMotion { expected.reduced(by: 1 / Double(factor)) }

    /// Standard deviation of that shift, in pixels.
    var uncertainty: Double { max(x.variance, y.variance).squareRoot() * Double(factor) }

    private var expected: RigidMotion { RigidMotion(x: x.place, y: y.place, angle: angle.place) }

    /// Takes the next frame and gives how well it fits: the correlation with the mean, 0 to 1, without the frame's noise
    /// made up for.
    mutating func follow(_ luma: borrowing LumaView, mean: borrowing Plane) -> Double {
        frame.fill(from: luma, by: factor)
        reference.fill(from: mean, by: factor)
        x.advance()
        y.advance()
        angle.advance()
        guard frame.power > 0, reference.power > 0 else { return 0 }
        let weight = Self.independence / frame.power
        let precision = 1 / SIMD3(x.variance, y.variance, angle.variance)
        let expectation = expected
        var found = expectation
        warped.fill(from: reference.plane, motion: found)
        let shift = search.best(frame.plane, in: warped, weight: weight, precision: (precision.x, precision.y))
        if shift != (0, 0) {
            found = found.after(RigidMotion(x: Double(shift.x), y: Double(shift.y)))
            warped.fill(from: reference.plane, motion: found)
        }
        var variances = 1 / precision
        for number in 0..<Self.steps {
            let equations = StepEquations(frame.plane, warped)
            let offset = SIMD3(
                expectation.x - found.x, expectation.y - found.y, expectation.angle - found.angle)
            guard let (step, left) = equations.step(weight: weight, precision: precision, offset: offset) else { break }
            variances = left
            let bounded = step.clamped(
                lowerBound: SIMD3(-1, -1, -0.01), upperBound: SIMD3(1, 1, 0.01))
            found = found.after(RigidMotion(x: bounded.x, y: bounded.y, angle: bounded.z))
            if abs(step.x) + abs(step.y) + 100 * abs(step.z) < 0.02 { break }
            if number + 1 < Self.steps { warped.fill(from: reference.plane, motion: found) }
        }
        x.settle(at: found.x, variance: variances.x)
        y.settle(at: found.y, variance: variances.y)
        angle.settle(at: found.angle, variance: variances.z)
        return correlation
    }

    private var correlation: Double {
        var sum = 0.0
        for y in 0..<frame.plane.height {
            let (row, other) = (frame.plane.row(y), warped.plane.row(y + WarpedReference.margin))
            var rowSum: Float = 0
            for x in 0..<min(row.count, other.count &- WarpedReference.margin) {
                rowSum += row[x] * other[x &+ WarpedReference.margin]
            }
            sum += Double(rowSum)
        }
        let count = Double(frame.plane.width * frame.plane.height)
        return sum / count / (frame.power * reference.power).squareRoot()
    }

    /// Counts shifts from another origin, in pixels.
    mutating func move(by offset: (x: Int, y: Int)) {
        x.move(by: Double(offset.x) / Double(factor))
        y.move(by: Double(offset.y) / Double(factor))
    }
}
