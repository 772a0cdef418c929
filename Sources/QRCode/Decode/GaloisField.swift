/// The field GF(256) of QR Code's Reed–Solomon codes: polynomial x⁸ + x⁴ + x³ + x² + 1 (0x11D), generator 2.
struct GaloisField: Sendable {
    /// Powers of the generator, twice over, so that a sum of two logarithms needs no modulo; 0 from `logarithmOfZero` on.
    let powers: [UInt8]
    /// Logarithms of 0–255 to the generator; zero's leads to the zeros of `powers`, alone and added to any other.
    let logarithms: [UInt16]

    /// The products of every element with the powers 0–31, at power · 256 + element: one look-up in the inner loops.
    private let multiples: [UInt8]

    /// What stands for the logarithm of 0.
    static let logarithmOfZero = 512
    /// The field's tables.
    static let tables = GaloisField()

    private init() {
        var powers = [UInt8](repeating: 0, count: 2 * Self.logarithmOfZero + 1)
        var logarithms = [UInt16](repeating: UInt16(Self.logarithmOfZero), count: 256)
        var value = 1
        for exponent in 0..<255 {
            powers[exponent] = UInt8(value)
            powers[exponent + 255] = UInt8(value)
            logarithms[value] = UInt16(exponent)
            value <<= 1
            if value > 0xFF { value ^= 0x11D }
        }
        self.powers = powers
        self.logarithms = logarithms
        multiples = (0..<32 * 256).map { powers[Int(logarithms[$0 & 0xFF]) + ($0 >> 8)] }
    }

    /// `a` times the generator to the power `exponent`, 0–31.
    @inline(__always)
    func product(_ a: UInt8, smallPower exponent: Int) -> UInt8 {
        multiples[(exponent & 31) &<< 8 | Int(a)]
    }

    /// The product of two elements.
    @inline(__always)
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        powers[Int(logarithms[Int(a)]) &+ Int(logarithms[Int(b)])]
    }

    /// `a` times the generator to the power `exponent`, 0–254.
    @inline(__always)
    func product(_ a: UInt8, power exponent: Int) -> UInt8 {
        powers[Int(logarithms[Int(a)]) &+ exponent]
    }

    /// The quotient of two elements; 0 where the divisor is 0.
    @inline(__always)
    func quotient(_ a: UInt8, by b: UInt8) -> UInt8 {
        guard b != 0 else { return 0 }
        return powers[Int(logarithms[Int(a)]) &+ 255 &- Int(logarithms[Int(b)])]
    }
}
