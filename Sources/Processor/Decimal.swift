/// Numbers without a sign and without an exponent, as people write them, with a point whatever the locale is.
package enum Decimal {
    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// `12`, `0.5`, `.5`; nil for anything else and beyond 24 characters.
    package static func number(_ text: String) -> Double? {
        guard text.utf8.contains(where: isDigit), text.utf8.count <= 24,
            text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text)
    }
}
