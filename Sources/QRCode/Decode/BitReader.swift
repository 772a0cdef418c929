/// Reads numbers from a row of bits, the most significant bit first.
struct BitReader: Sendable {
    private let bytes: [UInt8]
    /// Bits read so far.
    private(set) var position = 0
    /// Bits in all.
    let end: Int

    /// Reads the first `bits` bits of the bytes, or all if they are fewer.
    init(_ bytes: [UInt8], bits: Int) {
        self.bytes = bytes
        end = max(0, min(bits, bytes.count * 8))
    }

    /// Bits not read yet.
    var left: Int { end - position }

    /// The next bits, at most 32, as a number; nil, and nothing is read, if there are not so many.
    mutating func read(_ count: Int) -> Int? {
        guard count >= 0, count <= 32, count <= left else { return nil }
        var value = 0
        var missing = count
        while missing > 0 {
            let inByte = 8 - position % 8
            let taken = min(inByte, missing)
            let bits = Int(bytes[position / 8]) >> (inByte - taken) & ((1 << taken) - 1)
            value = value << taken | bits
            position += taken
            missing -= taken
        }
        return value
    }
}
