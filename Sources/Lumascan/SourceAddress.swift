internal import Media

/// A URI in two parts: what is shown and given to elements, and the credentials that stood in it.
struct SourceAddress: Sendable, Hashable {
    /// Without user name and password.
    let uri: String
    let credentials: Credentials?
    /// Texts of the URI that must not be shown.
    let secrets: SecretTexts

    /// What is shown of the URI: without credentials, secret values of its query as `***`.
    var shown: String {
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
        (credentials, self.secrets) = (decoded, secrets)
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
