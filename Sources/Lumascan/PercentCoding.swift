/// Percent-encoding of URIs (RFC 3986, section 2.1).
enum PercentCoding {
    /// The text with every `%XX` as the byte it stands for; what is then no UTF-8 is left as it was.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
                let low = digit(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? String(text)
    }

    /// The text with everything but unreserved characters (letters, digits, `-._~`) encoded.
    /// - Parameter isUppercase: how the digits A to F are written.
    static func encoded(_ text: String, isUppercase: Bool) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: isUppercase)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
}
