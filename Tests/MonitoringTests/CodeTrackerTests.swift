import Monitoring
import Symbols
import Testing

/// From the report to the end.
@Suite struct CodeTrackerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = CodeTracker.Settings()
        var looks: [Look]
        var lines: [String]
    }

    private static let a = code("A")

    @Test(arguments: [
        Row(
            testDescription: "ends when unseen for lostAfter",
            looks: [Look(0, a), Look(900), Look(999), Look(1000)], lines: ["0 +1 A", "1000 -1 A"]),
        Row(
            testDescription: "seen again just in time",
            looks: [Look(0, a), Look(999), Look(1000, a), Look(2000, a)], lines: ["0 +1 A"]),
        Row(
            testDescription: "a gap between looks", looks: [Look(0, a), Look(1100, a)],
            lines: ["0 +1 A", "1100 -1 A", "1100 +2 A"]),
        Row(
            testDescription: "a gap within the frames' grid", looks: [Look(0, a), Look(1050, a)], lines: ["0 +1 A"]),
        Row(
            testDescription: "not under two look intervals",
            settings: .init(lookInterval: .milliseconds(100), lostAfter: .zero),
            looks: [Look(0, a), Look(120), Look(200), Look(320, a), Look(440), Look(520, a)],
            lines: ["0 +1 A", "200 -1 A", "320 +2 A"]),
        Row(
            testDescription: "time runs backwards",
            looks: [Look(5000, a, code("B", x: 600)), Look(4999, a), Look(5050, a)],
            lines: ["5000 +1 A", "5000 +2 B", "4999 -1 A", "4999 -2 B", "4999 +3 A"]),
        Row(testDescription: "the same time twice", looks: [Look(0, a), Look(0, a)], lines: ["0 +1 A"]),
        Row(
            testDescription: "updates while seen", settings: .init(updateInterval: .milliseconds(200)),
            looks: [
                Look(0, a), Look(100, a), Look(200, a), Look(300, a), Look(400), Look(500, a), Look(600, a),
                Look(700, a),
            ],
            lines: ["0 +1 A", "200 ~1 A", "500 ~1 A", "700 ~1 A"]),
        Row(
            testDescription: "updates in every look", settings: .init(updateInterval: .zero),
            looks: [Look(0, a), Look(100, a), Look(200, a)], lines: ["0 +1 A", "100 ~1 A", "200 ~1 A"]),
        Row(
            testDescription: "ends, new ones and updates in this order",
            settings: .init(updateInterval: .milliseconds(900)),
            looks: [Look(0, code("B", x: 600), a), Look(100, a), Look(1000, code("C", y: 50), a)],
            lines: ["0 +1 A", "0 +2 B", "1000 -2 B", "1000 +3 C", "1000 ~1 A"]),
        Row(
            testDescription: "the wanted number, and who comes next", settings: .init(maxCodes: 2),
            looks: [Look(0, code("A", x: 100), code("B", x: 300), code("C", x: 500), code("D", x: 700))]
                + [500, 999, 1000, 1100].map { Look($0, code("B", x: 300), code("D", x: 700)) },
            lines: ["0 +1 A", "0 +2 B", "1000 -1 A", "1000 +3 D"]),
        Row(
            testDescription: "one that waits unseen is not reported", settings: .init(maxCodes: 1),
            looks: [Look(0, code("A", x: 100), code("B")), Look(900, code("B")), Look(1000), Look(1100, code("B"))],
            lines: ["0 +1 A", "1000 -1 A", "1100 +2 B"]),
        Row(testDescription: "none wanted", settings: .init(maxCodes: 0), looks: [Look(0, a)], lines: []),
        Row(
            testDescription: "parts of a sequence with equal bytes",
            looks: (0..<2).map { part in
                var symbol = code("A")
                symbol.structured = .init(index: part, count: 2, id: "7")
                return Look(part * 100, symbol)
            }, lines: ["0 +1 A", "100 +2 A"]),
        Row(
            testDescription: "the same payload in another symbology",
            looks: [Look(0, code("A"), code("A", .aztec, x: 310))], lines: ["0 +1 A", "0 +2 A"]),
        Row(
            testDescription: "corners outside any picture",
            looks: [Look(0, code("A", x: .nan), code("A", y: .infinity), code("A", x: 1e300))], lines: []),
        Row(
            testDescription: "a quad without area", looks: (0..<3).map { Look($0 * 100, code("A", size: 0)) },
            lines: ["0 +1 A"]),
    ])
    func reports(_ row: Row) {
        var tracker = CodeTracker(settings: row.settings)
        #expect(tracker.lines(of: row.looks) == row.lines)
    }

    @Test func aTrackHoldsItsFacts() throws {
        var tracker = CodeTracker()
        _ = tracker.lines(of: [
            Look(0, code("A", x: 300)), Look(100, code("A", x: 310)), Look(200), Look(300, code("A", x: 320)),
        ])
        let track = try #require(tracker.tracks.first)
        #expect(track.symbol == code("A", x: 320))
        #expect([track.first, track.last] == [.zero, .milliseconds(300)])
        #expect(track.reads == 3)
        #expect(track.previous == Sighting(time: .milliseconds(100), corners: code("A", x: 310).corners))
    }

    @Test func firstIsTheFirstReadNotTheReport() {
        var tracker = CodeTracker()
        _ = tracker.lines(of: [Look(0, code("A", .itf)), Look(33, code("A", .itf)), Look(66, code("A", .itf))])
        #expect(tracker.tracks.map(\.first) == [.zero])
    }

    @Test func anInterruptionEndsEverythingById() {
        var tracker = CodeTracker()
        _ = tracker.lines(of: [
            Look(0, code("B", y: 500)), Look(100, code("A"), code("B", y: 500), code("C", .itf, x: 700)),
        ])
        #expect(tracker.interrupt().map(\.line) == ["-1 B", "-2 A"])
        #expect(tracker.tracks.isEmpty)
        #expect(!tracker.hasUnconfirmed)
        #expect(tracker.lines(of: [Look(50, code("A"))]) == ["50 +3 A"])
    }

    @Test func anInterruptedStreamIsNoStill() {
        var tracker = CodeTracker()
        _ = tracker.lines(of: [Look(0), Look(100)])
        _ = tracker.interrupt()
        #expect(tracker.linesToEnd(of: [Look(0, code("A", .itf))]) == [])
    }

    @Test func theOrderOfSymbolsDoesNotMatter() {
        var generator = SplitMix(state: 7)
        let looks: [[Symbol]] = (0..<20).map { look in
            (0..<12).map { index -> Symbol in
                let (x, y) = (Double(index * 90 + look * 11), Double(index * 31 % 50))
                return code(["A", "B", "C"][index % 3], index < 6 ? .qrCode : .ean13, x: x, y: y)
            }
        }
        var ordered = CodeTracker()
        var shuffled = CodeTracker()
        for (index, symbols) in looks.enumerated() {
            let time = Duration.milliseconds(index * 100)
            #expect(
                ordered.observe(symbols, at: time) == shuffled.observe(symbols.shuffled(using: &generator), at: time))
        }
        #expect(ordered.tracks == shuffled.tracks)
        #expect(ordered.tracks.count == 12)
    }

    @Test func followsNoMoreThanItsCapacity() {
        var tracker = CodeTracker(settings: .init(maxCodes: 10_000))
        for look in 0..<4 {
            let symbols = (0..<300).map { code("\(look) \($0)", x: Double($0 * 100), y: Double(look * 100)) }
            _ = tracker.observe(symbols, at: .milliseconds(look * 100))
            #expect(tracker.tracks.count == min((look + 1) * CodeTracker.symbolsPerLook, CodeTracker.capacity))
        }
    }

    @Test func theNextStreamCountsItsOwnLooks() {
        var tracker = CodeTracker()
        _ = tracker.linesToEnd(of: [Look(0), Look(100), Look(200)])
        #expect(tracker.linesToEnd(of: [Look(0, code("A", .itf))]) == ["end +1 A", "end -1 A"])
    }
}
