import Testing

@testable import Symbols

@Suite struct CharsetTests {
    @Test(
        "Bytes without a character set are UTF-8, Shift-JIS or ISO 8859-1 by evidence",
        arguments: [
            ([], "UTF-8"), (Array("abc".utf8), "UTF-8"), (Array("日本é".utf8), "UTF-8"),
            // é alone, at the end, before a space, a comma, a consonant
            ([0xe9], "ISO-8859-1"), (latin("café"), "ISO-8859-1"), (latin("café noir"), "ISO-8859-1"),
            (latin("né, là"), "ISO-8859-1"), (latin("élan"), "ISO-8859-1"), (latin("São Paulo"), "ISO-8859-1"),
            (latin("Grüße aus München"), "ISO-8859-1"), (latin("Ærø"), "ISO-8859-1"), (latin("año"), "ISO-8859-1"),
            (latin("Straße"), "ISO-8859-1"), (latin("garçon"), "ISO-8859-1"), (latin("naïve"), "ISO-8859-1"),
            (latin("25°C"), "ISO-8859-1"), (latin("§5"), "ISO-8859-1"), (latin("£10 ½"), "ISO-8859-1"),
            (latin("«oui»"), "ISO-8859-1"), (latin("ÉCOLE ÉLÉMENTAIRE"), "ISO-8859-1"),
            // 日本語, 3階, カタカナ, ﾃｽﾄ, ﾊﾞﾅﾅ, こんにちは world, 蜃気楼 with a rarer kanji first
            ([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], "CP932"), ([0x33, 0x8a, 0x4b], "CP932"),
            ([0x83, 0x4a, 0x83, 0x5e, 0x83, 0x4a, 0x83, 0x69], "CP932"), ([0xc3, 0xbd, 0xc4], "CP932"),
            ([0xca, 0xde, 0xc5, 0xc5], "CP932"),
            ([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd, 0x20, 0x77, 0x6f], "CP932"),
            ([0xe5, 0x86, 0x8b, 0x43, 0x98, 0x4f], "CP932"),
            // structure without a character: a lead at the end, a trail that is none, a cell that is empty, users' own
            ([0x93, 0xfa, 0x96], "ISO-8859-1"), ([0x93, 0x20, 0x96, 0x7b], "ISO-8859-1"),
            ([0x85, 0x40, 0x93, 0xfa], "ISO-8859-1"), ([0xf0, 0x40, 0x93, 0xfa], "ISO-8859-1"),
            ([0x80, 0xff, 0x00], "ISO-8859-1"),
        ] as [([UInt8], String)])
    func guess(bytes: [UInt8], name: String) {
        #expect(Charset(guessedFor: bytes).name == name)
    }

    @Test(
        "An ECI names a character set",
        arguments: [
            (0, [0x81], "ü"), (1, [0xe9], "é"), (2, [0x81], "ü"), (3, [0xe9], "é"), (4, [0xb1], "ą"),
            (5, [0xa1], "Ħ"), (6, [0xb1], "ą"), (7, [0xd0], "а"), (8, [0xc7], "ا"), (9, [0xe1], "α"), (10, [0xe0], "א"),
            (11, [0xfd], "ı"), (12, [0xa2], "Ē"), (13, [0xa1], "ก"), (15, [0xa8], "Ø"), (16, [0xa1], "Ḃ"),
            (17, [0xa4], "€"), (18, [0xa4], "€"), (20, [0x93, 0xfa], "日"), (21, [0xb9], "ą"), (22, [0xff], "я"),
            (23, [0x80], "€"), (24, [0xc7], "ا"), (25, [0x65, 0xe5], "日"), (26, [0xc3, 0xa9], "é"), (27, [0x41], "A"),
            (28, [0xa4, 0xe9], "日"), (29, [0xc8, 0xd5], "日"), (30, [0xb0, 0xa1], "가"), (31, [0xc8, 0xd5], "日"),
            (32, [0x81, 0x30, 0x81, 0x30], "\u{80}"), (33, [0xe5, 0x65], "日"), (34, [0, 0, 0x65, 0xe5], "日"),
            (35, [0xe5, 0x65, 0, 0], "日"), (170, [0x41], "A"),
        ] as [(Int, [UInt8], String)])
    func designator(number: Int, bytes: [UInt8], text: String) throws {
        let decoded = try #require(Charset(designator: number)).text(of: bytes)
        #expect(decoded.text == text)
        #expect(decoded.isWhole)
    }

    @Test("Others name none", arguments: [-1, 14, 19, 36, 169, 171, 899, 900, 999_999, .max, .min])
    func unknownDesignator(number: Int) { #expect(Charset(designator: number) == nil) }

    @Test(
        "What means nothing becomes U+FFFD",
        arguments: [
            ("CP932", 1, [0x41, 0x93, 0xfa, 0xff, 0x42], "A日\u{fffd}B"), ("CP932", 1, [0x41, 0x93], "A\u{fffd}"),
            ("UTF-16BE", 2, [0, 0x41, 0xdc, 0, 0, 0x42], "A\u{fffd}B"), ("UTF-16BE", 2, [0, 0x41, 0], "A\u{fffd}"),
            ("UTF-32BE", 4, [0, 0x7f, 0, 0, 0, 0, 0, 0x42], "\u{fffd}B"), ("ASCII", 1, [0x41, 0xe9], "A\u{fffd}"),
            ("UTF-8", 1, [0x41, 0xe9], "A\u{fffd}"), ("no such set", 1, [0x41, 0xe9], "A\u{fffd}"),
        ] as [(String, Int, [UInt8], String)])
    func broken(name: String, unit: Int, bytes: [UInt8], text: String) {
        let decoded = Charset(name, unit: unit).text(of: bytes)
        #expect(decoded.text == text)
        #expect(!decoded.isWhole)
    }

    @Test("Long texts come whole", arguments: [1, 1000, 100_000])
    func long(count: Int) {
        let decoded = Charset.shiftJIS.text(of: (0..<count).flatMap { _ in [0x93, 0xfa] as [UInt8] })
        #expect(decoded.text == String(repeating: "日", count: count))
        #expect(decoded.isWhole)
    }

    @Test("Any bytes end in a text, in every character set", arguments: (0...35) + [170])
    func anything(designator: Int) {
        guard let charset = Charset(designator: designator) else { return }
        for seed in 0..<200 {
            var state = UInt64(seed &* 2_654_435_761 &+ 1)
            let bytes = (0..<(seed % 60)).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            #expect(charset.text(of: bytes).text.utf8.count <= 6 * bytes.count + 3)
        }
    }
}

/// The bytes of a text in ISO 8859-1.
private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
