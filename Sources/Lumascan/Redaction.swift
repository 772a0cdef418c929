/// Takes user names and passwords out of text that is shown.
enum Redaction {
    /// The text without what stands between `://` and the last `@` of each authority in it.
    static func withoutCredentials(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let scheme = rest.firstRange(of: "://") {
            result += rest[..<scheme.upperBound]
            rest = rest[scheme.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && !$0.isWhitespace }
            if let at = authority.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        }
        return result + rest
    }
}
