internal import Glibc

/// A value behind a lock that threads can wait on: a mutex and a condition variable.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock; the lock and the condition are made in
/// `init`, never moved, and destroyed when the last reference is gone and so nobody waits.
@safe package final class Guarded<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ state: sending State) {
        self.state = state
        // SAFETY: allocated once, initialised before use, freed in `deinit`.
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        // SAFETY: nobody holds a reference, so nobody waits.
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads or changes the value; wakes nobody. `body` must not block.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Changes the value and wakes every waiting thread to look at it again.
    package func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Waits until `body` gives a value, asking it under the lock at once and after every change.
    /// - Parameter timeout: how long at most, nil for ever.
    /// - Returns: the value, nil when the time is over.
    package func wait<Result>(timeout: Duration? = nil, _ body: (inout State) -> Result?) -> Result? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if let timeout {
            unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
            let (seconds, attoseconds) = timeout.components
            let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
            deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = body(&state) { return result }
            if timeout == nil {
                unsafe pthread_cond_wait(condition, mutex)
            } else if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
                return body(&state)
            }
        }
    }
}
