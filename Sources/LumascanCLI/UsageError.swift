/// A command line that cannot be followed: one line that says what is wrong with it.
struct UsageError: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}
