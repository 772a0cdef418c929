internal import Glibc

/// How long a piece of work took.
package struct TimeSpent: Sendable, Hashable {
    /// From its begin to its end, however busy the machine was.
    package var wall: Duration = .zero
    /// What its thread computed meanwhile.
    package var processor: Duration = .zero

    /// None.
    package init() {}

    /// Adds what another piece of work took.
    package static func += (sum: inout TimeSpent, other: TimeSpent) {
        sum.wall += other.wall
        sum.processor += other.processor
    }

    /// Does `work`, which stays on this thread, and says what it took.
    package static func measuring<Result>(_ work: () -> Result) -> (result: Result, spent: TimeSpent) {
        let begin = (ContinuousClock.now, threadTime)
        let result = work()
        var spent = TimeSpent()
        spent.wall = ContinuousClock.now - begin.0
        spent.processor = threadTime - begin.1
        return (result, spent)
    }

    /// The processor time of the calling thread since it began.
    private static var threadTime: Duration {
        var time = timespec()
        // SAFETY: `time` is written to and outlives the call.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
