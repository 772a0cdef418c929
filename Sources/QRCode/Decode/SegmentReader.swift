/// Reads the data codewords of a symbol: its segments, and the padding after them (ISO/IEC 18004, 7.4).
///
/// Nothing is guessed: an unknown mode, a value or character that its mode does not have, a count that goes beyond the
/// data, FNC1 or a structured-append header out of place, or no character at all makes the whole malformed.
struct SegmentReader {
    /// What was read.
    struct Reading: Sendable, Hashable {
        var payload: Payload
        /// Bits of the terminator and the padding, if they are what the standard asks for; nil if they are not.
        var paddingBits: Int?
    }

    private let widths: FieldWidths
    private var bits: BitReader
    private var payload = Payload(segments: [])
    private var designator: Int?

    /// What data codewords say; nil if they are malformed.
    /// - Parameter bits: bits of data; in M1 and M3 the last four of the last byte do not count.
    static func read(_ data: [UInt8], bits: Int, kind: SymbolKind, version: Int) -> Reading? {
        var reader = SegmentReader(
            widths: FieldWidths(kind: kind, version: version), bits: BitReader(data, bits: bits))
        // Every turn reads a mode, so there are fewer turns than bits.
        while let mode = reader.nextMode() {
            guard reader.addSegment(mode) else { return nil }
        }
        guard reader.payload.segments.contains(where: { !$0.bytes.isEmpty }) else { return nil }
        let isRegular = Padding.isRegular(in: reader.bits, terminator: reader.widths.terminator)
        return Reading(payload: reader.payload, paddingBits: isRegular ? reader.bits.left : nil)
    }

    private init(widths: FieldWidths, bits: BitReader) {
        self.widths = widths
        self.bits = bits
    }

    /// The next mode indicator's mode; nil, and nothing is read, at the terminator or where too little is left for one.
    private mutating func nextMode() -> FieldWidths.Mode? {
        var ahead = bits
        guard let terminator = ahead.read(widths.terminator), terminator != 0 else { return nil }
        let indicator = bits.read(widths.indicator) ?? 0
        return widths.mode(indicator: indicator)
    }

    /// Whether the segment after this mode's indicator is well formed; it is part of the payload then.
    private mutating func addSegment(_ mode: FieldWidths.Mode) -> Bool {
        switch mode {
        case .numeric, .alphanumeric, .byte, .kanji: addCharacters(mode)
        case .hanzi: addHanzi()
        case .designator: readDesignator()
        case .structuredAppend: readStructuredAppend()
        case .fnc1First: setApplication(.gs1)
        case .fnc1Second: readIndicator()
        case .unknown: false
        }
    }

    private mutating func addCharacters(_ mode: FieldWidths.Mode) -> Bool {
        guard let count = bits.read(widths.count(of: mode)) else { return false }
        let characters: (Payload.Mode, [UInt8]?) =
            switch mode {
            case .numeric: (.numeric, SegmentCharacters.numeric(count, from: &bits))
            case .alphanumeric:
                (
                    .alphanumeric,
                    SegmentCharacters.alphanumeric(count, from: &bits, separates: payload.application != nil)
                )
            case .kanji: (.kanji, SegmentCharacters.kanji(count, from: &bits))
            default: (.byte, SegmentCharacters.bytes(count, from: &bits))
            }
        guard let bytes = characters.1 else { return false }
        payload.segments.append(Payload.Segment(mode: characters.0, bytes: bytes, designator: designator))
        return true
    }

    /// Hanzi (GB/T 18284): as bytes of GB 2312, ECI assignment 29. Subset 1 is the only one.
    private mutating func addHanzi() -> Bool {
        guard bits.read(4) == 1, let count = bits.read(widths.count(of: .kanji)),
            let bytes = SegmentCharacters.hanzi(count, from: &bits)
        else { return false }
        payload.segments.append(Payload.Segment(mode: .byte, bytes: bytes, designator: 29))
        return true
    }

    /// One to three bytes, told apart by the leading ones.
    private mutating func readDesignator() -> Bool {
        guard let first = bits.read(8) else { return false }
        let value: Int? =
            switch first {
            case 0..<0x80: first
            case 0x80..<0xC0: bits.read(8).map { (first & 0x3F) << 8 | $0 }
            case 0xC0..<0xE0: bits.read(16).map { (first & 0x1F) << 16 | $0 }
            default: nil
            }
        guard let value, value <= 999_999 else { return false }
        designator = value
        return true
    }

    /// Before everything else, once.
    private mutating func readStructuredAppend() -> Bool {
        guard payload.segments.isEmpty, payload.structuredAppend == nil, payload.application == nil, designator == nil,
            let index = bits.read(4), let last = bits.read(4), let parity = bits.read(8), index <= last
        else { return false }
        payload.structuredAppend = Payload.StructuredAppend(index: index, count: last + 1, parity: UInt8(parity))
        return true
    }

    /// Before all characters, once.
    private mutating func setApplication(_ application: Payload.Application) -> Bool {
        guard payload.segments.isEmpty, payload.application == nil else { return false }
        payload.application = application
        return true
    }

    /// Two digits as their number, a letter as its ASCII code and 100.
    private mutating func readIndicator() -> Bool {
        guard let value = bits.read(8) else { return false }
        switch value {
        case 0..<10: return setApplication(.aim(indicator: "0\(value)"))
        case 10..<100: return setApplication(.aim(indicator: "\(value)"))
        case 165...190, 197...222:
            return setApplication(.aim(indicator: String(Character(Unicode.Scalar(UInt8(value - 100))))))
        default: return false
        }
    }
}
