@testable import QRCode

/// Makes the module matrix of a symbol, for tests: any version, level and mask, any segments, any padding.
///
/// It takes places and block sizes from the decoder's tables, which are tested against symbols of another encoder.
struct QREncoder {
    var kind = SymbolKind.model2
    var version: Int
    /// Nil for M1.
    var level: CorrectionLevel?
    var mask = 0
    /// What follows the terminator, in turn.
    var padding: [UInt8] = [0xEC, 0x11]

    /// The modules of a text in byte mode, 1 for dark and −1 for light; nil if it does not fit.
    static func modules(_ text: String, version: Int, level: CorrectionLevel = .medium, mask: Int = 0) -> ModuleGrid? {
        QREncoder(version: version, level: level, mask: mask).modules(of: [.byte(Array(text.utf8))])
    }

    /// A piece of the data.
    enum Piece {
        case numeric(String)
        case alphanumeric(String)
        case byte([UInt8])
        /// Values of 13 bits.
        case kanji([Int])
        /// A number in so many bits.
        case bits(Int, Int)
    }

    /// The modules of a symbol; nil if there is none such or the pieces do not fit.
    func modules(of pieces: [Piece]) -> ModuleGrid? {
        guard let blocks = BlockLayout(kind: kind, version: version, level: level) else { return nil }
        let half = kind == .micro && version % 2 == 1 ? 4 : 0
        let capacity = 8 * blocks.dataCodewords - half
        let widths = FieldWidths(kind: kind, version: version)
        var bits: [Bool] = []
        for piece in pieces { append(piece, widths: widths, to: &bits) }
        guard bits.count <= capacity else { return nil }
        bits += [Bool](repeating: false, count: min(widths.terminator, capacity - bits.count))
        while bits.count % 8 != 0, bits.count < capacity { bits.append(false) }
        var pad = 0
        while bits.count + 8 <= capacity {
            append(Int(padding[pad % padding.count]), width: 8, to: &bits)
            pad += 1
        }
        bits += [Bool](repeating: false, count: capacity - bits.count)
        return modules(data: Self.bytes(bits), blocks: blocks)
    }

    /// The modules of data codewords as they are; a half codeword stands in its upper bits.
    func modules(data: [UInt8], blocks: BlockLayout) -> ModuleGrid? {
        guard let layout = SymbolLayout.of(kind, version: version), data.count == blocks.dataCodewords,
            let format = layout.formats.first(where: { $0.level == level && $0.mask == mask })
        else { return nil }
        var codewords = [UInt8](repeating: 0, count: blocks.codewords)
        var start = 0
        for block in 0..<blocks.blocks {
            let own = blocks.dataCodewords(ofBlock: block)
            let word = Array(data[start..<start + own])
            for (place, codeword) in (word + Self.checks(word, count: blocks.checks)).enumerated() {
                codewords[blocks.place(ofBlock: block, codeword: place)] = codeword
            }
            start += own
        }
        var stream: [Bool] = []
        for (place, codeword) in codewords.enumerated() {
            let isHalf = kind == .micro && version % 2 == 1 && place == blocks.dataCodewords - 1
            append(Int(isHalf ? codeword >> 4 : codeword), width: isHalf ? 4 : 8, to: &stream)
        }
        let patterns = layout.patterns
        var grid = ModuleGrid(dimension: patterns.dimension)
        grid.values = patterns.values.map { Float($0) }
        for (bit, place) in layout.order.enumerated() {
            let isMasked = layout.masks[bit] >> UInt8(mask) & 1 == 1
            let isDark = (bit < stream.count && stream[bit]) != isMasked
            grid.values[Int(place)] = isDark ? 1 : -1
        }
        for copy in patterns.formatCopies {
            for (bit, place) in copy.enumerated() {
                grid[place.column, place.row] = format.word >> (14 - bit) & 1 == 1 ? 1 : -1
            }
        }
        return grid
    }

    private func append(_ piece: Piece, widths: FieldWidths, to bits: inout [Bool]) {
        func start(_ mode: FieldWidths.Mode, count: Int) {
            let indicators = 0..<(1 << widths.indicator)
            append(indicators.first { widths.mode(indicator: $0) == mode } ?? 0, width: widths.indicator, to: &bits)
            append(count, width: widths.count(of: mode), to: &bits)
        }
        switch piece {
        case .numeric(let text):
            start(.numeric, count: text.count)
            var rest = Substring(text)
            while !rest.isEmpty {
                let group = rest.prefix(3)
                append(Int(group) ?? 0, width: group.count * 3 + 1, to: &bits)
                rest = rest.dropFirst(3)
            }
        case .alphanumeric(let text):
            start(.alphanumeric, count: text.count)
            let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
            var rest = text.map { alphabet.firstIndex(of: $0) ?? 0 }[...]
            while let first = rest.popFirst() {
                if let second = rest.popFirst() {
                    append(first * 45 + second, width: 11, to: &bits)
                } else {
                    append(first, width: 6, to: &bits)
                }
            }
        case .byte(let bytes):
            start(.byte, count: bytes.count)
            for byte in bytes { append(Int(byte), width: 8, to: &bits) }
        case .kanji(let values):
            start(.kanji, count: values.count)
            for value in values { append(value, width: 13, to: &bits) }
        case .bits(let value, let width):
            append(value, width: width, to: &bits)
        }
    }

    private func append(_ value: Int, width: Int, to bits: inout [Bool]) {
        for bit in (0..<width).reversed() { bits.append(value >> bit & 1 == 1) }
    }

    /// Bits as bytes; the last ones, if they are fewer than eight, as the upper bits of a byte.
    private static func bytes(_ bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }

    /// The check codewords of a block: the remainder of its polynomial by the generator polynomial.
    static func checks(_ data: [UInt8], count: Int) -> [UInt8] {
        let field = GaloisField.tables
        // Coefficients below the leading one, the highest first.
        var generator = [UInt8](repeating: 0, count: count)
        generator[count - 1] = 1
        for root in 0..<count {
            for place in 0..<count {
                generator[place] =
                    field.product(generator[place], power: root)
                    ^ (place + 1 < count ? generator[place + 1] : 0)
            }
        }
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder[0]
            remainder.removeFirst()
            remainder.append(0)
            for place in remainder.indices { remainder[place] ^= field.product(generator[place], factor) }
        }
        return remainder
    }
}
