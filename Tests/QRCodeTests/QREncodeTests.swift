import Testing

@testable import QRCode

/// Symbols of another encoder, in all versions, levels and modes.
@Suite(.enabled(if: QREncodeProgram.path != nil, "the program qrencode is missing"))
struct QREncodeTests {
    private static let letters = ["L", "M", "Q", "H"]

    private func decode(_ arguments: [String], _ text: String, kind: SymbolKind = .model2) throws -> DecodedSymbol {
        let grid = try #require(try QREncodeProgram.modules(arguments, input: Array(text.utf8)).first)
        return try SymbolDecoder.decode(grid, kind: kind, mirrors: true).get()
    }

    @Test(arguments: 1...40, CorrectionLevel.allCases)
    func readsEveryVersionAndLevel(version: Int, level: CorrectionLevel) throws {
        let symbol = try decode(["-8", "-v", "\(version)", "-l", Self.letters[level.rawValue]], "v\(version)")
        #expect(symbol.version == version && symbol.level == level && symbol.correction.used == 0)
        #expect(symbol.payload.segments == [.init(mode: .byte, bytes: Array("v\(version)".utf8))])
    }
}
extension QREncodeTests {
    @Test(arguments: [
        ("1", "L", "12345"), ("2", "L", "01234567"), ("2", "M", "AB12"), ("3", "L", "01234567890123456789012"),
        ("3", "M", "012345678901234567"), ("3", "L", "lumas"), ("3", "M", "12"), ("4", "L", "lumascan"),
        ("4", "M", "abc"), ("4", "Q", "12345678"),
    ])
    func micro(version: String, level: String, text: String) throws {
        let grid = try #require(
            try QREncodeProgram.modules(["-M", "-v", version, "-l", level], input: Array(text.utf8)).first)
        let symbol = try SymbolDecoder.decode(grid, kind: .micro, mirrors: true).get()
        #expect(symbol.payload.segments.flatMap(\.bytes) == Array(text.utf8))
        print(symbol)
    }
}
