import Lumascan
import Testing

@testable import LumascanCLI

@Suite("Plain text")
struct PlainTextTests {
    private static func event(_ text: String, stream: String = "clip.mp4") -> ScanEvent {
        let corner = Point(x: 0, y: 0)
        let symbol = Symbol(
            symbology: .ean13, text: text, bytes: Array(text.utf8), aim: "]E0",
            corners: Quad(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner))
        let sighting = CodeSighting(
            track: 1, symbol: symbol, frameWidth: 1, frameHeight: 1, first: .zero, last: .zero, reads: 1)
        return ScanEvent(stream: stream, pts: .milliseconds(3_661_234), kind: .codeNew(sighting))
    }

    @Test("a code is one line")
    func codes() {
        #expect(PlainText.line(Self.event("123"), namesStream: false) == "1:01:01.234\tEAN13\t123")
        #expect(
            PlainText.line(Self.event("a\tb\u{1b}[0m", stream: "x\ny"), namesStream: true)
                == "x\\ny\t1:01:01.234\tEAN13\ta\\tb\\x1b[0m")
    }

    @Test("numbers have their noun's form", arguments: [(0, "0 codes"), (1, "1 code"), (2, "2 codes")])
    func counts(number: Int, text: String) {
        #expect(PlainText.count(number, "code") == text)
    }

    @Test("other events have no line")
    func others() {
        let event = ScanEvent(stream: "s", pts: .zero, kind: .error(message: "m", hint: nil))
        #expect(PlainText.line(event, namesStream: true) == nil)
        #expect(PlainText.note(event) == nil)
    }

    @Test("an error is one line whatever is in it")
    func errors() {
        #expect(PlainText.error("a\nb: gone", hint: "look\u{202e}") == "lumascan: a\\nb: gone — look\\u202e")
        #expect(PlainText.error("a", hint: nil) == "lumascan: a")
    }

    @Test(
        "what cannot be read is a note with its place and the reason",
        arguments: [
            (.small, 1.29, "its modules are too small (1.2 pixels)"), (.small, nil, "its modules are too small"),
            (.blur, 4, "it is blurred"), (.saturated, 4, "it is too bright or too dark"),
            (.damaged, 4, "too much of it is damaged or hidden"),
        ] as [(UnreadCode.Reason, Double?, String)])
    func unread(reason: UnreadCode.Reason, size: Double?, text: String) {
        let corners = Quad(
            topLeft: Point(x: 10, y: 20), topRight: Point(x: 31, y: 20), bottomRight: Point(x: 31, y: 40),
            bottomLeft: Point(x: 10, y: 40))
        let code = UnreadCode(symbology: .qrCode, corners: corners, modulePixels: size, reason: reason)
        let event = ScanEvent(
            stream: "cam", pts: .seconds(1),
            kind: .codeUnread(UnreadSighting(code: code, frameWidth: 640, frameHeight: 480)))
        #expect(PlainText.note(event) == "lumascan: cam: 0:00:01.000 QRCode at 21,30 cannot be read: \(text)")
        #expect(PlainText.line(event, namesStream: false) == nil)
    }

    @Test("an interruption says why and when it is tried again, and its end how long it was")
    func interruption() {
        func note(_ kind: ScanEvent.Kind) -> String? {
            PlainText.note(ScanEvent(stream: "cam", pts: .zero, kind: kind))
        }
        #expect(
            note(.streamInterrupted(reason: "cam: refused\u{1b}", attempt: 1, retryIn: .milliseconds(1600)))
                == "lumascan: cam: refused\\x1b; trying again in 2 s")
        #expect(note(.streamResumed(gap: .milliseconds(12_400))) == "lumascan: cam: frames flow again after 12 s")
        #expect(note(.actionFailed(message: "a: \u{1b}[2Jb")) == "lumascan: cam: a: \\x1b[2Jb")
    }

    @Test(
        "times are rounded down to milliseconds",
        arguments: [
            (0, "0:00:00.000"), (1_999_999, "0:00:00.001"), (59_999_999_999, "0:00:59.999"), (-5, "0:00:00.000"),
        ])
    func clock(nanoseconds: Int, text: String) {
        #expect(PlainText.clock(.nanoseconds(nanoseconds)) == text)
    }

    @Test(
        "progress leaves out what does not fit",
        arguments: [
            (80, "25%  [#####---------------]  0:00:30 / 0:02:00  3.0x  ETA 0:00:30"),
            (66, "25%  [#####---------------]  0:00:30 / 0:02:00  3.0x  ETA 0:00:30"),
            (65, "25%  0:00:30 / 0:02:00  3.0x  ETA 0:00:30"), (30, "25%  0:00:30 / 0:02:00"), (10, "25%"), (3, ""),
        ])
    func progress(width: Int, line: String) {
        let text = ProgressText(position: .seconds(30), length: .seconds(120), elapsed: .seconds(10))
        #expect(text.line(width: width) == line)
    }

    @Test("progress without a length, or before there is any, says what it knows")
    func unknownProgress() {
        #expect(
            ProgressText(position: .seconds(30), length: nil, elapsed: .seconds(60)).line(width: 80)
                == "0:00:30  0.5x")
        #expect(ProgressText(position: .zero, length: nil, elapsed: .seconds(1)).line(width: 80) == "0:00:00")
        #expect(
            ProgressText(position: .seconds(9), length: .seconds(6), elapsed: .seconds(3)).line(width: 80)
                == "100%  [####################]  0:00:09 / 0:00:06  3.0x  ETA 0:00:00")
    }
}
