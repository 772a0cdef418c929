/// The keys of a stream in a configuration: its source, and the options of `scan` by their names.
enum StreamKeys {
    static let source = "uri"
    static let user = "user"
    static let password = "password"
    static let passwordFile = "password-file"
    static let credentials: Set = [user, password, passwordFile]

    /// Where a stream's video goes and no other's can.
    static let exclusive = ["restream", "shm"]

    /// Options of `scan` that are about the program as a whole.
    private static let programOptions: Set = ["help", "help-gst", "json", "once", "quiet", "timeout"]
    private static let options = Dictionary(
        ScanCommand.syntax.options.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static func isFlag(_ key: String) -> Bool { options[key].map { $0.value == nil } ?? false }

    /// What is wrong with a key and its value as far as no other key has a say; nil where nothing is.
    /// - Parameters:
    ///   - isPrivate: whether others may not read the file.
    ///   - isDefault: whether the key stands for every stream.
    static func problem(key: String, value: String, isPrivate: Bool, isDefault: Bool) -> String? {
        switch key {
        case source where isDefault: return "belongs into a [stream NAME]"
        case source: return value.isEmpty ? "is empty" : nil
        case password:
            if value.isEmpty { return "is empty" }
            return isPrivate
                ? nil : "others may read this file: take that from them (chmod o= FILE), or use password-file"
        case _ where programOptions.contains(key): return "is an option of the program, not of a stream"
        case _ where options[key] == nil: return "is no key of a stream; 'lumascan watch --help' says what is"
        case _ where isFlag(key): return ["true", "false"].contains(value) ? nil : "is neither true nor false"
        default: return nil
        }
    }
}
