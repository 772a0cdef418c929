extension Charset {
    /// The character set of bytes for which a symbol names none.
    ///
    /// UTF-8 where all of them are valid UTF-8. Else Shift-JIS where they have its structure, every character is assigned,
    /// and more of them speak for Japanese than for Latin letters; else ISO 8859-1, in which every byte means something.
    init(guessedFor bytes: [UInt8]) {
        if String(validating: bytes, as: UTF8.self) != nil {
            self = .utf8
        } else if let evidence = JapaneseEvidence(bytes), evidence.japanese > evidence.latin,
            Self.shiftJIS.text(of: bytes).isWhole
        {
            self = .shiftJIS
        } else {
            self = .latin1
        }
    }
}

/// What bytes that have the structure of Shift-JIS say for it, and for ISO 8859-1.
private struct JapaneseEvidence {
    /// Bytes of characters that Japanese text is made of.
    private(set) var japanese = 0
    /// Bytes that are accented letters beside letters of ASCII in ISO 8859-1, as in Latin words.
    private(set) var latin = 0

    private enum Character {
        /// One byte of ASCII.
        case plain
        /// One byte, a half-width kana.
        case kana
        /// Two bytes with a lead that is a control character in ISO 8859-1: kana, punctuation, the common kanji.
        case common
        /// Two bytes with a lead that is a letter in ISO 8859-1: the rarer kanji.
        case rare
    }

    /// Nil where the bytes are not one after another of the characters of Shift-JIS (JIS X 0208, annex 1). What only
    /// vendors or users define (leads from 0xf0 on) does not count: in ISO 8859-1 those are letters.
    init?(_ bytes: [UInt8]) {
        var characters: [Character] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0..<0x80: characters.append(.plain)
            case 0xa1...0xdf: characters.append(.kana)
            case 0x81...0x9f, 0xe0...0xef:
                guard index + 1 < bytes.count, Self.isTrail(bytes[index + 1]) else { return nil }
                characters.append(bytes[index] < 0xa0 ? .common : .rare)
                index += 1
            default: return nil
            }
            index += 1
        }
        count(characters)
        for (index, byte) in bytes.enumerated() where Self.isLatinLetter(byte) {
            let isAfter = index > 0 && Self.isLetter(bytes[index - 1])
            let isBefore = index + 1 < bytes.count && Self.isLetter(bytes[index + 1])
            if isAfter || isBefore { latin += 1 }
        }
    }

    /// A half-width kana or a rarer kanji alone is more likely a sign or a letter of ISO 8859-1, such as ° or é.
    private mutating func count(_ characters: [Character]) {
        for (index, character) in characters.enumerated() {
            let hasNeighbour =
                index > 0 && characters[index - 1] != .plain
                || index + 1 < characters.count && characters[index + 1] != .plain
            switch character {
            case .plain: break
            case .common: japanese += 2
            case .rare: japanese += hasNeighbour ? 2 : 0
            case .kana: japanese += hasNeighbour ? 1 : 0
            }
        }
    }

    private static func isTrail(_ byte: UInt8) -> Bool { byte >= 0x40 && byte != 0x7f && byte <= 0xfc }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) && byte < 0x80 }

    private static func isLatinLetter(_ byte: UInt8) -> Bool { byte >= 0xc0 && byte != 0xd7 && byte != 0xf7 }
}
