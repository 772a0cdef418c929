import Testing

@testable import QRCode

/// Symbols of another encoder, in all versions, levels and modes.
@Suite(.enabled(if: QREncodeProgram.path != nil, "the program qrencode is missing (Debian package qrencode)"))
struct QREncodeTests {
    private static let letters = ["L", "M", "Q", "H"]

    private func decode(
        _ arguments: [String], _ input: [UInt8], kind: SymbolKind = .model2
    ) throws -> DecodedSymbol {
        let grid = try #require(try QREncodeProgram.modules(arguments, input: input).first)
        return try SymbolDecoder.decode(grid, kind: kind, mirrors: true).get()
    }

    @Test(arguments: 1...40, CorrectionLevel.allCases)
    func readsFullSymbolsOfEveryVersionAndLevel(version: Int, level: CorrectionLevel) throws {
        let blocks = try #require(BlockLayout(kind: .model2, version: version, level: level))
        // What is left by mode and count.
        let text = (0..<blocks.dataCodewords - (version < 10 ? 2 : 3)).map { UInt8(97 + $0 * $0 % 26) }
        let symbol = try decode(
            ["-8", "--strict-version", "-v", "\(version)", "-l", Self.letters[level.rawValue]], text)
        #expect(symbol.version == version && symbol.level == level)
        #expect(symbol.payload.segments.flatMap(\.bytes) == text)
        #expect(symbol.correction == .init(used: 0, capacity: blocks.blocks * blocks.checks))
    }

    @Test(arguments: [1, 9, 10, 26, 27, 40])
    func readsEveryMode(version: Int) throws {
        let inputs: [(arguments: [String], bytes: [UInt8], mode: Payload.Mode)] = [
            ([], Array("0123456789".utf8), .numeric),
            ([], Array("HTTP://X.Y/*$%+-".utf8), .alphanumeric),
            (["-8"], Array("0aé".utf8), .byte),
            (["-k"], [0x93, 0x5F, 0xE4, 0xAA, 0x88, 0x9F, 0xEA, 0xA4], .kanji),
        ]
        for input in inputs {
            let symbol = try decode(["-v", "\(version)"] + input.arguments, input.bytes)
            #expect(symbol.payload == Payload(segments: [.init(mode: input.mode, bytes: input.bytes)]))
        }
    }

    @Test func readsMixedModes() throws {
        let text = Array("0123456789012345ABCDEFGHIJKLMNOPabcdefghijklmnop9876543210".utf8)
        let payload = try decode(["-v", "5"], text).payload
        #expect(payload.segments.map(\.mode) == [.numeric, .alphanumeric, .byte, .numeric])
        #expect(payload.segments.flatMap(\.bytes) == text)
    }

    @Test func readsStructuredAppend() throws {
        let text = Array("A message that is too long for one symbol of version 1 goes over several".utf8)
        let grids = try QREncodeProgram.modules(["-S", "-8", "-v", "1", "-l", "L"], input: text)
        let payloads = try grids.map { try SymbolDecoder.decode($0, kind: .model2, mirrors: false).get().payload }
        #expect(payloads.count > 1)
        #expect(payloads.flatMap(\.segments).flatMap(\.bytes) == text)
        let parity = text.reduce(0, ^)
        #expect(
            payloads.map(\.structuredAppend)
                == payloads.indices.map { .init(index: $0, count: payloads.count, parity: parity) })
    }

    @Test(
        arguments: [
            (1, nil, "1"), (1, nil, "12345"),
            (2, .low, "0123456789"), (2, .low, "AB-12"), (2, .medium, "01234567"), (2, .medium, "A$"),
            (3, .low, "01234567890123456789012"), (3, .low, "lumascans"), (3, .medium, "012345678901234567"),
            (3, .medium, "abc"),
            (4, .low, "01234567890123456789012345678901234"), (4, .low, "lumascan reader"), (4, .medium, "A-B-C-D-E"),
            (4, .quartile, "qrcode"),
        ] as [(Int, CorrectionLevel?, String)])
    func readsMicro(version: Int, level: CorrectionLevel?, text: String) throws {
        let arguments = ["-M", "-v", "\(version)", "-l", Self.letters[(level ?? .low).rawValue]]
        let symbol = try decode(arguments, Array(text.utf8), kind: .micro)
        #expect(symbol.version == version && symbol.level == level && symbol.correction.used == 0)
        #expect(symbol.payload.segments.flatMap(\.bytes) == Array(text.utf8))
    }

    @Test(arguments: [3, 4])
    func readsKanjiInMicro(version: Int) throws {
        let kanji: [UInt8] = [0x93, 0x5F, 0xE4, 0xAA]
        let symbol = try decode(["-M", "-k", "-v", "\(version)", "-l", "L"], kanji, kind: .micro)
        #expect(symbol.payload == Payload(segments: [.init(mode: .kanji, bytes: kanji)]))
    }
}
