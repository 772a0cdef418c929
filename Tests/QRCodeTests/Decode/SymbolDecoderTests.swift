import Testing

@testable import QRCode

@Suite struct SymbolDecoderTests {
    /// A symbol as the standard shows it, and what it says.
    struct Example: Sendable {
        var kind: SymbolKind
        var picture: [String]
        var symbol: DecodedSymbol

        init(
            _ kind: SymbolKind, _ version: Int, _ level: CorrectionLevel?, mask: Int, _ digits: String, checks: Int,
            _ picture: [String]
        ) {
            self.kind = kind
            self.picture = picture
            symbol = DecodedSymbol(
                version: version, level: level, mask: mask,
                payload: Payload(segments: [.init(mode: .numeric, bytes: Array(digits.utf8))]),
                correction: .init(used: 0, capacity: checks), isMirrored: false)
        }
    }

    /// Version 1-M with mask 2 and M2-L with mask 1 are those of annex I; M1.
    static let examples = [
        Example(
            .model2, 1, .medium, mask: 2, "01234567", checks: 10,
            [
                "#######--#-##-#######",
                "#-----#--####-#-----#",
                "#-###-#-#-----#-###-#",
                "#-###-#-##----#-###-#",
                "#-###-#-#-###-#-###-#",
                "#-----#-#---#-#-----#",
                "#######-#-#-#-#######",
                "--------#--##--------",
                "#-#####--#--#-#####--",
                "---#-#-##-#-#--#-##--",
                "--#---##-#-#-#--#####",
                "----#----#-----####--",
                "---######--#-#--#----",
                "--------#-#####--##--",
                "#######--##-#-##-----",
                "#-----#-#-#####---#-#",
                "#-###-#-#---#--#-##--",
                "#-###-#-##--#--#-----",
                "#-###-#-#-##-#--#-#--",
                "#-----#--------##-##-",
                "#######-####-#--#-#--",
            ]),
        Example(
            .micro, 2, .low, mask: 1, "01234567", checks: 5,
            [
                "#######-#-#-#",
                "#-----#-###-#",
                "#-###-#--##-#",
                "#-###-#--####",
                "#-###-#-###--",
                "#-----#-#---#",
                "#######--####",
                "---------##--",
                "##-#----#---#",
                "-##-#-#-#-#-#",
                "###--#######-",
                "---#-#----##-",
                "###-#--##-###",
            ]),
        Example(
            .micro, 1, nil, mask: 2, "12345", checks: 2,
            [
                "#######-#-#",
                "#-----#-##-",
                "#-###-#-#--",
                "#-###-#----",
                "#-###-#-###",
                "#-----#--##",
                "#######-#--",
                "---------##",
                "##--###--##",
                "-#-#---##--",
                "####-----##",
            ]),
    ]

    @Test(arguments: examples)
    func readsExamples(example: Example) {
        let grid = ModuleGrid(picture: example.picture)
        #expect(SymbolDecoder.decode(grid, kind: example.kind, mirrors: false) == .success(example.symbol))
    }

    @Test(arguments: examples)
    func readsMirroredExamplesIfAsked(example: Example) {
        let grid = ModuleGrid(picture: example.picture).transposed
        var symbol = example.symbol
        symbol.isMirrored = true
        #expect(SymbolDecoder.decode(grid, kind: example.kind, mirrors: true) == .success(symbol))
        #expect(throws: DecodeFailure.self) {
            try SymbolDecoder.decode(grid, kind: example.kind, mirrors: false).get()
        }
    }

    @Test(arguments: 1...40)
    func readsEveryLevelAndMask(version: Int) throws {
        for level in CorrectionLevel.allCases {
            // One mask a level beyond version 4 in a debug build, where a large symbol takes a tenth of a second.
            for mask in 0..<8 where version <= 4 || mask < rounds(8) || mask == (version + 2 * level.rawValue) % 8 {
                let grid = try #require(QREncoder.modules("QR code", version: version, level: level, mask: mask))
                let symbol = try SymbolDecoder.decode(grid, kind: .model2, mirrors: true).get()
                #expect(symbol.version == version && symbol.level == level && symbol.mask == mask)
                #expect(symbol.payload.segments == [.init(mode: .byte, bytes: Array("QR code".utf8))])
                #expect(symbol.correction.used == 0 && !symbol.isMirrored)
            }
        }
    }

    @Test(
        arguments: [
            (1, nil), (2, .low), (2, .medium), (3, .low), (3, .medium), (4, .low), (4, .medium), (4, .quartile),
        ] as [(Int, CorrectionLevel?)])
    func readsEveryMaskOfMicro(version: Int, level: CorrectionLevel?) throws {
        for mask in 0..<4 {
            let encoder = QREncoder(kind: .micro, version: version, level: level, mask: mask)
            let grid = try #require(encoder.modules(of: [.numeric("2026")]))
            let symbol = try SymbolDecoder.decode(grid, kind: .micro, mirrors: true).get()
            #expect(symbol.version == version && symbol.level == level && symbol.mask == mask)
            #expect(symbol.payload.segments == [.init(mode: .numeric, bytes: Array("2026".utf8))])
        }
    }

    @Test func tellsWhatCorrectionTook() throws {
        var grid = ModuleGrid(picture: Self.examples[0].picture)
        // Two codewords, at the lower right and beside it.
        for row in [20, 16] { grid[20, row] *= -1 }
        let symbol = try SymbolDecoder.decode(grid, kind: .model2, mirrors: false).get()
        #expect(symbol.correction == .init(used: 4, capacity: 10))
    }

    @Test func takesModulesOfLittleConfidenceForErased() throws {
        var grid = ModuleGrid(picture: Self.examples[0].picture)
        // Seven codewords, too many errors: two of them and five erasures leave one of ten checks.
        for row in 9..<21 { for column in 17..<21 { grid[column, row] *= -0.1 } }
        for row in 17..<21 { for column in 15..<17 { grid[column, row] *= -0.1 } }
        let symbol = try SymbolDecoder.decode(grid, kind: .model2, mirrors: false).get()
        #expect(symbol.correction == .init(used: 9, capacity: 10))
        #expect(symbol.payload == Self.examples[0].symbol.payload)
    }

    @Test(arguments: [0, 1])
    func readsWithOneCopyOfTheFormat(hidden: Int) throws {
        var grid = ModuleGrid(picture: Self.examples[0].picture)
        let copies = try #require(FunctionPatterns.of(.model2, version: 1)).formatCopies
        for place in copies[hidden] { grid[place.column, place.row] = -1 }
        #expect(SymbolDecoder.decode(grid, kind: .model2, mirrors: true) == .success(Self.examples[0].symbol))
    }

    @Test func readsAGridOfVerySmallConfidences() {
        var grid = ModuleGrid(picture: Self.examples[0].picture)
        grid.values = grid.values.map { $0 * 1e-6 }
        #expect(SymbolDecoder.decode(grid, kind: .model2, mirrors: false) == .success(Self.examples[0].symbol))
    }

    @Test func takesOddPaddingOnlyWithoutDoubt() throws {
        let encoder = QREncoder(version: 1, level: .low, mask: 0, padding: [0])
        var grid = try #require(encoder.modules(of: [.byte(Array("odd".utf8))]))
        #expect(throws: Never.self) { try SymbolDecoder.decode(grid, kind: .model2, mirrors: false).get() }
        grid[20, 20] *= -1
        #expect(SymbolDecoder.decode(grid, kind: .model2, mirrors: false) == .failure(.malformed))
    }

    @Test func tellsWhyNot() throws {
        let grid = try #require(QREncoder(version: 1, level: .low).modules(of: [.bits(6, 4)]))
        #expect(SymbolDecoder.decode(grid, kind: .model2, mirrors: false) == .failure(.malformed))
        #expect(SymbolDecoder.decode(grid, kind: .micro, mirrors: false) == .failure(.notASymbol))
        var damaged = try #require(QREncoder.modules("QR code", version: 6, level: .low))
        for row in 9..<33 { for column in 9..<41 { damaged[column, row] = -1 } }
        let outcome = SymbolDecoder.decode(damaged, kind: .model2, mirrors: false)
        #expect(outcome == .failure(.damaged(blocks: 2, of: 2)))
        damaged.values = damaged.values.map { _ in -1 }
        #expect(SymbolDecoder.decode(damaged, kind: .model2, mirrors: false) == .failure(.notASymbol))
    }

    @Test func readsM1OnlyIfAllIsExact() {
        let exact = ModuleGrid(picture: Self.examples[2].picture)
        for place in exact.values.indices {
            var grid = exact
            grid.values[place] *= -1
            #expect(throws: DecodeFailure.self) { try SymbolDecoder.decode(grid, kind: .micro, mirrors: true).get() }
        }
    }
}
