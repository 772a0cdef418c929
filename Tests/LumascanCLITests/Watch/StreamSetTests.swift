import Testing

@testable import LumascanCLI

@Suite("Streams that are wanted and that run")
struct StreamSetTests {
    private typealias Actions = [StreamSet<Int>.Action]

    private var set = StreamSet<Int>()

    private mutating func configure(_ plans: KeyValuePairs<String, Int>) -> Actions {
        set.configure(plans.map { ($0.key, $0.value) })
    }

    private mutating func end(
        _ run: Int, _ outcome: StreamSet<Int>.Outcome = .ended, at now: Duration = .zero
    ) -> Actions {
        set.ended(run, outcome, at: now, chance: 0).actions
    }

    @Test("A first configuration starts everything in its order")
    mutating func first() {
        #expect(
            configure(["b": 1, "a": 1]) == [
                .start(name: "b", plan: 1, run: 1), .start(name: "a", plan: 1, run: 2),
            ])
        #expect(set.summary == "2 streams: 2 opening")
    }

    @Test("A reload touches what changed alone: removed and changed ones stop, new ones start, the rest goes on")
    mutating func reload() {
        _ = configure(["same": 1, "gone": 1, "changed": 1])
        #expect(
            configure(["new": 1, "same": 1, "changed": 2]) == [
                .stop(run: 2), .start(name: "new", plan: 1, run: 4), .stop(run: 3),
            ])
        #expect(set.summary == "4 streams: 2 opening, 2 stopping")
        #expect(end(2) == [])
        #expect(end(3) == [.start(name: "changed", plan: 2, run: 5)])
        #expect(set.summary == "3 streams: 3 opening")
    }

    @Test("A changed one that is changed again while it stops starts once, as the last one says")
    mutating func changedTwice() {
        _ = configure(["a": 1])
        #expect(configure(["a": 2]) == [.stop(run: 1)])
        #expect(configure(["a": 3]) == [])
        #expect(end(1) == [.start(name: "a", plan: 3, run: 2)])
    }

    @Test("One that is taken out and put back while it stops starts anew")
    mutating func back() {
        _ = configure(["a": 1])
        #expect(configure([:]) == [.stop(run: 1)])
        #expect(configure(["a": 1]) == [])
        #expect(end(1) == [.start(name: "a", plan: 1, run: 2)])
    }

    @Test("One that is taken out while a changed one stops is not started")
    mutating func outAgain() {
        _ = configure(["a": 1])
        _ = configure(["a": 2])
        #expect(configure([:]) == [])
        #expect(end(1) == [])
        #expect(set.summary == "0 streams")
    }

    @Test("What came to its end stays ended, until it is another")
    mutating func ended() {
        _ = configure(["a": 1])
        #expect(end(1) == [])
        #expect(set.retry(at: .seconds(100_000)) == [])
        #expect(configure(["a": 1]) == [])
        #expect(set.summary == "1 stream: 1 ended")
        #expect(configure(["a": 2]) == [.start(name: "a", plan: 2, run: 2)])
    }

    @Test("What failed is tried again after 1, 2, 4 … at most 10 minutes")
    mutating func retries() {
        _ = configure(["a": 1])
        var now = Duration.zero
        for (run, wait) in zip(1..., [60, 120, 240, 480, 600, 600]) {
            let (actions, retryIn) = set.ended(run, .failed(isFinal: false), at: now, chance: 0)
            #expect(actions == [])
            #expect(retryIn == .seconds(wait))
            #expect(set.retry(at: now + .seconds(wait) - .nanoseconds(1)) == [])
            now += .seconds(wait)
            #expect(set.retry(at: now) == [.start(name: "a", plan: 1, run: run + 1)])
            #expect(set.retry(at: now) == [])
        }
    }

    @Test("After frames have flowed, a failure is a first one again")
    mutating func recovered() {
        _ = configure(["a": 1])
        _ = set.ended(1, .failed(isFinal: false), at: .zero, chance: 0)
        _ = set.retry(at: .seconds(60))
        set.flows(2)
        #expect(set.ended(2, .failed(isFinal: false), at: .seconds(70), chance: 0).retryIn == .seconds(60))
    }

    @Test("A reload tries what failed at once", arguments: [true, false])
    mutating func reloadRetries(isFinal: Bool) {
        _ = configure(["a": 1, "b": 1])
        #expect(end(1, .failed(isFinal: isFinal)) == [])
        #expect(set.summary == "2 streams: 1 opening, 1 failed")
        #expect(configure(["a": 1, "b": 1]) == [.start(name: "a", plan: 1, run: 3)])
    }

    @Test("What would fail in the same way each time is not tried again by itself")
    mutating func final() {
        _ = configure(["a": 1])
        #expect(set.ended(1, .failed(isFinal: true), at: .zero, chance: 0).retryIn == nil)
        #expect(set.retry(at: .seconds(100_000)) == [])
    }

    @Test("A failed one that is taken out is not tried again")
    mutating func failedAndGone() {
        _ = configure(["a": 1])
        _ = end(1, .failed(isFinal: false))
        #expect(configure([:]) == [])
        #expect(set.retry(at: .seconds(100_000)) == [])
    }

    @Test("Everything stops, and is still when the last one ended; a failure on the way starts nothing")
    mutating func stopAll() {
        _ = configure(["a": 1, "b": 1, "c": 1, "d": 1])
        _ = end(3, .failed(isFinal: false))
        _ = configure(["a": 1, "b": 1, "c": 1, "d": 2])
        #expect(set.stopAll() == [.stop(run: 1), .stop(run: 2), .stop(run: 5)])
        #expect(set.stopAll() == [])
        #expect(end(1) == [])
        #expect(end(2, .failed(isFinal: false)) == [])
        #expect(end(4) == [])
        #expect(!set.isStill)
        #expect(end(5) == [])
        #expect(set.isStill)
    }

    @Test("The summary counts what runs and what does not; an older run changes nothing")
    mutating func summary() {
        _ = configure(["a": 1, "b": 1, "c": 1])
        set.flows(1)
        set.flows(2)
        set.isInterrupted(2)
        set.flows(99)
        #expect(set.summary == "3 streams: 1 running, 1 opening, 1 interrupted")
        _ = configure(["a": 2, "b": 1, "c": 1])
        set.flows(1)
        #expect(set.summary == "3 streams: 1 opening, 1 interrupted, 1 stopping")
        #expect(!set.isGoingOn(1))
        #expect(set.isGoingOn(2))
    }
}
