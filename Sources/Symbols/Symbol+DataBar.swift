extension Symbol {
    /// The same symbol with a DataBar payload as GS1 transmits it: `01` and the GTIN; the element strings of an expanded
    /// one without parentheses, GS after those of variable length (GS1 General Specifications, 7.8).
    ///
    /// zxing-cpp 1.4 gives the bare GTIN, and element strings with their identifiers in parentheses.
    var asGS1DataBar: Symbol {
        guard symbology == .dataBar || symbology == .dataBarExpanded else { return self }
        var symbol = self
        symbol.content = .gs1
        if symbology == .dataBar && bytes.count == 14 {
            symbol.bytes = Array("01".utf8) + bytes
        } else if symbology == .dataBarExpanded && bytes.first == UInt8(ascii: "(") {
            symbol.bytes = Self.withoutParentheses(bytes)
        }
        symbol.text = String(decoding: symbol.bytes, as: UTF8.self)
        return symbol
    }

    private static func withoutParentheses(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var needsSeparator = false
        var rest = bytes[...]
        while let first = rest.first {
            if let identifier = leadingIdentifier(rest) {
                if needsSeparator { result.append(0x1D) }
                result += identifier
                needsSeparator = !fixedLengthPrefixes.contains(String(decoding: identifier.prefix(2), as: UTF8.self))
                rest = rest.dropFirst(identifier.count + 2)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The 2 to 4 digits in the parentheses that `bytes` begin with.
    private static func leadingIdentifier(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.first == UInt8(ascii: "(") else { return nil }
        let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (2...4).contains(digits.count), bytes.dropFirst(digits.count + 1).first == UInt8(ascii: ")") else {
            return nil
        }
        return digits
    }

    /// First two digits of the identifiers whose element strings have a predefined length (figure 7.8.5-2).
    private static let fixedLengthPrefixes: Set<String> = [
        "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33",
        "34", "35", "36", "41",
    ]
}
