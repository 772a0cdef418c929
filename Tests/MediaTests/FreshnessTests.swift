import Testing

@testable import Media

@Suite("Freshness")
struct FreshnessTests {
    @Test("From a frame that waited too long on, all are let go up to a key frame that did not")
    func drops() {
        var freshness = Freshness(limit: .milliseconds(700))
        let frames: [(waited: Int, isKey: Bool)] = [
            (0, true), (100, false), (700, false), (701, false), (600, false), (900, true), (50, false), (600, true),
            (600, false), (0, false),
        ]
        let admitted = frames.map { freshness.admits(waited: .milliseconds($0.waited), isKey: $0.isKey) }
        #expect(admitted == [true, true, true, false, false, false, false, true, true, true])
    }
}
