/// A gst-launch description in a file, with comments and with `{name}` where a value goes in.
///
/// A line whose first character is `#` is a comment; the other lines are one description. A name is a lower-case
/// letter followed by lower-case letters, digits and underscores, so that lists such as `{ I420, NV12 }` stay.
struct LaunchFile: Equatable {
    let template: String

    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { line in
            line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
        }
        template = lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
    }

    /// The description with every name filled.
    /// - Throws: `UsageError` for a name without a value, a value without a name and a value that cannot stand in one
    ///   line.
    func filled(with values: [(name: String, value: String)]) throws(UsageError) -> String {
        var texts: [String: String] = [:]
        for (name, value) in values {
            guard !value.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\0" }) else {
                throw UsageError("the value of “\(SafeText.escaped(name))” has a line break")
            }
            texts[name] = Self.quoted(value)
        }
        var result = ""
        var used: Set<String> = []
        var rest = template[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            guard let name = Self.name(at: rest) else {
                result.append(rest.removeFirst())
                continue
            }
            guard let text = texts[name] else {
                throw UsageError("the description needs a value for {\(name)}: add \(name)=VALUE")
            }
            result += text
            used.insert(name)
            rest = rest.dropFirst(name.count + 2)
        }
        if let (name, _) = values.first(where: { !used.contains($0.name) }) {
            throw UsageError("the description has no {\(SafeText.escaped(name))}")
        }
        return result + rest
    }

    /// The name of a placeholder that the text begins with.
    private static func name(at text: Substring) -> String? {
        let name = text.dropFirst().prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        guard name.first?.isLowercase == true, text.dropFirst(name.count + 1).first == "}" else { return nil }
        return String(name)
    }

    /// The value so that gst-launch takes it as a part of one word, whatever is in it.
    ///
    /// gst-launch ends a word at white space and takes the character after a backslash as it is; in quotes the last
    /// backslash would be ambiguous, so there are none.
    static func quoted(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            if scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar) && scalar != "_" {
                result += "\\"
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// Whether the described pipeline writes to standard output itself: with an `fdsink` whose `fd` is 1, as it is
    /// unless set.
    static func writesToStandardOutput(_ description: String) -> Bool {
        let words = description.split(whereSeparator: \.isWhitespace)
        return words.indices.contains { index in
            guard words[index] == "fdsink" else { return false }
            let properties = words[(index + 1)...].prefix { $0 != "!" && $0.contains("=") }
            return properties.last { $0.hasPrefix("fd=") }.map { $0 == "fd=1" } ?? true
        }
    }
}
