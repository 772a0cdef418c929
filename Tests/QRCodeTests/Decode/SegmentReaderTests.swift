import Testing

@testable import QRCode

@Suite struct SegmentReaderTests {
    /// Bits, spaces left out, read as the data of a symbol.
    private func read(_ bits: String, kind: SymbolKind = .model2, version: Int = 1) -> SegmentReader.Reading? {
        let bits = bits.filter { $0 != " " }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            let byte = bits.dropFirst(start).prefix(8)
            return UInt8(byte + String(repeating: "0", count: 8 - byte.count), radix: 2) ?? 0
        }
        return SegmentReader.read(bytes, bits: bits.count, kind: kind, version: version)
    }

    private static let pads = "11101100 00010001 11101100"

    @Test(
        arguments: [
            // Numeric, three digits and two and one; annex I.
            ("0001 0000001000 0000001100 0101011001 1000011 0000 000", .numeric, Array("01234567".utf8)),
            ("0001 0000000100 0001111011 0100 0000", .numeric, Array("1234".utf8)),
            ("0010 000000101 00111001110 11100111001 000010 0000", .alphanumeric, Array("AC-42".utf8)),
            ("0100 00000010 01100001 11111111 0000", .byte, [0x61, 0xFF]),
            // The standard's examples: 935F and E4AA.
            ("1000 00000010 0110110011111 1101010101010 0000", .kanji, [0x93, 0x5F, 0xE4, 0xAA]),
        ] as [(String, Payload.Mode, [UInt8])])
    func readsModes(bits: String, mode: Payload.Mode, bytes: [UInt8]) throws {
        let reading = try #require(read(bits))
        #expect(reading.payload == Payload(segments: [.init(mode: mode, bytes: bytes)]))
        #expect(reading.paddingBits != nil)
    }

    @Test(
        arguments: [
            ("01000 0000001100 0101011001 1000011 00000", 2, .numeric, "01234567"),
            ("010 0001100 000", 1, .numeric, "12"),
            ("1 010 00111001110 00000", 2, .alphanumeric, "AC"),
            ("10 0001 01100001 0000000", 3, .byte, "a"),
            ("010 00001 01100001 000000000", 4, .byte, "a"),
        ] as [(String, Int, Payload.Mode, String)])
    func readsModesOfMicro(bits: String, version: Int, mode: Payload.Mode, text: String) {
        let segments = read(bits, kind: .micro, version: version)?.payload.segments
        #expect(segments == [.init(mode: mode, bytes: Array(text.utf8))])
    }

    @Test func readsSeveralSegmentsAfterDesignators() throws {
        let payload = try #require(
            read(
                "0111 00011010 0100 00000001 01000001 0001 0000000001 0101 0111 10000011 11101000 0100 00000001 01000010"
            )
        ).payload
        #expect(
            payload.segments == [
                .init(mode: .byte, bytes: [0x41], designator: 26), .init(mode: .numeric, bytes: [0x35], designator: 26),
                .init(mode: .byte, bytes: [0x42], designator: 1000),
            ])
    }

    @Test func readsDesignatorsOfThreeBytes() throws {
        let payload = try #require(read("0111 110 011110100001000111111 0100 00000001 01000001")).payload
        #expect(payload.segments.map(\.designator) == [999_999])
    }

    @Test func readsHanziAsGB2312() throws {
        let payload = try #require(read("1101 0001 00000010 0000000000000 0111000100111 0000")).payload
        #expect(payload.segments == [.init(mode: .byte, bytes: [0xA1, 0xA1, 0xCB, 0xE8], designator: 29)])
    }

    @Test func readsStructuredAppend() throws {
        let payload = try #require(read("0011 0001 0011 10100101 0001 0000000001 0101 0000")).payload
        #expect(payload.structuredAppend == Payload.StructuredAppend(index: 1, count: 4, parity: 0xA5))
    }

    @Test(
        arguments: [
            // A%B%%C with FNC1 in first and second position.
            ("0101", .gs1), ("1001 00100101", .aim(indicator: "37")), ("1001 00000101", .aim(indicator: "05")),
            ("1001 10100101", .aim(indicator: "A")), ("1001 11011110", .aim(indicator: "z")),
        ] as [(String, Payload.Application)])
    func readsFNC1(bits: String, application: Payload.Application) throws {
        let percent = "0010 000000110 00111101000 01000010101 11010111010 0000"
        let payload = try #require(read(bits + percent)).payload
        #expect(payload.application == application)
        #expect(payload.segments == [.init(mode: .alphanumeric, bytes: Array("A\u{1D}B%C".utf8))])
    }

    @Test func keepsPercentSignsWithoutFNC1() throws {
        let payload = try #require(read("0010 000000010 11011010100 0000")).payload
        #expect(payload.segments == [.init(mode: .alphanumeric, bytes: Array("%%".utf8))])
    }

    @Test(arguments: [
        ("no data", ""), ("no character", "0000"), ("an empty segment", "0100 00000000 0000"),
        ("three digits of 1000", "0001 0000000011 1111101000"), ("two digits of 100", "0001 0000000010 1100100"),
        ("a digit of 10", "0001 0000000001 1010"), ("45 · 45", "0010 000000010 11111101001"),
        ("45", "0010 000000001 101101"), ("a count beyond the data", "0100 00000010 01100001"),
        ("a count cut off", "0100 0000"), ("trail byte 7F", "1000 00000001 0000000111111"),
        ("trail byte FF", "1000 00000001 0000010111111"), ("mode 6", "0110 00000000"), ("mode 15", "1111 00000000"),
        ("designator of four bytes", "0111 11100000 00000000 00000000 0100 00000001 01000001"),
        ("designator 1000000", "0111 110 011110100001001000000 0100 00000001 01000001"),
        ("FNC1 after data", "0001 0000000001 0101 0101 0001 0000000001 0101"),
        ("FNC1 twice", "0101 0101 0001 0000000001 0101"),
        ("indicator 100", "1001 01100100 0001 0000000001 0101"),
        ("structured append after data", "0001 0000000001 0101 0011 0001 0011 10100101"),
        ("part 4 of 4", "0011 0100 0011 10100101 0001 0000000001 0101"),
        ("Hanzi subset 2", "1101 0010 00000001 0000000000000"),
    ])
    func refuses(what: String, bits: String) {
        #expect(read(bits) == nil)
    }

    @Test(
        arguments: [
            ("cut off", "0100 00000001 01000001 000", 3), ("nothing left", "0100 00000001 01000001", 0),
            ("terminator alone", "0100 00000001 01000001 0000", 4),
            ("pads", "0100 00000001 01000001 0000" + pads, 28),
            ("zeros up to the codeword", "0001 0000000001 0101 0000 00" + pads, 30),
            ("zero pads", "0100 00000001 01000001 0000 00000000 00000000", nil),
            ("the second pad first", "0100 00000001 01000001 0000 00010001 11101100", nil),
            ("ones cut off", "0100 00000001 01000001 001", nil),
            ("ones before the pads", "0001 0000000001 0101 0000 10", nil),
        ] as [(String, String, Int?)])
    func checksPadding(what: String, bits: String, padding: Int?) throws {
        #expect(try #require(read(bits)).paddingBits == padding)
    }

    @Test(
        arguments: [
            ("010 0001100 000 0000000", 1, 10), ("001 0001 000 00 11101100 0000", 3, nil),
            ("00 00001 0001 0000000 0000 11101100 0000", 3, nil), ("00 00001 0001 0000000 000000 11101100 0000", 3, 25),
        ] as [(String, Int, Int?)])
    func checksPaddingOfMicro(bits: String, version: Int, padding: Int?) {
        #expect(read(bits, kind: .micro, version: version)?.paddingBits == padding)
    }
}
