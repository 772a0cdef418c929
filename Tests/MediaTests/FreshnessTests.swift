import Testing

@testable import Media

@Suite("Freshness")
struct FreshnessTests {
    /// What becomes of frames that leave at a time and have waited, both in milliseconds.
    private func admitted(_ frames: [(at: Int, waited: Int, isKey: Bool)]) -> [Bool] {
        let begin = ContinuousClock.now
        var freshness = Freshness(limit: .milliseconds(700))
        return frames.map { frame in
            let now = begin + .milliseconds(frame.at)
            return freshness.admits(now - .milliseconds(frame.waited), at: now, isKey: frame.isKey)
        }
    }

    @Test("Where the wait is too long and does not shrink, all are let go up to a key frame that did not wait so long")
    func drops() {
        #expect(
            admitted([
                (0, 0, true), (100, 700, false), (200, 701, false), (600, 750, false), (700, 800, false),
                (710, 600, false), (720, 900, true), (730, 50, false), (740, 600, true), (750, 600, false),
            ]) == [true, true, true, true, false, false, false, false, true, true])
    }

    @Test("A decoder that catches up is let do so")
    func catchesUp() {
        #expect(
            admitted([
                (0, 3000, true), (400, 2700, false), (500, 2600, false), (1000, 1900, false), (1500, 1000, false),
                (1900, 600, false), (2000, 900, false), (2499, 900, false), (2500, 900, false),
            ]) == [true, true, true, true, true, true, true, true, false])
    }
}
