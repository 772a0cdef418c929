/// How the codewords of a symbol are divided into Reed–Solomon blocks (ISO/IEC 18004, table 9).
struct BlockLayout: Sendable, Hashable {
    /// Blocks of the symbol.
    let blocks: Int
    /// Check codewords of each block.
    let checks: Int
    /// Data codewords of the symbol; in M1 and M3 the last one has four bits.
    let dataCodewords: Int
    /// Codewords of the symbol.
    let codewords: Int
    /// Check codewords that stay unused to guard against wrong reads (the standard's p), for Micro QR only: the
    /// evidence that a read must carry (`Evidence`) is stricter for Model 2.
    let guards: Int

    /// The layout of a symbol; nil if there is no such version, or no such level in it.
    init?(kind: SymbolKind, version: Int, level: CorrectionLevel?) {
        switch kind {
        case .model2:
            guard (1...40).contains(version), let level else { return nil }
            blocks = Self.blockCounts[level.rawValue][version - 1]
            checks = Self.checkCounts[level.rawValue][version - 1]
            codewords = Self.codewords(version: version)
            dataCodewords = codewords - blocks * checks
            guards = 0
        case .micro:
            guard let symbol = Self.micro.first(where: { $0.version == version && $0.level == level }) else {
                return nil
            }
            blocks = 1
            checks = symbol.checks
            codewords = symbol.codewords
            dataCodewords = symbol.codewords - symbol.checks
            guards = symbol.guards
        }
    }

    /// Data codewords of a block; the later blocks have one more if they do not come out even.
    func dataCodewords(ofBlock block: Int) -> Int {
        dataCodewords / blocks + (block >= blocks - dataCodewords % blocks ? 1 : 0)
    }

    /// Where in the symbol's order the codeword of a block stands: data and checks are interleaved, each for itself.
    func place(ofBlock block: Int, codeword: Int) -> Int {
        let short = dataCodewords / blocks
        let own = dataCodewords(ofBlock: block)
        if codeword < short { return codeword * blocks + block }
        if codeword < own { return short * blocks + block - (blocks - dataCodewords % blocks) }
        return dataCodewords + (codeword - own) * blocks + block
    }

    /// Codewords of a Model 2 symbol: what is left of its modules by finders, timing, alignment, format and version.
    static func codewords(version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let centers = version / 7 + 2
            modules -= (25 * centers - 10) * centers - 55
            if version >= 7 { modules -= 36 }
        }
        return modules / 8
    }

    private struct MicroSymbol {
        var version: Int
        var level: CorrectionLevel?
        var codewords: Int
        var checks: Int
        var guards: Int

        init(_ version: Int, _ level: CorrectionLevel?, _ codewords: Int, _ checks: Int, _ guards: Int) {
            (self.version, self.level, self.codewords) = (version, level, codewords)
            (self.checks, self.guards) = (checks, guards)
        }
    }

    private static let micro: [MicroSymbol] = [
        MicroSymbol(1, nil, 5, 2, 2),
        MicroSymbol(2, .low, 10, 5, 3), MicroSymbol(2, .medium, 10, 6, 2),
        MicroSymbol(3, .low, 17, 6, 2), MicroSymbol(3, .medium, 17, 8, 0),
        MicroSymbol(4, .low, 24, 8, 2), MicroSymbol(4, .medium, 24, 10, 0), MicroSymbol(4, .quartile, 24, 14, 0),
    ]

    /// Check codewords a block, by level and version.
    private static let checkCounts: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    /// Blocks, by level and version.
    private static let blockCounts: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
