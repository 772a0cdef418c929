import Delivery
import Foundation
import Symbols
import Testing

@testable import Monitoring

@Suite("JSON Lines")
struct JSONLinesTests {
    private static let symbol = Symbol(
        symbology: .qrCode, text: "abc", bytes: Array("abc".utf8), aim: "]Q1",
        corners: Quad(
            topLeft: Point(x: 10, y: 20.5), topRight: Point(x: 30.126, y: 20.5), bottomRight: Point(x: 30, y: 41),
            bottomLeft: Point(x: 10, y: 41)))

    private static func sighting(_ symbol: Symbol = symbol) -> CodeSighting {
        CodeSighting(
            track: 7, symbol: symbol, frameWidth: 640, frameHeight: 480, first: .milliseconds(100),
            last: .milliseconds(900), reads: 4)
    }

    private static func line(_ kind: ScanEvent.Kind, alwaysBytes: Bool = false) -> String {
        ScanEvent(stream: "s", pts: .milliseconds(200), kind: kind).jsonLine(alwaysBytes: alwaysBytes)
    }

    private static let head = #""track":7,"symbology":"QRCode","aim":"]Q1","text":"abc""#
    private static let place =
        #""content":"text","corners":[[10,20.5],[30.13,20.5],[30,41],[10,41]],"#
        + #""box":{"x":10,"y":20.5,"width":20.13,"height":20.5},"frame":{"width":640,"height":480}"#
    private static let format = StreamFormat(
        source: "clip.mp4", width: 640, height: 480, framerate: "25/1", isLive: false, orientation: "rotate-90")

    @Test("every event has its fields in their order")
    func events() {
        #expect(
            Self.line(.streamStarted(Self.format))
                == #"{"event":"stream.started","stream":"s","pts":200000000,"source":"clip.mp4","width":640,"#
                + #""height":480,"framerate":"25/1","live":false,"orientation":"rotate-90"}"#)
        #expect(
            Self.line(.streamFormat(Self.format))
                == #"{"event":"stream.format","stream":"s","pts":200000000,"width":640,"height":480,"#
                + #""framerate":"25/1"}"#)
        #expect(
            Self.line(.codeNew(Self.sighting()))
                == #"{"event":"code.new","stream":"s","pts":200000000,\#(Self.head),\#(Self.place),"first":100000000}"#)
        #expect(
            Self.line(.codeUpdate(Self.sighting()))
                == #"{"event":"code.update","stream":"s","pts":200000000,\#(Self.head),\#(Self.place)}"#)
        #expect(
            Self.line(.codeEnd(Self.sighting()))
                == #"{"event":"code.end","stream":"s","pts":200000000,\#(Self.head),\#(Self.place),"#
                + #""first":100000000,"last":900000000,"reads":4}"#)
        #expect(
            Self.line(.streamInterrupted(reason: "cam: refused", attempt: 3, retryIn: .milliseconds(3250)))
                == #"{"event":"stream.interrupted","stream":"s","pts":200000000,"reason":"cam: refused","attempt":3,"#
                + #""retryIn":3.25}"#)
        #expect(
            Self.line(.streamResumed(gap: .milliseconds(4500)))
                == #"{"event":"stream.resumed","stream":"s","pts":200000000,"gap":4500000000}"#)
        #expect(
            Self.line(.codeSelected(Self.sighting(), by: .click))
                == #"{"event":"code.selected","stream":"s","pts":200000000,\#(Self.head),\#(Self.place),"by":"click"}"#)
        #expect(
            Self.line(.outputFailed(message: "--show: m", hint: "h", retryIn: .milliseconds(1500)))
                == #"{"event":"output.failed","stream":"s","pts":200000000,"message":"--show: m","hint":"h","#
                + #""retryIn":1.5}"#)
        #expect(
            Self.line(.actionFailed(message: "--on-light-low: m"))
                == #"{"event":"action.failed","stream":"s","pts":200000000,"message":"--on-light-low: m"}"#)
        let summary = StreamSummary(
            reason: .eos, frames: 50, examined: 20, skipped: 0, codes: 1, duration: .seconds(2))
        #expect(
            Self.line(.streamEnded(summary))
                == #"{"event":"stream.ended","stream":"s","pts":200000000,"reason":"eos","frames":50,"#
                + #""examined":20,"skipped":0,"codes":1,"duration":2000000000}"#)
    }

    @Test("what cannot be read has its place and the reason")
    func unread() {
        var code = UnreadCode(
            symbology: .qrCode, corners: Self.symbol.corners, modulePixels: 1.234, reason: .small)
        func line() -> String { Self.line(.codeUnread(UnreadSighting(code: code, frameWidth: 640, frameHeight: 480))) }
        let place = Self.place.trimmingPrefix(#""content":"text","#)
        #expect(
            line()
                == #"{"event":"code.unread","stream":"s","pts":200000000,"symbology":"QRCode",\#(place),"#
                + #""modulePixels":1.23,"reason":"small"}"#)
        (code.modulePixels, code.reason) = (nil, .blur)
        #expect(
            line()
                == #"{"event":"code.unread","stream":"s","pts":200000000,"symbology":"QRCode",\#(place),"#
                + #""reason":"blur"}"#)
    }

    @Test("an error has its hint where there is one")
    func errors() {
        #expect(
            Self.line(.error(message: "m", hint: "h"))
                == #"{"event":"error","stream":"s","pts":200000000,"message":"m","hint":"h"}"#)
        #expect(
            Self.line(.error(message: "m", hint: nil))
                == #"{"event":"error","stream":"s","pts":200000000,"message":"m"}"#)
    }

    @Test("the light has its level in four decimals")
    func light() {
        #expect(
            Self.line(.light(LightChange(state: .low, level: 0.123456, contrast: 0.05, reason: .dark)))
                == #"{"event":"light.low","stream":"s","pts":200000000,"level":0.1235,"contrast":0.05,"#
                + #""reason":"dark"}"#)
        #expect(
            Self.line(.light(LightChange(state: .ok, level: 1, contrast: 0, reason: nil)))
                == #"{"event":"light.ok","stream":"s","pts":200000000,"level":1,"contrast":0}"#)
    }

    @Test("the wall clock is UTC with milliseconds")
    func wallClock() {
        let event = ScanEvent(
            stream: "s", pts: .zero, time: Date(timeIntervalSince1970: 1_700_000_000.25),
            kind: .error(message: "m", hint: nil))
        #expect(
            event.jsonLine()
                == #"{"event":"error","stream":"s","pts":0,"time":"2023-11-14T22:13:20.250Z","message":"m"}"#)
    }

    @Test(
        "bytes come where they are not the text's own, or when asked for",
        arguments: [
            ("abc", Array("abc".utf8), false, false), ("abc", Array("abc".utf8), true, true),
            ("é", [0xc3, 0xa9], false, false), ("é", [0xe9], false, true), ("a\0b", [0x61, 0, 0x62], false, false),
        ] as [(String, [UInt8], Bool, Bool)])
    func bytes(text: String, bytes: [UInt8], always: Bool, present: Bool) {
        var symbol = Self.symbol
        (symbol.text, symbol.bytes) = (text, bytes)
        let line = Self.line(.codeNew(Self.sighting(symbol)), alwaysBytes: always)
        let base64 = Data(bytes).base64EncodedString()
        #expect(line.contains(#""bytes":"\#(base64)","content""#) == present)
        #expect(line.contains("\"bytes\"") == present)
    }

    @Test("module size and structured append come where they are known")
    func optionalFields() {
        var symbol = Self.symbol
        symbol.modulePixels = 4.256
        symbol.structured = .init(index: 1, count: 3, id: "a5")
        #expect(
            Self.line(.codeUpdate(Self.sighting(symbol))).hasSuffix(
                #","modulePixels":4.26,"structured":{"index":1,"count":3,"id":"a5"}}"#))
        symbol.qr = .init(version: 7, level: .quartile, mask: 3, correction: .init(used: 4, capacity: 88))
        #expect(
            Self.line(.codeUpdate(Self.sighting(symbol))).hasSuffix(
                #","modulePixels":4.26,"qr":{"version":7,"level":"Q","mask":3,"correction":{"used":4,"capacity":88},"#
                    + #""mirrored":false,"inverted":false},"structured":{"index":1,"count":3,"id":"a5"}}"#))
        symbol.qr = .init(
            version: 1, level: nil, mask: 0, correction: .init(used: 0, capacity: 2), isMirrored: true, isInverted: true
        )
        #expect(
            Self.line(.codeUpdate(Self.sighting(symbol))).contains(
                #""qr":{"version":1,"mask":0,"correction":{"used":0,"capacity":2},"mirrored":true,"inverted":true}"#))
        symbol.qr = nil
        symbol.structured = .init(index: 0, count: nil, id: "x")
        #expect(Self.line(.codeUpdate(Self.sighting(symbol))).hasSuffix(#","structured":{"index":0,"id":"x"}}"#))
    }

    @Test(
        "text is escaped so that it is valid JSON and cannot drive a terminal",
        arguments: [
            ("a\"b\\c", #"a\"b\\c"#), ("\n\r\t\0\u{8}", #"\n\r\t\u0000\u0008"#), ("\u{1b}[2J", #"\u001b[2J"#),
            ("\u{7f}\u{9b}", #"\u007f\u009b"#), ("\u{2028}\u{202e}", #"\u2028\u202e"#),
            ("\u{e0041}", #"\udb40\udc41"#), ("日本 é 😀 👩‍👩‍👧", "日本 é 😀 👩‍👩‍👧"),
        ])
    func escaping(text: String, json: String) {
        let line = Self.line(.error(message: text, hint: nil))
        #expect(line.hasSuffix(#""message":"\#(json)"}"#))
        let parsed = try? JSONDecoder().decode([String: Value].self, from: Data(line.utf8))
        #expect(parsed?["message"] == .text(text))
    }

    @Test(
        "numbers have as many decimals as they need and no more than they may",
        arguments: [
            (0, "0"), (-0.004, "0"), (-0.5, "-0.5"), (1.005, "1"), (2.999, "3"), (0.05, "0.05"), (1920.25, "1920.25"),
            (Double.nan, "null"), (.infinity, "null"), (1e300, "null"),
        ])
    func numbers(value: Double, text: String) {
        var symbol = Self.symbol
        symbol.modulePixels = value
        #expect(Self.line(.codeUpdate(Self.sighting(symbol))).hasSuffix(#","modulePixels":\#(text)}"#))
    }

    @Test("times that do not fit are held to the longest that does")
    func longTimes() {
        let event = ScanEvent(stream: "s", pts: .seconds(Int64.max), kind: .error(message: "m", hint: nil))
        #expect(event.jsonLine().contains(#""pts":9223372036854775807,"#))
    }

    private enum Value: Decodable, Equatable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            self = (try? decoder.singleValueContainer().decode(String.self)).map(Value.text) ?? .other
        }
    }
}
