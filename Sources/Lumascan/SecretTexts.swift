internal import Foundation

/// Texts that must appear nowhere, in every form in which libraries write them.
struct SecretTexts: Sendable, Hashable {
    private(set) var texts: Set<String> = []

    init() {}

    /// The values of query parameters whose names say that they are secret.
    init(query text: some StringProtocol) {
        guard let mark = text.firstIndex(of: "?") else { return }
        let query = text[text.index(after: mark)...].prefix { $0 != "#" }
        for pair in query.split(whereSeparator: { $0 == "&" || $0 == ";" }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isSecret(PercentCoding.decoded(parts[0])) else { continue }
            add(String(parts[1]))
            add(PercentCoding.decoded(parts[1]))
        }
    }

    /// A query with the values that are secret by their names as `***`.
    func hidden(in query: Substring) -> String {
        var result = ""
        var rest = query
        while !rest.isEmpty {
            let pair = rest.prefix { !"&;#".contains($0) }
            rest = rest[pair.endIndex...]
            let name = pair.prefix { $0 != "=" }
            let isHidden = name.endIndex < pair.endIndex && Self.isSecret(PercentCoding.decoded(name))
            result += isHidden ? "\(name)=***" : String(pair)
            if let separator = rest.popFirst() { result.append(separator) }
        }
        return result
    }

    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["pass", "pwd", "token", "secret", "login", "credential", "signature"].contains { name.contains($0) }
            || ["key", "auth", "sig", "user", "usr"].contains { name.hasSuffix($0) }
    }

    /// Adds credentials: the password, and both together as Basic authentication sends them.
    /// - Parameter written: as they stood in a URI, still encoded.
    mutating func add(_ credentials: Credentials, written: (user: String, password: String)? = nil) {
        add(credentials.password)
        let pair = "\(credentials.user):\(credentials.password)"
        addEncoded(pair)
        guard let written else { return }
        add(written.password)
        addEncoded("\(written.user):\(written.password)")
    }

    private mutating func addEncoded(_ pair: String) {
        guard !pair.hasSuffix(":") else { return }
        add(Data(pair.utf8).base64EncodedString())
    }

    /// Adds a text that may hold a part of a password.
    mutating func add(text: String) { add(text) }

    private mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        texts.insert(text)
        for isUppercase in [true, false] { texts.insert(PercentCoding.encoded(text, isUppercase: isUppercase)) }
    }
}
