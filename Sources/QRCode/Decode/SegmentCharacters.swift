/// The characters of a segment in each mode (ISO/IEC 18004, 7.4.3–7.4.6), as bytes; nil where the bits end too early or
/// stand for no character.
enum SegmentCharacters {
    /// Three digits in 10 bits; the last two in 7, the last one in 4.
    static func numeric(_ count: Int, from bits: inout BitReader) -> [UInt8]? {
        guard count * 10 / 3 <= bits.left else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(count)
        while digits.count < count {
            let number = min(3, count - digits.count)
            guard let value = bits.read([4, 7, 10][number - 1]), value < [10, 100, 1000][number - 1] else { return nil }
            for divisor in [100, 10, 1].suffix(number) { digits.append(UInt8(0x30 + value / divisor % 10)) }
        }
        return digits
    }

    /// Two characters of 45 in 11 bits, the last one in 6.
    /// - Parameter separates: whether FNC1 was given: a percent sign is the separator GS then, two of them are one.
    static func alphanumeric(_ count: Int, from bits: inout BitReader, separates: Bool) -> [UInt8]? {
        guard count * 11 / 2 <= bits.left else { return nil }
        var characters: [UInt8] = []
        characters.reserveCapacity(count)
        while characters.count + 1 < count {
            guard let value = bits.read(11), value < 45 * 45 else { return nil }
            characters.append(alphabet[value / 45])
            characters.append(alphabet[value % 45])
        }
        if characters.count < count {
            guard let value = bits.read(6), value < 45 else { return nil }
            characters.append(alphabet[value])
        }
        return separates ? withSeparators(characters) : characters
    }

    /// Eight bits each.
    static func bytes(_ count: Int, from bits: inout BitReader) -> [UInt8]? {
        guard count * 8 <= bits.left else { return nil }
        return (0..<count).compactMap { _ in bits.read(8).map(UInt8.init) }
    }

    /// Two bytes of Shift-JIS in 13 bits.
    static func kanji(_ count: Int, from bits: inout BitReader) -> [UInt8]? {
        pairs(count, from: &bits) { value in
            let packed = (value / 0xC0) << 8 | value % 0xC0
            let code = packed + (packed < 0x1F00 ? 0x8140 : 0xC140)
            // Second bytes are 0x40–0x7E and 0x80–0xFC.
            return [0x7F, 0xFD, 0xFE, 0xFF].contains(code & 0xFF) ? nil : code
        }
    }

    /// Two bytes of GB 2312 in 13 bits (GB/T 18284).
    static func hanzi(_ count: Int, from bits: inout BitReader) -> [UInt8]? {
        pairs(count, from: &bits) { value in
            let packed = (value / 0x60) << 8 | value % 0x60
            let code = packed + (packed < 0x0A00 ? 0xA1A1 : 0xA6A1)
            // Second bytes are 0xA1–0xFE; first ones go up to 0xFA.
            return code & 0xFF > 0xFE || code > 0xFAFE ? nil : code
        }
    }

    private static func pairs(_ count: Int, from bits: inout BitReader, code: (Int) -> Int?) -> [UInt8]? {
        guard count * 13 <= bits.left else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * count)
        for _ in 0..<count {
            guard let value = bits.read(13), let code = code(value) else { return nil }
            bytes.append(UInt8(code >> 8))
            bytes.append(UInt8(code & 0xFF))
        }
        return bytes
    }

    private static func withSeparators(_ characters: [UInt8]) -> [UInt8] {
        let percent = UInt8(ascii: "%")
        var result: [UInt8] = []
        var place = 0
        while place < characters.count {
            let isPair = place + 1 < characters.count && characters[place + 1] == percent
            if characters[place] == percent {
                result.append(isPair ? percent : 0x1D)
                place += isPair ? 2 : 1
            } else {
                result.append(characters[place])
                place += 1
            }
        }
        return result
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
}
