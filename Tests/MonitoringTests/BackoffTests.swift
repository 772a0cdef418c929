import Testing

@testable import Monitoring

struct BackoffTests {
    @Test("Waits double from 1 s to 60 s")
    func doubling() {
        var backoff = Backoff()
        let waits = (0..<9).map { _ in backoff.fail(chance: 0) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        #expect(backoff.attempt == 9)
    }

    @Test("Chance shortens a wait by a quarter at most", arguments: [(0.0, 8000), (0.5, 7000), (1, 6000), (7, 6000)])
    func jitter(chance: Double, milliseconds: Int) {
        var backoff = Backoff()
        for _ in 0..<3 { _ = backoff.fail(chance: 0) }
        #expect(backoff.fail(chance: chance) == .milliseconds(milliseconds))
    }

    @Test("A failure that soon trying again cannot mend waits longer, within the longest")
    func least() {
        var backoff = Backoff()
        #expect(backoff.fail(chance: 0, least: .seconds(30)) == .seconds(30))
        #expect(backoff.fail(chance: 0, least: .seconds(300)) == .seconds(60))
        #expect(backoff.fail(chance: 0) == .seconds(4))
    }

    @Test("After a success it begins anew")
    func success() {
        var backoff = Backoff()
        for _ in 0..<5 { _ = backoff.fail(chance: 0) }
        backoff.succeed()
        #expect(backoff.attempt == 0)
        #expect(backoff.fail(chance: 0) == .seconds(1))
    }

    @Test("Thousands of failures in a row stay at the longest wait")
    func bounded() {
        var backoff = Backoff()
        for _ in 0..<100_000 { _ = backoff.fail(chance: 0) }
        #expect(backoff.fail(chance: 0) == .seconds(60))
    }
}
