import Symbols
import Testing

@testable import Monitoring

/// A code that could not be read, of side `size` with its centre at (x, y).
private func unread(
    x: Double = 300, y: Double = 300, size: Double = 80, _ reason: UnreadCode.Reason = .damaged
) -> UnreadCode {
    UnreadCode(symbology: .qrCode, corners: code("", x: x, y: y, size: size).corners, modulePixels: 2, reason: reason)
}

@Suite struct UnreadMonitorTests {
    /// What one look located, at a time in milliseconds, beside codes that were read or are followed.
    struct Look: Sendable {
        var time: Int
        var unread: [UnreadCode]
        var codes: [Symbol] = []

        init(_ time: Int, _ unread: [UnreadCode], codes: [Symbol] = []) {
            (self.time, self.unread, self.codes) = (time, unread, codes)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = UnreadMonitor.Settings()
        var looks: [Look]
        /// `1000 300,300` at a look, `end 300,300` at the end of the stream.
        var told: [String]
    }

    private static func every(_ step: Int, _ times: ClosedRange<Int>, _ codes: UnreadCode...) -> [Look] {
        stride(from: times.lowerBound, through: times.upperBound, by: step).map { Look($0, codes) }
    }

    private static let rows: [Row] = [
        Row(testDescription: "said once it has stayed", looks: every(100, 0...3000, unread()), told: ["1000 300,300"]),
        Row(
            testDescription: "a moment is not said", looks: every(100, 0...900, unread()) + every(100, 1000...3000),
            told: []),
        Row(
            testDescription: "located by one pass of eight",
            looks: every(100, 0...2000).map { look in
                Look(look.time, look.time % 800 == 300 ? [unread()] : [])
            }, told: ["1900 300,300"]),
        Row(
            testDescription: "located twice, gone before it stayed",
            looks: [Look(0, [unread()]), Look(100, [unread()])] + every(100, 200...2000), told: []),
        Row(
            testDescription: "not where it is read",
            looks: every(100, 0...500, unread())
                + [Look(600, [unread()], codes: [code("A")])] + every(100, 700...1700, unread()),
            told: ["1700 300,300"]),
        Row(
            testDescription: "not while a code is followed there",
            looks: stride(from: 0, through: 3000, by: 100).map { Look($0, [unread()], codes: [code("A", x: 310)]) },
            told: []),
        Row(
            testDescription: "again after it ended and came back",
            looks: every(100, 0...1200, unread()) + every(100, 1300...2300) + every(100, 2400...4000, unread()),
            told: ["1000 300,300", "3400 300,300"]),
        Row(
            testDescription: "not again after a gap that is no end",
            looks: every(100, 0...1200, unread()) + every(100, 1300...2100) + every(100, 2200...4000, unread()),
            told: ["1000 300,300"]),
        Row(
            testDescription: "again after it was read and lost",
            looks: every(100, 0...1200, unread()) + [Look(1300, [], codes: [code("A")])]
                + every(100, 1400...2500, unread()), told: ["1000 300,300", "2400 300,300"]),
        Row(
            testDescription: "another reason is not news",
            looks: every(100, 0...1500, unread()) + every(100, 1600...3000, unread(.blur)), told: ["1000 300,300"]),
        Row(
            testDescription: "moves with what it is",
            looks: (0...15).map { Look($0 * 100, [unread(x: 300 + 20 * Double($0))]) }, told: ["1000 500,300"]),
        Row(
            testDescription: "two places, from the top down",
            looks: every(100, 0...1500, unread(y: 500), unread(x: 100, y: 90)),
            told: ["1000 100,90", "1000 300,500"]),
        Row(
            testDescription: "one place located twice",
            looks: every(100, 0...1500, unread(), unread(x: 310, size: 60)), told: ["1000 300,300"]),
        Row(testDescription: "a still image", looks: [Look(0, [unread()])], told: ["end 300,300"]),
        Row(
            testDescription: "a short stream, located in two looks",
            looks: [Look(0, []), Look(100, [unread()]), Look(200, [unread()])],
            told: ["end 300,300"]),
        Row(
            testDescription: "a short stream, located in one look of many",
            looks: [Look(0, []), Look(100, [unread()]), Look(200, [])], told: []),
        Row(
            testDescription: "the end of a long stream tells nothing new",
            looks: every(100, 0...2000) + every(100, 2100...2500, unread()), told: []),
        Row(
            testDescription: "time runs backwards",
            looks: every(100, 5000...5800, unread()) + every(100, 0...1100, unread()),
            told: ["1000 300,300"]),
        Row(
            testDescription: "a look interval beyond the limits", settings: .init(lookInterval: .seconds(2)),
            looks: every(2000, 0...8000, unread()), told: ["2000 300,300"]),
        Row(
            testDescription: "corners that are no place",
            looks: every(100, 0...2000, unread(x: .nan), unread(x: .infinity), unread(x: 1e300)), told: []),
    ]

    @Test(arguments: rows)
    func tellsWhatStays(_ row: Row) {
        var monitor = UnreadMonitor(settings: row.settings)
        func line(_ place: UnreadPlace) -> String {
            let center = place.code.corners.center
            return "\(Int(center.x)),\(Int(center.y))"
        }
        var told: [String] = []
        for look in row.looks {
            let places = monitor.observe(
                look.unread, besides: look.codes.map(\.corners), at: .milliseconds(look.time))
            told += places.map { "\(look.time) \(line($0))" }
        }
        told += monitor.finish().map { "end \(line($0))" }
        #expect(told == row.told)
    }

    @Test func isBounded() {
        var monitor = UnreadMonitor()
        let many = (0..<500).map { unread(x: Double($0 % 25) * 100, y: Double($0 / 25) * 100) }
        let counts = (0...30).map { monitor.observe(many, besides: [], at: .milliseconds(100 * $0)).count }
        #expect(counts.reduce(0, +) == UnreadMonitor.capacity)
        #expect(monitor.places.count == UnreadMonitor.capacity)
    }

    @Test func placesAreThoseThatWereTold() {
        var monitor = UnreadMonitor()
        let counts = (0...25).map { step -> Int in
            _ = monitor.observe(step < 12 ? [unread()] : [], besides: [], at: .milliseconds(100 * step))
            return monitor.places.count
        }
        // Told at 1.0 s, last located at 1.1 s, ended a second after that.
        #expect(counts == (0...25).map { (10...21).contains($0) ? 1 : 0 })
    }

    @Test func aPlaceMovesBetweenLooks() throws {
        var monitor = UnreadMonitor()
        for step in 0...10 {
            _ = monitor.observe([unread(x: 300 + 10 * Double(step))], besides: [], at: .milliseconds(100 * step))
        }
        let motion = try #require(monitor.places.first).motion
        #expect(motion.corners(at: .milliseconds(950)).center == Point(x: 395, y: 300))
    }
}
