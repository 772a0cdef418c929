/// A user name and a password for a source.
public struct Credentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The user name.
    public var user: String
    /// The password.
    public var password: String

    /// Credentials as they are, not percent-encoded.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Says nothing of either, so that no message does by accident.
    public var description: String { "credentials" }

    /// As `description`.
    public var debugDescription: String { description }
}
