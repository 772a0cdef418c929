import Symbols

/// What a label shows: short, one line, and without characters that change how others are shown.
struct LabelText: Sendable, Hashable {
    let value: String

    /// Characters that are shown of a payload.
    static let characterLimit = 40
    /// Scalars that are looked at: a character can be a sequence of any length.
    private static let scalarLimit = 320

    init(_ highlight: Highlight) {
        var shown = String.UnicodeScalarView()
        var isCut = false
        var scalars = highlight.text.unicodeScalars.makeIterator()
        for count in 0... {
            guard let scalar = scalars.next() else { break }
            guard count < Self.scalarLimit else {
                isCut = true
                break
            }
            if let harmless = Self.harmless(scalar) { shown.append(harmless) }
        }
        let text = String(shown)
        guard text.contains(where: { !$0.isWhitespace }) else {
            value = highlight.symbology.rawValue
            return
        }
        isCut = isCut || text.index(text.startIndex, offsetBy: Self.characterLimit + 1, limitedBy: text.endIndex) != nil
        value = isCut ? text.prefix(Self.characterLimit - 1) + "…" : text
    }

    /// The scalar to show in the place of one, nil for none: controls become pictures of themselves, line ends too,
    /// and invisible characters go (the bidirectional controls first of all), except the joiners that words and
    /// emoji are made with.
    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .control where scalar.value < 0x20: Unicode.Scalar(0x2400 + scalar.value)
        case .control where scalar.value == 0x7f: "\u{2421}"
        case .control: "\u{fffd}"
        case .lineSeparator, .paragraphSeparator: "\u{2424}"
        case .format where scalar.value == 0x200c || scalar.value == 0x200d: scalar
        case .format: nil
        default: scalar
        }
    }
}
