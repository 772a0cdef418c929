import Testing

@testable import QRCode

/// Symbols with wrong modules: read as far as the standard says, and never read wrongly.
@Suite struct DamageTests {
    /// A symbol and how many wrong codewords the standard corrects in a block (table 9).
    struct Kind: Sendable {
        var kind: SymbolKind
        var version: Int
        var level: CorrectionLevel
        var errors: Int

        init(_ kind: SymbolKind, _ version: Int, _ level: CorrectionLevel, _ errors: Int) {
            (self.kind, self.version, self.level, self.errors) = (kind, version, level, errors)
        }
    }

    static let kinds = [
        Kind(.model2, 1, .low, 2), Kind(.model2, 1, .medium, 4), Kind(.model2, 1, .quartile, 6),
        Kind(.model2, 1, .high, 8), Kind(.model2, 2, .low, 4), Kind(.model2, 2, .high, 14), Kind(.model2, 3, .low, 7),
        Kind(.model2, 4, .low, 10), Kind(.model2, 5, .quartile, 9), Kind(.model2, 6, .low, 9),
        Kind(.model2, 6, .medium, 8), Kind(.model2, 8, .low, 12), Kind(.model2, 10, .low, 9),
        Kind(.model2, 15, .low, 11),
        Kind(.micro, 2, .low, 1), Kind(.micro, 2, .medium, 2), Kind(.micro, 3, .low, 2), Kind(.micro, 3, .medium, 4),
        Kind(.micro, 4, .low, 3), Kind(.micro, 4, .medium, 5), Kind(.micro, 4, .quartile, 7),
    ]

    private let digits = "3141592"

    private func symbol(_ kind: Kind, mask: Int) throws -> ModuleGrid {
        let encoder = QREncoder(kind: kind.kind, version: kind.version, level: kind.level, mask: mask)
        return try #require(encoder.modules(of: [.numeric(digits)]))
    }

    /// Changes some modules of so many codewords of each block.
    private func damage(
        _ grid: inout ModuleGrid, _ kind: Kind, codewords: Int, using random: inout SeededRandom
    ) throws {
        let layout = try #require(SymbolLayout.of(kind.kind, version: kind.version))
        let blocks = try #require(BlockLayout(kind: kind.kind, version: kind.version, level: kind.level))
        let half = kind.kind == .micro && kind.version == 3 ? blocks.dataCodewords - 1 : Int.max
        for block in 0..<blocks.blocks {
            let length = blocks.dataCodewords(ofBlock: block) + blocks.checks
            for codeword in (0..<length).shuffled(using: &random).prefix(codewords) {
                let place = blocks.place(ofBlock: block, codeword: codeword)
                let start = place * 8 - (place > half ? 4 : 0)
                let pattern = UInt8.random(in: 1...(place == half ? 15 : 255), using: &random)
                for bit in 0..<8 where pattern >> UInt8(bit) & 1 == 1 {
                    grid.values[Int(layout.order[start + bit])] *= -1
                }
            }
        }
    }

    @Test(arguments: kinds)
    func readsWithAllErrorsOfTheStandard(kind: Kind) throws {
        var random = SeededRandom(seed: 1)
        for round in 0..<rounds(200) {
            var grid = try symbol(kind, mask: round % 4)
            try damage(&grid, kind, codewords: kind.errors, using: &random)
            let symbol = try SymbolDecoder.decode(grid, kind: kind.kind, mirrors: true).get()
            #expect(symbol.payload.segments == [.init(mode: .numeric, bytes: Array(digits.utf8))])
        }
    }

    @Test(arguments: kinds)
    func neverReadsWrongly(kind: Kind) throws {
        var random = SeededRandom(seed: 2)
        for round in 0..<rounds(2000) {
            var grid = try symbol(kind, mask: round % 4)
            grid.values = grid.values.map { $0 * Float.random(in: 0...1, using: &random) }
            try damage(&grid, kind, codewords: kind.errors + 1 + round % 8, using: &random)
            let flips = round % 3 * 3
            guard let symbol = try? SymbolDecoder.decode(grid, kind: kind.kind, mirrors: true, flips: flips).get()
            else {
                continue
            }
            #expect(symbol.payload.segments == [.init(mode: .numeric, bytes: Array(digits.utf8))])
        }
    }

    @Test(arguments: [
        Kind(.model2, 1, .low, 3), Kind(.model2, 1, .medium, 5), Kind(.model2, 5, .quartile, 9),
        Kind(.micro, 4, .low, 3),
    ])
    func flipsTheModulesThatAreLeastSure(kind: Kind) throws {
        var random = SeededRandom(seed: 6)
        for round in 0..<rounds(100) {
            var grid = try symbol(kind, mask: round % 4)
            let order = try #require(SymbolLayout.of(kind.kind, version: kind.version)).order
            try damage(&grid, kind, codewords: kind.errors, using: &random)
            // Three modules more, hardly less sure than the others: too sure to be erased.
            for place in order.map(Int.init).shuffled(using: &random).prefix(3) { grid.values[place] *= -0.6 }
            let plain = try? SymbolDecoder.decode(grid, kind: kind.kind, mirrors: false).get()
            let flipped = try SymbolDecoder.decode(grid, kind: kind.kind, mirrors: false, flips: 3).get()
            #expect(flipped.payload.segments == [.init(mode: .numeric, bytes: Array(digits.utf8))])
            #expect(plain == nil || plain == flipped)
        }
    }
}
