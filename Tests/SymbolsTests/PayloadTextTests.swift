import Testing

@testable import QRCode
@testable import Symbols

/// A segment in byte mode.
private func bytes(_ bytes: [UInt8], eci designator: Int? = nil) -> Payload.Segment {
    Payload.Segment(mode: .byte, bytes: bytes, designator: designator)
}

private func text(_ text: String, _ mode: Payload.Mode = .byte, eci designator: Int? = nil) -> Payload.Segment {
    Payload.Segment(mode: mode, bytes: Array(text.utf8), designator: designator)
}

@Suite struct PayloadTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var payload: Payload
        var text: String
        var content = Symbol.Content.text

        init(
            _ description: String, _ segments: Payload.Segment..., application: Payload.Application? = nil,
            text: String,
            content: Symbol.Content = .text
        ) {
            testDescription = description
            payload = Payload(segments: segments, application: application)
            (self.text, self.content) = (text, content)
        }
    }

    private static let rows = [
        Row("nothing", text: ""),
        Row("three modes", text("12", .numeric), text("AB", .alphanumeric), text("cd"), text: "12ABcd"),
        Row("UTF-8", bytes([0x63, 0xc3, 0xa9]), text: "cé"),
        Row("UTF-8 in two segments", bytes([0x63, 0xc3]), bytes([0xa9]), text: "cé"),
        Row("UTF-8 with a byte-order mark", bytes([0xef, 0xbb, 0xbf, 0x61]), text: "\u{feff}a"),
        Row(
            "all byte segments decide together", bytes([0xc3, 0xa9]), text("1", .numeric), bytes([0xe9]), text: "Ã©1é"),
        Row("ISO 8859-1", bytes([0x63, 0x61, 0x66, 0xe9]), text: "café"),
        Row("Shift-JIS", bytes([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]), text: "日本語"),
        Row("kanji", Payload.Segment(mode: .kanji, bytes: [0x93, 0xfa, 0x96, 0x7b]), text("x"), text: "日本x"),
        Row(
            "kanji of NEC", Payload.Segment(mode: .kanji, bytes: [0x87, 0x40]), text: "①"),
        Row("ECI of ISO 8859-15", bytes([0xa4], eci: 17), text: "€"),
        Row("ECI of UTF-8", bytes([0xe6, 0x97, 0xa5], eci: 26), text: "日"),
        Row("ECI of UTF-8, broken", bytes([0x61, 0xe6, 0x97], eci: 26), text: "a\u{fffd}"),
        Row("ECI of UTF-16", bytes([0, 0x61, 0x30, 0x42], eci: 25), text: "aあ"),
        Row("ECI and digits", text("12", .numeric, eci: 25), bytes([0x30, 0x42], eci: 25), text: "12あ"),
        Row("ECI of Shift-JIS for a segment alone", bytes([0x93, 0xfa], eci: 20), bytes([0xe9], eci: 3), text: "日é"),
        Row("ECI of no character set", text("abc", eci: 999), text: "abc", content: .eci),
        Row("ECI of binary data", bytes([0x41, 0x80, 0xff], eci: 899), text: "A\u{80}ÿ", content: .binary),
        Row("lines", text("a\r\nb"), text: "a\r\nb"),
        Row("an escape", text("a\u{1b}b"), text: "a\u{1b}b", content: .binary),
        Row(
            "bytes of no text", bytes([0, 1, 0xff, 0, 0x80, 0xfe]), text: "\0\u{1}ÿ\0\u{80}þ", content: .binary),
        Row("control characters in UTF-16", bytes([0, 7], eci: 25), text: "\u{7}"),
        Row(
            "GS1", text("0109506000134352", .numeric), text("10AB\u{1d}21C", .alphanumeric), application: .gs1,
            text: "010950600013435210AB\u{1d}21C", content: .gs1),
        Row("an industry's format", text("AB", .alphanumeric), application: .aim(indicator: "37"), text: "37AB"),
        Row("an industry's letter", text("ab"), application: .aim(indicator: "q"), text: "qab"),
        Row(
            "ISO/IEC 15434", text("[)>\u{1e}06\u{1d}12PAB\u{1e}\u{4}"), text: "[)>\u{1e}06\u{1d}12PAB\u{1e}\u{4}",
            content: .iso15434),
        Row("its header alone", text("[)>\u{1e}06"), text: "[)>\u{1e}06", content: .binary),
    ]

    @Test(arguments: rows)
    func decodes(_ row: Row) {
        let payload = PayloadText(row.payload)
        #expect(payload.text == row.text)
        #expect(payload.content == row.content)
        let indicator: [UInt8] =
            if case .aim(let indicator)? = row.payload.application { Array(indicator.utf8) } else { [] }
        #expect(payload.bytes == indicator + row.payload.segments.flatMap(\.bytes))
    }

    // What zxing-cpp tells of symbols of the same payloads, drawn by zint.
    @Test(
        arguments: [
            ("hello", [], Payload(segments: [text("hello")])),
            ("12345678", [], Payload(segments: [text("12345678", .numeric)])),
            ("\\xe9lan", ["--binary", "--esc"], Payload(segments: [bytes([0xe9, 0x6c, 0x61, 0x6e])])),
            (
                "\\x93\\xfa\\x96\\x7b\\x8c\\xea", ["--binary", "--esc"],
                Payload(segments: [bytes([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])])
            ),
            ("\\xc3\\xbd\\xc4", ["--binary", "--esc"], Payload(segments: [bytes([0xc3, 0xbd, 0xc4])])),
            (
                "\\xef\\xbb\\xbfabc", ["--binary", "--esc"],
                Payload(segments: [bytes([0xef, 0xbb, 0xbf, 0x61, 0x62, 0x63])])
            ),
            (
                "\\x00\\x01\\xff\\x00\\x80\\xfez", ["--binary", "--esc"],
                Payload(segments: [bytes([0, 1, 0xff, 0, 0x80, 0xfe, 0x7a])])
            ),
            ("a\\x0ab", ["--esc"], Payload(segments: [text("a\nb")])),
            ("a\\x09b", ["--esc"], Payload(segments: [text("a\tb")])),
            (
                "日本語日本語", [],
                Payload(segments: [
                    Payload.Segment(
                        mode: .kanji, bytes: [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
                ])
            ),
            (
                "[01]09506000134352[10]AB[21]12", ["--gs1"],
                Payload(
                    segments: [text("010950600013435210AB\u{1d}2112", .alphanumeric)], application: .gs1)
            ),
            (
                "part two", ["--structapp=2,3,77"],
                Payload(
                    segments: [text("part two")], structuredAppend: .init(index: 1, count: 3, parity: 77))
            ),
            (
                "[)>\\x1e06\\x1d12PABC\\x1e\\x04", ["--esc"],
                Payload(
                    segments: [text("[)>\u{1e}06\u{1d}12PABC\u{1e}\u{4}")])
            ),
        ] as [(String, [String], Payload)])
    func agreesWithTheLibrary(data: String, options: [String], payload: Payload) throws {
        var picture = Picture(width: 300, height: 300)
        picture.draw(try Picture(zint: "QRCODE", data, options: options), at: Point(x: 150, y: 150))
        let theirs = try #require(picture.read(.qr).first)
        let ours = Symbol(QRSymbol.sample(payload))
        #expect(ours.text == theirs.text)
        #expect(ours.bytes == theirs.bytes)
        #expect(ours.aim == theirs.aim)
        #expect(ours.content == theirs.content)
        #expect(ours.structured == theirs.structured)
    }

    // They call an ECI's symbol ]Q1, which is for symbols without.
    @Test(
        arguments: [
            ("h\u{e9}llo 日", 26, [0x68, 0xc3, 0xa9, 0x6c, 0x6c, 0x6f, 0x20, 0xe6, 0x97, 0xa5]),
            ("café", 3, [0x63, 0x61, 0x66, 0xe9]), ("日本", 20, [0x93, 0xfa, 0x96, 0x7b]), ("กข", 13, [0xa1, 0xa2]),
            ("aあ", 25, [0, 0x61, 0x30, 0x42]), ("яЖ", 22, [0xff, 0xc6]), ("€", 17, [0xa4]),
        ] as [(String, Int, [UInt8])])
    func agreesWithTheLibraryOnECIs(data: String, designator: Int, encoded: [UInt8]) throws {
        var picture = Picture(width: 300, height: 300)
        picture.draw(
            try Picture(zint: "QRCODE", data, options: ["--eci=\(designator)"]), at: Point(x: 150, y: 150))
        let theirs = try #require(picture.read(.qr).first)
        let ours = Symbol(QRSymbol.sample(Payload(segments: [bytes(encoded, eci: designator)])))
        #expect(ours.text == data)
        #expect(ours.text == theirs.text)
        #expect(ours.bytes == theirs.bytes)
        #expect(ours.content == theirs.content)
    }
}

extension QRSymbol {
    /// A symbol that says that.
    static func sample(_ payload: Payload) -> QRSymbol {
        func point(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(x: x, y: y) }
        return QRSymbol(
            kind: .model2, version: 2, level: .medium, mask: 5, payload: payload,
            correction: .init(used: 4, capacity: 16),
            corners: Corners(
                upperLeft: point(10, 20), upperRight: point(60.5, 21), lowerRight: point(61, 70),
                lowerLeft: point(9, 71)),
            modulePixels: 2.02)
    }
}
