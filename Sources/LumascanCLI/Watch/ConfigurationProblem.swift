/// Something wrong in a configuration: file, line, key and reason in one line.
struct ConfigurationProblem: Sendable, Hashable {
    /// The file as it was named.
    var file: String
    /// Counted from 1; nil where the file as a whole is meant.
    var line: Int?
    /// The key, or the group in its brackets.
    var subject: String?
    var reason: String

    /// `cameras.conf:12: interval: “abc” is not a number of milliseconds`.
    var text: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return [place, subject, reason].compactMap { $0 }.joined(separator: ": ")
    }
}

/// A configuration that cannot be followed, with everything that is wrong with it.
struct BrokenConfiguration: Error, Hashable {
    var problems: [ConfigurationProblem]
}
