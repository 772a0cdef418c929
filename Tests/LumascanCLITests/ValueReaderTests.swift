import Lumascan
import Testing

@testable import LumascanCLI

@Suite("Values of options")
struct ValueReaderTests {
    private func reader(_ text: String) -> ValueReader {
        ValueReader(arguments: ParsedArguments(values: ["x": text]))
    }

    @Test(
        "milliseconds", arguments: [("0", 0), ("100", 100_000_000), ("33.3667", 33_366_700), (".5", 500_000)])
    func milliseconds(text: String, nanoseconds: Int) throws {
        #expect(try reader(text).milliseconds("x") == .nanoseconds(nanoseconds))
    }

    @Test(
        "what is no number of milliseconds says so",
        arguments: ["", "x", "-1", "1,5", "1e3", "+1", " 1", "1.2.3", ".", "99999999999999999999", "0x10", "nan", "١"])
    func noMilliseconds(text: String) {
        #expect(throws: UsageError("--x: “\(text)” is not a number of milliseconds")) {
            try reader(text).milliseconds("x")
        }
    }

    @Test(
        "times are seconds or clock times",
        arguments: [
            ("90", 90_000), ("90.5", 90_500), ("0.001", 1), ("1:30", 90_000), ("01:30.5", 90_500),
            ("1:00:00", 3_600_000),
            ("90:00", 5_400_000), ("0:00:07.25", 7250),
        ])
    func times(text: String, milliseconds: Int) throws {
        #expect(try reader(text).time("x") == .milliseconds(milliseconds))
    }

    @Test(
        "what is no time says so",
        arguments: ["", ":", "1:", ":1", "1:60", "1:60:00", "1:2:3:4", "-1:00", "1.5:00", "1h"])
    func noTimes(text: String) {
        #expect(
            throws: UsageError("--x: “\(text)” is not a time in seconds or [HH:]MM:SS, such as 90.5 or 1:30.5")
        ) { try reader(text).time("x") }
    }

    @Test("counts hold to their range", arguments: [("1", 1), ("64", 64), ("007", 7)])
    func counts(text: String, count: Int) throws {
        #expect(try reader(text).count("x", in: 1...64) == count)
    }

    @Test("what is no count says so", arguments: ["0", "65", "", "1.5", "-1", "+3", "99999999999999999999"])
    func noCounts(text: String) {
        #expect(throws: UsageError("--x: “\(text)” is not a number from 1 to 64")) {
            try reader(text).count("x", in: 1...64)
        }
    }

    @Test("fractions go from 0 to 1")
    func fractions() throws {
        #expect(try reader("0.16").fraction("x") == 0.16)
        #expect(try reader("1").fraction("x") == 1)
        #expect(throws: UsageError.self) { try reader("1.01").fraction("x") }
        #expect(throws: UsageError.self) { try reader("16%").fraction("x") }
    }

    @Test(
        "regions are fractions or pixels",
        arguments: [
            ("0.5,0,0.5,1", .fractions(Box(x: 0.5, y: 0, width: 0.5, height: 1))),
            ("0.7, 0.1, 0.3, 0.9", .fractions(Box(x: 0.7, y: 0.1, width: 0.3, height: 0.9))),
            ("100,50,640,360px", .pixels(Box(x: 100, y: 50, width: 640, height: 360))),
            ("1px,2px,3px,4px", .pixels(Box(x: 1, y: 2, width: 3, height: 4))),
        ] as [(String, Options.Region)])
    func regions(text: String, region: Options.Region) throws {
        #expect(try reader(text).region("x") == region)
    }

    @Test(
        "a wrong region says why",
        arguments: [
            ("", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("0,0,1", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("0,0,1,1,1", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("1px,2,3,4", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("1px,2,3,4px", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("-1,0,1,1px", "is not X,Y,W,H in fractions or, ending in px, in pixels"),
            ("0,0,0,1", "has no area"), ("0,0,5,0px", "has no area"),
            ("0.5,0,0.6,1", "reaches outside the picture: fractions go from 0 to 1, pixels end in px"),
            ("2,0,1,1", "reaches outside the picture: fractions go from 0 to 1, pixels end in px"),
        ])
    func wrongRegions(text: String, problem: String) {
        #expect(throws: UsageError("--x: “\(text)” \(problem)")) { try reader(text).region("x") }
    }

    @Test("a value in a message is escaped")
    func escaping() {
        #expect(throws: UsageError("--x: “\\x1b[2J” is not a number of milliseconds")) {
            try reader("\u{1b}[2J").milliseconds("x")
        }
    }
}
