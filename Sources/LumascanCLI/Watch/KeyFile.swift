internal import CGLib
internal import Glibc

/// One file of a configuration, taken apart line by line by GLib's GKeyFile, so that each problem has its line and
/// nothing that stands there twice is passed over.
struct KeyFile: Sendable {
    /// What stands under a group's line; nothing is merged.
    struct Group: Sendable, Hashable {
        var name: String
        var line: Int
        var entries: [Entry] = []
    }

    struct Entry: Sendable, Hashable {
        var key: String
        /// Nil where it cannot be read.
        var value: String?
        var line: Int
    }

    /// The largest file that is read: a megabyte.
    static let largest = 1 << 20

    let path: String
    /// Whether the file's mode lets its owner and group alone read and write it.
    let isPrivate: Bool
    private(set) var groups: [Group] = []
    private(set) var problems: [ConfigurationProblem] = []
    /// Whether the group that the next keys belong to is not known.
    private var isGroupWrong = false

    /// Reads the file.
    init(path: String) {
        self.path = path
        do throws(ReadFailure) {
            let (bytes, mode) = try Self.read(path)
            isPrivate = mode & (S_IROTH | S_IWOTH) == 0
            parse(bytes)
        } catch {
            isPrivate = false
            problems = [ConfigurationProblem(file: path, reason: error.reason)]
        }
    }

    /// Takes the text of a file apart.
    init(path: String, text: String, isPrivate: Bool) {
        self.path = path
        self.isPrivate = isPrivate
        parse(Array(text.utf8))
    }

    // MARK: Lines

    private mutating func parse(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { take(line, number: index + 1) }
    }

    private mutating func take(_ line: ArraySlice<UInt8>, number: Int) {
        guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
            return complain(number, "is not text in UTF-8")
        }
        var (name, value): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
        // GKeyFile keeps blanks at the end, which nobody sees; one that is meant is written as \s.
        let seen = text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
        // SAFETY: the line lives for the call; name and value are this function's to free.
        let kind = unsafe lumascan_key_file_line(seen, &name, &value)
        defer {
            unsafe lumascan_text_free(name)
            unsafe lumascan_text_free(value)
        }
        let named = unsafe name.map { unsafe String(cString: $0) } ?? ""
        switch kind {
        case LUMASCAN_LINE_EMPTY: break
        case LUMASCAN_LINE_GROUP:
            groups.append(Group(name: named, line: number))
            isGroupWrong = false
        case LUMASCAN_LINE_KEY:
            append(Entry(key: named, value: unsafe value.map { unsafe String(cString: $0) }, line: number))
        case LUMASCAN_LINE_BAD_VALUE:
            append(Entry(key: named, value: nil, line: number))
            complain(number, key: named, #"has a backslash that begins none of \s, \n, \t, \r and \\"#)
        default:
            // The line itself is not shown: it may be a secret.
            let isGroup = text.first { !$0.isWhitespace } == "["
            if isGroup { isGroupWrong = true }
            complain(
                number,
                isGroup
                    ? "is no [group]: its name may hold no brackets and no control characters"
                    : "is neither a [group] nor key=value nor a # comment")
        }
    }

    private mutating func append(_ entry: Entry) {
        guard !isGroupWrong else { return }
        guard !groups.isEmpty else { return complain(entry.line, key: entry.key, "stands before the first group") }
        groups[groups.count - 1].entries.append(entry)
    }

    private mutating func complain(_ line: Int, key: String? = nil, _ reason: String) {
        problems.append(ConfigurationProblem(file: path, line: line, subject: key, reason: reason))
    }

    // MARK: Reading

    private struct ReadFailure: Error {
        var reason: String
    }

    /// - Returns: all bytes of a regular file, and its mode.
    private static func read(_ path: String) throws(ReadFailure) -> (bytes: [UInt8], mode: mode_t) {
        // SAFETY: the path lives for the call. Opening a pipe does not wait.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ReadFailure(reason: errno == ENOENT ? "no such file" : "cannot be read (\(systemText(errno)))")
        }
        defer { close(descriptor) }
        var facts = stat()
        // SAFETY: the facts live for the call and are read only on success.
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw ReadFailure(reason: "is not a regular file")
        }
        // A byte more than is allowed, whatever the file's size was said to be.
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var filled = 0
        while filled < bytes.count {
            // SAFETY: reads at most as many bytes as are left in the array.
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            guard count >= 0 else { throw ReadFailure(reason: "cannot be read (\(systemText(errno)))") }
            guard count > 0 else { break }
            filled += count
        }
        guard filled <= largest else { throw ReadFailure(reason: "is larger than a megabyte") }
        return (Array(bytes.prefix(filled)), facts.st_mode)
    }
}
