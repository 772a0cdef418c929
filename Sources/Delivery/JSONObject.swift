/// One JSON object, written field by field in the order of the calls.
package struct JSONObject {
    private var body = ""

    package init() {}

    /// The object as text on one line.
    package var text: String { "{\(body)}" }

    package mutating func add(_ name: String, _ value: String) { field(name, Self.quoted(value)) }

    package mutating func add(_ name: String, _ value: some BinaryInteger) { field(name, String(value)) }

    package mutating func add(_ name: String, _ value: Bool) { field(name, value ? "true" : "false") }

    /// - Parameter decimals: at most so many decimals; zeros at the end are left out.
    package mutating func add(_ name: String, _ value: Double, decimals: Int) {
        field(name, Self.number(value, decimals: decimals))
    }

    package mutating func add(_ name: String, _ rows: [[Double]], decimals: Int) {
        let texts = rows.map { row in
            "[\(row.map { Self.number($0, decimals: decimals) }.joined(separator: ","))]"
        }
        field(name, "[\(texts.joined(separator: ","))]")
    }

    /// A field that is itself an object.
    package mutating func add(_ name: String, fill: (inout JSONObject) -> Void) {
        var inner = JSONObject()
        fill(&inner)
        field(name, inner.text)
    }

    /// A field that is a list of objects.
    package mutating func add<Item>(_ name: String, _ items: [Item], fill: (Item, inout JSONObject) -> Void) {
        let texts = items.map { item in
            var inner = JSONObject()
            fill(item, &inner)
            return inner.text
        }
        field(name, "[\(texts.joined(separator: ","))]")
    }

    private mutating func field(_ name: String, _ value: String) {
        if !body.isEmpty { body += "," }
        body += "\"\(name)\":\(value)"
    }

    /// A number that JSON knows: `null` where the value is none.
    package static func number(_ value: Double, decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "null" }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = scaled < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: decimals - digits.utf8.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// A JSON string (RFC 8259) in which everything that could drive a terminal is escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.drivesTerminals:
                for unit in UTF16.encode(scalar) ?? .init() {
                    result += "\\u" + hexadecimal(unit, digits: 4)
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The number in lower-case hexadecimal, filled up with zeros.
package func hexadecimal(_ value: some FixedWidthInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

extension Unicode.Scalar {
    /// Whether a terminal or an editor may act on it rather than show it: controls (C0, DEL, C1), line and paragraph
    /// separators, bidirectional controls (UAX 9) and invisible format characters. The joiners that scripts and
    /// emoji need are left out.
    package var drivesTerminals: Bool {
        switch value {
        case 0...0x1f, 0x7f...0x9f, 0x2028, 0x2029: true
        case 0x061c, 0x200b, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f: true
        case 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe007f: true
        default: false
        }
    }
}
