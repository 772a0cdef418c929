/// What of many jobs is done, where only one at a time can be: the one that runs, and after it the newest.
///
/// A job that comes while its like runs takes back whatever waits: when the light got well and low again during the
/// command for low light, nothing is left to do.
struct CommandQueue<Job: Sendable>: Sendable {
    private let isSame: @Sendable (Job, Job) -> Bool
    private var running: Job?
    private var waiting: Job?

    /// - Parameter isSame: whether two jobs bring about the same.
    init(isSame: @escaping @Sendable (Job, Job) -> Bool) { self.isSame = isSame }

    var isIdle: Bool { running == nil }

    /// - Returns: the job, if it is to be started now.
    mutating func add(_ job: Job) -> Job? {
        guard let running else {
            running = job
            return job
        }
        waiting = isSame(running, job) ? nil : job
        return nil
    }

    /// The job that ran is done.
    /// - Returns: the next one to start.
    mutating func next() -> Job? {
        running = waiting.take()
        return running
    }

    mutating func dropWaiting() { waiting = nil }
}
