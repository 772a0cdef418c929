extension Source {
    /// Whether a user name or a password stands in the URI.
    package var holdsCredentials: Bool {
        guard case .uri(let text) = self else { return false }
        return SourceAddress(text).credentials != nil
    }
}
