import Monitoring
import Testing

/// How a container writes the time of a frame.
enum PTSRounding: CaseIterable, Sendable {
    case down, toMilliseconds

    func time(ofFrame frame: Int, rate: (Int, Int)) -> Duration {
        switch self {
        case .down: .nanoseconds(frame * 1_000_000_000 * rate.1 / rate.0)
        case .toMilliseconds: .milliseconds((frame * 2000 * rate.1 + rate.0) / (2 * rate.0))
        }
    }
}

@Suite struct ThrottleTests {
    struct Rate: Sendable {
        var numerator: Int
        var denominator = 1
        var looks: [Int]
    }

    @Test(
        arguments: [
            Rate(numerator: 24000, denominator: 1001, looks: [0, 3, 5, 8, 10, 12, 15, 17, 20, 22, 24]),
            Rate(numerator: 25, looks: [0, 3, 5, 8, 10, 13, 15, 18, 20, 23, 25]),
            Rate(numerator: 30000, denominator: 1001, looks: [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]),
            Rate(numerator: 30, looks: [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]),
            Rate(numerator: 50, looks: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
            Rate(numerator: 60, looks: [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60]),
            Rate(numerator: 100, looks: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
            Rate(numerator: 120, looks: [0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120]),
        ], PTSRounding.allCases)
    func looksEvery100Milliseconds(_ rate: Rate, rounding: PTSRounding) throws {
        var throttle = Throttle(interval: .milliseconds(100))
        let last = try #require(rate.looks.last)
        let looks = (0...last).filter {
            throttle.admits(at: rounding.time(ofFrame: $0, rate: (rate.numerator, rate.denominator)))
        }
        #expect(looks == rate.looks)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var interval = 100
        /// Milliseconds.
        var times: [Int?]
        /// Indices of `times`.
        var looks: [Int]
    }

    @Test(arguments: [
        Row(testDescription: "every frame", interval: 0, times: [0, 1, 1, nil, 0], looks: [0, 1, 2, 3, 4]),
        Row(testDescription: "negative interval", interval: -5, times: [0, 1], looks: [0, 1]),
        Row(testDescription: "first frame late", times: [5000, 5050, 5100], looks: [0, 2]),
        Row(
            testDescription: "slower than the interval", times: [0, 125, 250, 375, 500, 625], looks: [0, 1, 2, 3, 4, 5]),
        Row(testDescription: "a millisecond early", times: [0, 99, 198, 199], looks: [0, 1, 3]),
        Row(
            testDescription: "a tenth of a short interval early", interval: 5, times: [0, 4, 5, 9, 10],
            looks: [0, 2, 4]),
        Row(testDescription: "late looks keep the grid", times: [0, 90, 180, 200, 290, 300], looks: [0, 2, 3, 5]),
        Row(testDescription: "gap restarts the grid", times: [0, 50, 170, 220, 260, 270], looks: [0, 2, 5]),
        Row(testDescription: "seek forward", times: [0, 50, 9010, 9050, 9110], looks: [0, 2, 4]),
        Row(testDescription: "seek backward", times: [5000, 5050, 20, 60, 100, 120], looks: [0, 2, 5]),
        Row(testDescription: "no times", times: [nil, nil, nil], looks: [0, 1, 2]),
        Row(
            testDescription: "a missing time leaves the grid", times: [0, nil, 50, 100, nil, 150], looks: [0, 1, 3, 4]),
        Row(testDescription: "the same time twice", times: [0, 0, 100, 100], looks: [0, 2]),
    ])
    func looksByTheFramesTime(_ row: Row) {
        var throttle = Throttle(interval: .milliseconds(row.interval))
        let looks = row.times.indices.filter { throttle.admits(at: row.times[$0].map { .milliseconds($0) }) }
        #expect(looks == row.looks)
    }

    @Test func aLiftAdmitsEveryFrameAndKeepsTheGrid() {
        var throttle = Throttle(interval: .milliseconds(100))
        let looks = (0..<11).filter { throttle.admits(at: .milliseconds($0 * 20), isLifted: (1...2).contains($0)) }
        #expect(looks == [0, 1, 2, 5, 10])
    }

    @Test func aCopyDoesNotChangeTheOriginal() {
        var throttle = Throttle(interval: .milliseconds(100))
        _ = throttle.admits(at: .zero)
        var copy = throttle
        let admitted = [copy.admits(at: .milliseconds(100)), throttle.admits(at: .milliseconds(100))]
        #expect(admitted == [true, true])
    }
}
