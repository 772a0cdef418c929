import Glibc
import Testing

@testable import Threading

struct BackgroundThreadTests {
    @Test("Jobs run in order, on one thread of lower priority")
    func order() {
        struct Seen: Sendable {
            var jobs: [Int] = []
            var threads: Set<UInt> = []
            var niceness: Set<Int32> = []
        }
        let seen = Guarded(Seen())
        let thread = BackgroundThread()
        for job in 0..<100 {
            thread.run {
                let niceness = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                seen.change { seen in
                    seen.jobs.append(job)
                    seen.threads.insert(UInt(pthread_self()))
                    seen.niceness.insert(niceness)
                }
            }
        }
        let all = seen.wait(timeout: .seconds(60)) { $0.jobs.count == 100 ? $0 : nil }
        #expect(all?.jobs == Array(0..<100))
        #expect(all?.threads.count == 1)
        #expect(all?.niceness == [getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + 5])
    }

    @Test("Waiting lasts until all jobs are done, and not at all where there was none")
    func wait() {
        let done = Guarded(0)
        let thread = BackgroundThread()
        thread.wait()
        for _ in 0..<50 { thread.run { done.change { $0 += 1 } } }
        thread.wait()
        #expect(done.withLock { $0 } == 50)
    }

    @Test("What waits is still done when nobody holds the thread any more")
    func release() {
        let done = Guarded(0)
        let gate = Guarded(false)
        do {
            let thread = BackgroundThread()
            thread.run { _ = gate.wait(timeout: .seconds(60)) { $0 ? true : nil } }
            thread.run { done.change { $0 += 1 } }
        }
        gate.change { $0 = true }
        #expect(done.wait(timeout: .seconds(60)) { $0 == 1 ? 1 : nil } == 1)
    }
}
