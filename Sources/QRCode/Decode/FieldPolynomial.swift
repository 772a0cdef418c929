/// A polynomial over `GaloisField` of up to 32 terms, the constant first: syndromes and locators of QR Code's blocks,
/// which have at most 30 check codewords.
struct FieldPolynomial: Sendable {
    /// Terms.
    static let capacity = 32
    private var terms = InlineArray<32, UInt8>(repeating: 0)

    /// The polynomial 0.
    init() {}

    /// The polynomial 1.
    init(one: Void) { terms[0] = 1 }

    /// A term; those beyond the capacity repeat from the first on, so that no index traps.
    subscript(index: Int) -> UInt8 {
        @inline(__always) get { terms[index & (Self.capacity - 1)] }
        @inline(__always) set { terms[index & (Self.capacity - 1)] = newValue }
    }

    /// Multiplies by x, where no term from `last` on counts.
    mutating func shift(upTo last: Int) {
        for term in stride(from: last, through: 1, by: -1) { self[term] = self[term &- 1] }
        self[0] = 0
    }

    /// Multiplies by 1 − a · x, with a the generator to the power `exponent`.
    /// - Parameter degree: of the polynomial before.
    mutating func multiply(byRootWithExponent exponent: Int, degree: Int, field: GaloisField) {
        for term in stride(from: degree + 1, through: 1, by: -1) {
            self[term] ^= field.product(self[term - 1], power: exponent)
        }
    }
}

extension FieldPolynomial: Equatable {
    static func == (one: FieldPolynomial, other: FieldPolynomial) -> Bool {
        (0..<capacity).allSatisfy { one[$0] == other[$0] }
    }
}
