/// What a symbol's format information says, and the 15 bits that say it (ISO/IEC 18004, 7.9).
struct FormatInformation: Sendable, Hashable {
    /// Nil for M1.
    let level: CorrectionLevel?
    /// Number of the data mask.
    let mask: Int
    /// The 15 bits as they stand in the symbol.
    let word: Int

    /// All that a version can have.
    static func all(of kind: SymbolKind, version: Int) -> [FormatInformation] {
        switch kind {
        case .model2:
            CorrectionLevel.allCases.flatMap { level in
                (0..<8).map { mask in
                    let indicator = [1, 0, 3, 2][level.rawValue]
                    return FormatInformation(level: level, mask: mask, word: code(indicator << 3 | mask) ^ 0x5412)
                }
            }
        case .micro:
            symbolNumbers.enumerated().filter { $0.element.version == version }.flatMap { number, symbol in
                (0..<4).map { mask in
                    FormatInformation(level: symbol.level, mask: mask, word: code(number << 2 | mask) ^ 0x4445)
                }
            }
        }
    }

    /// Version and level by Micro QR's symbol number.
    private static let symbolNumbers: [(version: Int, level: CorrectionLevel?)] = [
        (1, nil), (2, .low), (2, .medium), (3, .low), (3, .medium), (4, .low), (4, .medium), (4, .quartile),
    ]

    /// Five bits and their ten of a BCH code (generator 0x537).
    private static func code(_ data: Int) -> Int {
        var remainder = data
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        return data << 10 | remainder
    }
}
