/// How long to wait before a source that failed is tried again: longer after each failure in a row, with a share of
/// chance so that many sources that fell together do not come back together.
package struct Backoff: Sendable, Hashable {
    package struct Settings: Sendable, Hashable {
        /// The wait after the first failure.
        package var first: Duration
        /// The longest wait.
        package var longest: Duration
        /// How much longer each wait is than the one before.
        package var factor: Double
        /// By how much of itself a wait may be shorter, 0 to 1.
        package var jitter: Double

        package init(
            first: Duration = .seconds(1), longest: Duration = .seconds(60), factor: Double = 2, jitter: Double = 0.25
        ) {
            self.first = first
            self.longest = longest
            self.factor = factor
            self.jitter = jitter
        }
    }

    /// Failures in a row.
    package private(set) var attempt = 0
    private let settings: Settings

    package init(settings: Settings = Settings()) { self.settings = settings }

    /// The wait after another failure.
    /// - Parameters:
    ///   - chance: 0 to 1, by which the wait is shortened.
    ///   - least: the shortest wait for a failure that trying again soon cannot mend.
    package mutating func fail(chance: Double, least: Duration = .zero) -> Duration {
        attempt += 1
        var wait = settings.first
        var steps = attempt - 1
        while steps > 0, wait < settings.longest {
            wait = wait * settings.factor
            steps -= 1
        }
        let bounded = min(settings.longest, max(wait, least))
        return bounded * (1 - settings.jitter * min(1, max(0, chance)))
    }

    /// The source gave what is wanted of it: the next failure is a first one.
    package mutating func succeed() { attempt = 0 }
}
