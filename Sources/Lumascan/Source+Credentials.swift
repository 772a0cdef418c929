extension Source {
    /// Whether a user name or a password stands in the URI.
    package var holdsCredentials: Bool {
        guard case .uri(let text) = self else { return false }
        return SourceAddress(text).credentials != nil
    }

    /// What may be shown of a text that was given for a source: an address without its credentials, also where it was
    /// mistyped (`rtsp:/me:secret@camera`), everything else as it is.
    package static func shown(_ text: String) -> String {
        if text.contains("://") { return Source.uri(text).name }
        guard let colon = text.firstIndex(of: ":"), let at = text.lastIndex(of: "@"), colon < at else { return text }
        return "***" + text[at...]
    }
}
