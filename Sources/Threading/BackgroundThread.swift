internal import Glibc

/// A thread of its own that runs jobs one after the other, at a lower priority than the threads that carry video: where
/// every core is busy, jobs wait and video does not.
///
/// It begins with the first job and ends, after those that wait, when nobody holds this value any more.
package final class BackgroundThread: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
        var isOver = false
    }

    /// Of nice(2): a third of the weight of a thread at 0.
    private static let niceness: CInt = 5
    private let state = Guarded(State())

    package init() {}

    deinit { state.change { $0.isOver = true } }

    /// Runs a job after those that wait.
    package func run(_ job: @escaping @Sendable () -> Void) {
        let isFirst = state.change { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { begin() }
    }

    /// Waits until every job that was given is done. Not to be called by a job.
    package func wait() {
        guard state.withLock({ $0.isRunning }) else { return }
        let isDone = Guarded(false)
        run { isDone.change { $0 = true } }
        _ = isDone.wait { $0 ? true : nil }
    }

    private func begin() {
        let main = unsafe Unmanaged.passRetained(Loop(state))
        var thread = pthread_t()
        // SAFETY: the loop is retained for the thread, which releases it.
        let failure = unsafe pthread_create(
            &thread, nil,
            { data in
                guard let data = unsafe data else { return nil }
                unsafe Unmanaged<Loop>.fromOpaque(data).takeRetainedValue().run()
                return nil
            }, main.toOpaque())
        guard failure == 0 else {
            // No thread can be had: the job is done here and now.
            unsafe main.release()
            state.change { $0.isRunning = false }
            while let job = state.change({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) { job() }
            return
        }
        pthread_detach(thread)
    }

    /// What the thread does; it does not keep the value alive that made it.
    private final class Loop: Sendable {
        private let state: Guarded<State>

        init(_ state: Guarded<State>) { self.state = state }

        func run() {
            // Linux takes priorities by thread; where it refuses, the thread runs at the usual one.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, BackgroundThread.niceness)
            while let job = next() { job() }
        }

        private func next() -> (@Sendable () -> Void)? {
            state.wait { state -> (@Sendable () -> Void)?? in
                if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
                return state.isOver ? .some(nil) : nil
            } ?? nil
        }
    }
}
