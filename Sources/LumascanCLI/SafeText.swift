internal import Delivery

/// Text from outside, made harmless to a terminal.
enum SafeText {
    /// The text with everything that could drive a terminal as `\n`, `\t`, `\r`, `\x1b` or `\u202e`; the rest as it is.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.drivesTerminals) else { return text }
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    /// The same for bytes that may not be UTF-8: each byte that is not part of a character stands as `\xff`.
    static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var rest = bytes[...]
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                append(scalar, to: &result)
                rest = rest.dropFirst(UTF8.width(scalar))
            case .emptyInput: break decoding
            case .error:
                guard let byte = rest.popFirst() else { break decoding }
                result += "\\x" + hexadecimal(byte, digits: 2)
                decoder = UTF8()
                iterator = Array(rest).makeIterator()
            }
        }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where !scalar.drivesTerminals: result.unicodeScalars.append(scalar)
        case _ where scalar.value <= 0xff: result += "\\x" + hexadecimal(scalar.value, digits: 2)
        case _ where scalar.value <= 0xffff: result += "\\u" + hexadecimal(scalar.value, digits: 4)
        default: result += "\\U" + hexadecimal(scalar.value, digits: 8)
        }
    }
}
