/// Widths, in bits, of the fields before a segment's characters (ISO/IEC 18004, tables 2 and 3).
struct FieldWidths: Sendable {
    /// What a mode indicator announces.
    enum Mode: Sendable, Hashable {
        case numeric, alphanumeric, byte, kanji, hanzi, designator, structuredAppend, fnc1First, fnc1Second, unknown
    }

    /// Of a mode indicator; 0 in M1, which has one mode.
    let indicator: Int
    /// Of the terminator, all zeros.
    let terminator: Int
    private let kind: SymbolKind
    private let counts: (numeric: Int, alphanumeric: Int, byte: Int, kanji: Int)

    /// The widths in a version.
    init(kind: SymbolKind, version: Int) {
        self.kind = kind
        switch kind {
        case .model2:
            indicator = 4
            terminator = 4
            counts = version < 10 ? (10, 9, 8, 8) : version < 27 ? (12, 11, 16, 10) : (14, 13, 16, 12)
        case .micro:
            indicator = version - 1
            terminator = 2 * version + 1
            counts = (version + 2, version + 1, version + 1, version)
        }
    }

    /// The mode with this indicator.
    func mode(indicator: Int) -> Mode {
        switch (kind, indicator) {
        case (.model2, 1), (.micro, 0): .numeric
        case (.model2, 2), (.micro, 1): .alphanumeric
        case (.model2, 4), (.micro, 2): .byte
        case (.model2, 8), (.micro, 3): .kanji
        case (.model2, 3): .structuredAppend
        case (.model2, 5): .fnc1First
        case (.model2, 7): .designator
        case (.model2, 9): .fnc1Second
        case (.model2, 13): .hanzi
        default: .unknown
        }
    }

    /// Of the count of characters.
    func count(of mode: Mode) -> Int {
        switch mode {
        case .numeric: counts.numeric
        case .alphanumeric: counts.alphanumeric
        case .kanji, .hanzi: counts.kanji
        default: counts.byte
        }
    }
}
