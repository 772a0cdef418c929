internal import Media

/// A URI in two parts: what is shown and given to elements, and the credentials that stood in it.
struct SourceAddress: Sendable, Hashable {
    /// Without user name and password.
    let uri: String
    let credentials: Credentials?
    /// Texts of the URI that must not be shown.
    let secrets: SecretTexts

    /// What is shown of the URI: without credentials, secret values of its query as `***`.
    ///
    /// Where an `@` stands behind credentials that end with another one, a password may go on to it: nothing up to there is
    /// shown.
    var shown: String {
        if credentials != nil, let scheme = uri.firstRange(of: "://"), let at = uri.lastIndex(of: "@") {
            return SourceAddress("\(uri[..<scheme.upperBound])\(uri[uri.index(after: at)...])").shown
        }
        guard let mark = uri.firstIndex(of: "?") else { return uri }
        return String(uri[...mark]) + secrets.hidden(in: uri[uri.index(after: mark)...])
    }

    /// Takes the URI apart; nothing is checked.
    init(_ text: String) {
        guard let scheme = text.firstRange(of: "://") else {
            (uri, credentials, secrets) = (text, nil, SecretTexts())
            return
        }
        let rest = text[scheme.upperBound...]
        let authority = Self.authority(of: rest)
        let path = rest[authority.endIndex...]
        var secrets = SecretTexts(query: path)
        guard let at = authority.lastIndex(of: "@") else {
            (uri, credentials, self.secrets) = (text, nil, secrets)
            return
        }
        uri = String(text[..<scheme.upperBound] + authority[authority.index(after: at)...] + path)
        let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (user, password) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        let decoded = Credentials(user: PercentCoding.decoded(user), password: PercentCoding.decoded(password))
        secrets.add(decoded, written: (user, password))
        if let end = path.lastIndex(of: "@") {
            let tail = authority[authority.index(after: at)...]
            secrets.add(text: String(tail + path[..<end]))
            secrets.add(text: String(tail))
        }
        (credentials, self.secrets) = (decoded, secrets)
    }

    /// What is wrong with it as an address in the network; nil where nothing is, or where its scheme has its own rules.
    var problem: String? {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard ["rtsp", "rtsps", "rtspt", "rtspu", "http", "https", "rtmp", "rtmps"].contains(scheme) else { return nil }
        let authority = uri.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        let isBracketed = authority.hasPrefix("[")
        let host = isBracketed ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        if host.isEmpty || isBracketed && !authority.contains("]") { return "has no host" }
        let rest = isBracketed ? authority.dropFirst(host.count + 2) : authority.dropFirst(host.count)
        guard !rest.isEmpty else { return nil }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return "has no valid port" }
        return nil
    }

    /// The part with credentials, host and port.
    ///
    /// A password may hold a `/`, `?` or `#` that was not encoded: then what seems to be the port is no number, and the
    /// authority goes on to the host behind the last `@`.
    private static func authority(of rest: Substring) -> Substring {
        let first = rest.prefix { !"/?#".contains($0) }
        let seeming = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard !first.contains("@"), seeming.count > 1, !seeming[1].allSatisfy(\.isNumber),
            let at = rest.lastIndex(of: "@")
        else { return first }
        let host = rest[rest.index(after: at)...].prefix { !"/?#".contains($0) }
        return rest[..<host.endIndex]
    }
}
