import Monitoring
import Symbols
import Testing

/// From the first read to the report.
@Suite struct CandidateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = CodeTracker.Settings()
        var looks: [Look]
        var lines: [String]
    }

    private static let upcA = code("036000291452", .upcA, size: 200, height: 80)
    private static let ean8 = code("12345670", .ean8, x: 260, size: 110, height: 80)
    private static let other = code("725272730706", .upcA, size: 200, height: 80)
    private static let itf = code("1234", .itf, x: 700)

    @Test(arguments: [
        Row(testDescription: "matrix at once", looks: [Look(0, code("A"))], lines: ["0 +1 A"]),
        Row(
            testDescription: "checked linear after two",
            looks: [Look(0, code("A", .ean13)), Look(33, code("A", .ean13))],
            lines: ["33 +1 A"]),
        Row(testDescription: "ITF after three", looks: [0, 33, 66, 100].map { Look($0, itf) }, lines: ["66 +1 1234"]),
        Row(
            testDescription: "a number for all", settings: .init(confirmation: Confirmation(override: 2)),
            looks: [Look(0, code("A"), itf), Look(33, code("A"), itf)], lines: ["33 +1 A", "33 +2 1234"]),
        Row(
            testDescription: "two misses between reads",
            looks: [Look(0, itf), Look(33), Look(66), Look(100, itf), Look(133, itf)], lines: ["133 +1 1234"]),
        Row(
            testDescription: "three misses start anew",
            looks: [Look(0, itf), Look(33, itf), Look(66), Look(100), Look(133), Look(166, itf), Look(200, itf)],
            lines: []),
        Row(
            testDescription: "rare misreads do not add up",
            looks: (0..<40).map { Look($0 * 100, $0 % 4 == 0 ? [itf] : []) },
            lines: []),
        Row(
            testDescription: "reads on both sides of a gap do not add up",
            looks: [Look(0, itf), Look(33, itf), Look(5000, itf)], lines: []),
        Row(
            testDescription: "a phantom takes no number", looks: [Look(0, itf), Look(33, code("A"))], lines: ["33 +1 A"]
        ),
        Row(
            testDescription: "an EAN-8 in a creased UPC-A, read in turns",
            looks: (0..<30).map { Look($0 * 100, $0 % 4 < 2 ? upcA : ean8) }, lines: ["100 +1 036000291452"]),
        Row(
            testDescription: "an EAN-8 in a UPC-A, read beside it",
            looks: (0..<30).map { Look($0 * 100, upcA, ean8) }, lines: ["100 +1 036000291452"]),
        Row(
            testDescription: "an ITF on a QR code",
            looks: (0..<30).map { Look($0 * 100, code("A"), code("12", .itf, size: 60, height: 10)) },
            lines: ["0 +1 A"]),
        Row(
            testDescription: "a label changed for another at the same place",
            looks: [Look(0, upcA), Look(100, upcA)] + (2..<8).map { Look($0 * 100, other) },
            lines: ["100 +1 036000291452", "500 +2 725272730706"]),
        Row(
            testDescription: "a screen that shows another QR code",
            looks: [Look(0, code("A")), Look(100, code("B"))], lines: ["0 +1 A", "100 +2 B"]),
        Row(
            testDescription: "two payloads of equal size at one place, always together",
            looks: (0..<9).map { Look($0 * 100, upcA, other) }, lines: []),
        Row(
            testDescription: "the majority of two payloads",
            looks: [0, 1, 0, 0, 1, 0].enumerated().map { Look($0 * 33, $1 == 0 ? upcA : other) },
            lines: ["99 +1 036000291452"]),
        Row(
            testDescription: "labels side by side and stacked",
            looks: (0..<2).map { look in
                Look(
                    look * 100, code("A", .ean13, x: 100, y: 100, size: 100, height: 40),
                    code("B", .ean13, x: 200, y: 100, size: 100, height: 40),
                    code("C", .ean13, x: 100, y: 140, size: 100, height: 40))
            },
            lines: ["100 +1 A", "100 +2 B", "100 +3 C"]),
    ])
    func confirms(_ row: Row) {
        var tracker = CodeTracker(settings: row.settings)
        #expect(tracker.lines(of: row.looks) == row.lines)
    }

    @Test(arguments: [
        Row(
            testDescription: "a still image", looks: [Look(0, upcA)],
            lines: ["end +1 036000291452", "end -1 036000291452"]),
        Row(
            testDescription: "two looks at an ITF", looks: [Look(0, itf), Look(40, itf)],
            lines: ["end +1 1234", "end -1 1234"]),
        Row(testDescription: "two looks, one without", looks: [Look(0, itf), Look(40)], lines: []),
        Row(testDescription: "seen too late", looks: [Look(0), Look(40), Look(80, itf), Look(120, itf)], lines: []),
        Row(
            testDescription: "a part of a label beside the whole in a still", looks: [Look(0, upcA, ean8)],
            lines: ["end +1 036000291452", "end -1 036000291452"]),
        Row(testDescription: "two payloads of equal size in a still", looks: [Look(0, upcA, other)], lines: []),
        Row(
            testDescription: "no more than the wanted number", settings: .init(maxCodes: 1),
            looks: [Look(0, upcA, itf)],
            lines: ["end +1 036000291452", "end -1 036000291452"]),
        Row(testDescription: "no looks", looks: [], lines: []),
    ])
    func endsEarly(_ row: Row) {
        var tracker = CodeTracker(settings: row.settings)
        #expect(tracker.linesToEnd(of: row.looks) == row.lines)
    }

    struct Lift: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var looks: [Look]
        /// After each look.
        var isLifted: [Bool]
    }

    @Test(arguments: [
        Lift(
            testDescription: "until confirmed", looks: [0, 33, 66].map { Look($0, itf) }, isLifted: [true, true, false]),
        Lift(
            testDescription: "until gone", looks: [Look(0, itf), Look(33), Look(66), Look(100)],
            isLifted: [true, true, true, false]),
        Lift(testDescription: "not for a matrix code", looks: [Look(0, code("A"))], isLifted: [false]),
        Lift(
            testDescription: "not for what waits on a confirmed code",
            looks: [Look(0, upcA), Look(33, upcA, ean8), Look(66, upcA, ean8)], isLifted: [true, true, false]),
    ])
    func lifts(_ row: Lift) {
        var tracker = CodeTracker()
        let lifted = row.looks.map { look in
            _ = tracker.observe(look.symbols, at: .milliseconds(look.time))
            return tracker.hasUnconfirmed
        }
        #expect(lifted == row.isLifted)
    }

    /// Every frame of 30 a second shows another phantom: 100 grid looks in ten seconds, and extra ones by the
    /// budget: twelve frames in a row at first (eight of them extra), then one in 200 ms.
    @Test func phantomsCannotLiftForEver() {
        var throttle = Throttle(interval: .milliseconds(100))
        var tracker = CodeTracker()
        var looks: [Int] = [0, 0]
        for frame in 0..<600 {
            let time = Duration.nanoseconds(frame * 1_000_000_000 / 30)
            guard throttle.admits(at: time, isLifted: tracker.hasUnconfirmed) else { continue }
            looks[frame / 300] += 1
            _ = tracker.observe([code("\(frame)", .itf)], at: time)
        }
        #expect(looks == [157, 150])
    }

    /// Every code is in view for four frames of 30 a second; one look at it is not enough.
    @Test func confirmedCodesMayLiftForEver() {
        var throttle = Throttle(interval: .milliseconds(100))
        var tracker = CodeTracker()
        var reported: [String] = []
        for frame in 0..<400 {
            let time = Duration.nanoseconds(frame * 1_000_000_000 / 30)
            guard throttle.admits(at: time, isLifted: tracker.hasUnconfirmed) else { continue }
            let changes = tracker.observe([code("\(frame / 4)", .ean13, x: Double(frame / 4 % 12 * 150))], at: time)
            for case .new(let track) in changes { reported.append(track.symbol.text) }
        }
        #expect(reported == (0..<100).map(String.init))
    }

    @Test func looksThatWereDueAnywayCostNothing() {
        var tracker = CodeTracker()
        let lifted = (0..<100).map { look in
            _ = tracker.observe([code("\(look)", .itf)], at: .milliseconds(look * 100))
            return tracker.hasUnconfirmed
        }
        #expect(lifted == Array(repeating: true, count: 100))
    }
}
