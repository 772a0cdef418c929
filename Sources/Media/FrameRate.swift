/// Frames a second as a fraction.
package struct FrameRate: Sendable, Hashable, Comparable {
    let numerator: Int
    let denominator: Int

    /// Nil where the fraction is not one of positive numbers of 32 bits.
    package init?(_ numerator: Int, _ denominator: Int) {
        let valid = 1...Int(Int32.max)
        guard valid.contains(numerator), valid.contains(denominator) else { return nil }
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// Frames a second.
    package var value: Double { Double(numerator) / Double(denominator) }

    package static func < (left: FrameRate, right: FrameRate) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }
}
