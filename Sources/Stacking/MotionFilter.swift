/// What is expected of one part of a camera's motion (a shift, or the turn), by a Kalman filter over its place and speed:
/// the speed changes at random and comes to rest by itself.
struct MotionFilter: Sendable {
    /// The expected place.
    private(set) var place = 0.0
    private var speed = 0.0
    // Covariance of place and speed.
    private var placeVariance = 0.0
    private var covariance = 0.0
    private var speedVariance: Double
    private let jolt: Double

    /// What is left of a speed at the next frame.
    private static let persistence = 0.95

    /// - Parameter jolt: standard deviation of the change of speed from frame to frame.
    init(jolt: Double) {
        self.jolt = jolt * jolt
        speedVariance = jolt * jolt / (1 - Self.persistence * Self.persistence)
    }

    /// Variance of the expected place.
    var variance: Double { placeVariance }

    /// Goes on to the next frame.
    mutating func advance() {
        let (p, q) = (Self.persistence, jolt)
        speed *= p
        place += speed
        let (a, b, c) = (placeVariance, covariance, speedVariance)
        speedVariance = p * p * c + q
        covariance = p * b + speedVariance
        placeVariance = a + 2 * p * b + speedVariance
    }

    /// Takes what a frame and the expectation together say.
    /// - Parameter variance: what is left of the variance of the place.
    mutating func settle(at found: Double, variance: Double) {
        let before = max(placeVariance, 1e-12)
        let after = min(max(variance, 1e-9), before)
        speed += covariance / before * (found - place)
        speedVariance -= covariance * covariance / (before * before) * (before - after)
        covariance *= after / before
        placeVariance = after
        place = found
    }

    /// Counts places from another origin.
    mutating func move(by offset: Double) { place += offset }
}
