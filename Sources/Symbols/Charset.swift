internal import Glibc

/// A character set, as iconv names it.
struct Charset: Sendable, Hashable {
    /// The name in glibc.
    let name: String
    /// Bytes in the smallest unit: what is skipped where a unit means nothing.
    let unit: Int

    init(_ name: String, unit: Int = 1) {
        self.name = name
        self.unit = unit
    }

    static let ascii = Charset("ASCII")
    static let latin1 = Charset("ISO-8859-1")
    static let utf8 = Charset("UTF-8")
    /// Shift-JIS as it is met: with the characters of NEC and IBM.
    static let shiftJIS = Charset("CP932")

    /// The assignment of an ECI (AIM ITS/04-023); nil for those that name no character set. Sets of which a larger one
    /// exists are read as that.
    init?(designator: Int) {
        switch designator {
        case 0, 2: self.init("CP437")
        case 1: self = .latin1
        // 3 is ISO 8859-1, and 14, for the part 12 that was never made, is missing.
        case 3...13, 15...18: self.init("ISO-8859-\(designator - 2)")
        case 20: self = .shiftJIS
        case 21...23: self.init("CP\(1229 + designator)")
        case 24: self.init("CP1256")
        case 25: self.init("UTF-16BE", unit: 2)
        case 26: self = .utf8
        case 27, 170: self = .ascii
        case 28: self.init("BIG5")
        case 29, 32: self.init("GB18030")
        case 30: self.init("UHC")
        case 31: self.init("GBK")
        case 33: self.init("UTF-16LE", unit: 2)
        case 34: self.init("UTF-32BE", unit: 4)
        case 35: self.init("UTF-32LE", unit: 4)
        default: return nil
        }
    }

    /// The text that `bytes` are in this character set, and whether every one of them means something in it; what does
    /// not becomes U+FFFD.
    func text(of bytes: [UInt8]) -> (text: String, isWhole: Bool) {
        switch self {
        case .utf8:
            if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
            return (String(decoding: bytes, as: UTF8.self), false)
        case .latin1: return (String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))), true)
        case _ where unit == 1 && bytes.allSatisfy({ $0 < 0x80 }): return (String(decoding: bytes, as: UTF8.self), true)
        default: return converted(bytes) ?? Self.ascii(of: bytes)
        }
    }

    /// What is left where glibc lacks the conversion, a file of its own for most sets.
    private static func ascii(of bytes: [UInt8]) -> (text: String, isWhole: Bool) {
        (String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{fffd}" })), false)
    }

    /// The text by iconv; nil where it does not know the set.
    private func converted(_ bytes: [UInt8]) -> (text: String, isWhole: Bool)? {
        guard let descriptor = unsafe iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else {
            return nil
        }
        defer { unsafe _ = iconv_close(descriptor) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        var isWhole = true
        // SAFETY: iconv reads and writes within the buffers, by the counts that are given with them, and moves the
        // pointers within the same.
        unsafe input.withUnsafeMutableBufferPointer { input in
            var next = input.baseAddress
            var left = input.count
            while left > 0 {
                let before = left
                let (chunk, error) = unsafe Self.step(descriptor, &next, &left)
                output += chunk
                if left == 0 || error == E2BIG && (left < before || !chunk.isEmpty) { continue }
                output += Array("\u{fffd}".utf8)
                isWhole = false
                // What is cut off at the end is one character.
                let skipped = error == EILSEQ ? min(unit, left) : left
                unsafe next = next?.advanced(by: skipped)
                left -= skipped
            }
        }
        return (String(decoding: output, as: UTF8.self), isWhole)
    }

    /// Converts as much as fits into a buffer: what came out, and why it stopped, 0 where nothing is left.
    private static func step(
        _ descriptor: iconv_t, _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int
    ) -> (output: [UInt8], error: Int32) {
        var error: Int32 = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
            unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                var place = buffer.baseAddress
                var room = buffer.count
                if unsafe iconv(descriptor, &next, &left, &place, &room) == Int(bitPattern: UInt.max) { error = errno }
                count = buffer.count - room
            }
        }
        return (output, error)
    }
}
