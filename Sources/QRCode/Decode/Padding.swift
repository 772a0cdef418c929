/// What follows the last segment (ISO/IEC 18004, 7.4.10): a terminator of zeros, as far as it fits, zeros up to the end
/// of the codeword, then the codewords 0xEC and 0x11 in turn; a last half codeword (M1, M3) is zero.
enum Padding {
    /// Whether the bits that are left are what the standard asks for.
    /// - Parameter terminator: bits of a whole terminator.
    static func isRegular(in rest: BitReader, terminator: Int) -> Bool {
        var bits = rest
        let border = (min(bits.position + terminator, bits.end) + 7) / 8 * 8
        guard bits.read(min(border, bits.end) - bits.position) == 0 else { return false }
        var expected = 0xEC
        while bits.left >= 8 {
            guard bits.read(8) == expected else { return false }
            expected ^= 0xEC ^ 0x11
        }
        return bits.read(bits.left) == 0
    }
}
