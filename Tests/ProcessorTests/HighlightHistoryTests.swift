import Media
import Symbols
import Testing

@testable import Processor

@Suite("Pointing at codes")
struct HighlightHistoryTests {
    /// Frames at 25 a second in which code 1 moves to the right by 10 pixels a frame and code 2 stands still.
    private func history(frames: Range<Int>) -> HighlightHistory {
        var history = HighlightHistory()
        for number in frames {
            let moving = highlight(1, x: Double(number) * 10, y: 100)
            history.add(entry(number, [moving, highlight(2, x: 500, y: 300)]))
        }
        return history
    }

    private func entry(_ number: Int, _ highlights: [Highlight]) -> HighlightHistory.Entry {
        HighlightHistory.Entry(
            frame: FrameTimes(stream: time(number), running: time(number)), time: time(number), highlights: highlights)
    }

    private func highlight(_ track: Int, x: Double, y: Double, side: Double = 50) -> Highlight {
        Highlight(track: track, symbology: .qrCode, text: "", corners: square(x: x, y: y, side: side))
    }

    @Test(
        "What is on the screen at that time is hit, not what has gone through since",
        arguments: [(20, 225, 1), (20, 290, nil), (29, 315, 1), (29, 100, nil), (29, 525, 2)] as [(Int, Double, Int?)])
    func shown(frame: Int, x: Double, track: Int?) {
        let hit = history(frames: 0..<30).code(at: Point(x: x, y: x == 525 ? 325 : 125), time: time(frame))
        #expect(hit?.highlight.track == track)
        #expect(hit?.frame.running == track.map { _ in time(frame) })
    }

    @Test("A code that moved away from under the finger within 300 ms is hit; before that it is not")
    func reaction() {
        let history = history(frames: 0..<30)
        // At frame 29 the code is at 290 and further right; 7 frames (280 ms) before at 220, 8 frames before at 210.
        #expect(history.code(at: Point(x: 213, y: 125), time: time(29))?.highlight.track == 1)
        #expect(history.code(at: Point(x: 211, y: 125), time: time(29)) == nil)
    }

    @Test(
        "A tenth of the code's size around it counts, at least 8 and at most 24 pixels",
        arguments: [(50, 8), (160, 16), (1000, 24)] as [(Double, Double)])
    func tolerance(side: Double, reach: Double) {
        var history = HighlightHistory()
        history.add(entry(0, [highlight(7, x: 100, y: 100, side: side)]))
        #expect(history.code(at: Point(x: 100 - reach, y: 120), time: nil)?.highlight.track == 7)
        #expect(history.code(at: Point(x: 99.9 - reach, y: 120), time: nil) == nil)
        #expect(history.code(at: Point(x: 120, y: 100 + side + reach), time: nil)?.highlight.track == 7)
        #expect(history.code(at: Point(x: 120, y: 100.1 + side + reach), time: nil) == nil)
    }

    @Test("Of overlapping codes the one whose centre is nearest is hit")
    func nearest() {
        var history = HighlightHistory()
        history.add(entry(0, [highlight(1, x: 0, y: 0, side: 100), highlight(2, x: 20, y: 20, side: 100)]))
        #expect(history.code(at: Point(x: 55, y: 55), time: nil)?.highlight.track == 1)
        #expect(history.code(at: Point(x: 65, y: 65), time: nil)?.highlight.track == 2)
    }

    @Test("Without a time, or at one that is older than all that is known, the newest frame counts")
    func unknownTime() {
        let history = history(frames: 10..<30)
        for time in [nil, time(3)] {
            #expect(history.code(at: Point(x: 335, y: 125), time: time)?.highlight.track == 1)
        }
        #expect(HighlightHistory().code(at: Point(x: 0, y: 0), time: nil) == nil)
    }

    @Test("A turned code is hit inside its outline, not in the corner of its box")
    func turned() {
        var history = HighlightHistory()
        let diamond = Quad(
            topLeft: Point(x: 100, y: 0), topRight: Point(x: 200, y: 100), bottomRight: Point(x: 100, y: 200),
            bottomLeft: Point(x: 0, y: 100))
        history.add(entry(0, [Highlight(track: 1, symbology: .qrCode, text: "", corners: diamond)]))
        #expect(history.code(at: Point(x: 100, y: 100), time: nil)?.highlight.track == 1)
        #expect(history.code(at: Point(x: 20, y: 20), time: nil) == nil)
    }

    @Test("Memory is bounded: the oldest frames are forgotten, and time that runs backwards begins anew")
    func bounded() {
        var history = history(frames: 0..<2000)
        #expect(history.code(at: Point(x: 19_025, y: 125), time: time(1900))?.highlight.track == 1)
        // Frame 1300 is forgotten, so the newest counts, where the code is far to the right.
        #expect(history.code(at: Point(x: 13_025, y: 125), time: time(1300)) == nil)
        history.add(entry(5, [highlight(9, x: 0, y: 0)]))
        #expect(history.code(at: Point(x: 525, y: 325), time: time(5)) == nil)
        #expect(history.code(at: Point(x: 25, y: 25), time: time(5))?.highlight.track == 9)
    }
}
