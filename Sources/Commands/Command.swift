internal import CGLib

/// A program and its arguments, to be started as they are: no shell sees them, and nothing in them is expanded.
public struct Command: Sendable, Hashable {
    /// Why a text is no command.
    public struct Problem: Error, Hashable {
        /// What is wrong, in a few words.
        public let message: String
    }

    /// The program's path as it was found.
    public let path: String
    /// The program as it was named, and what follows it.
    public let arguments: [String]

    /// A command out of one text, whose words are parted and quoted as a shell would have it.
    /// - Throws: `Problem` for quotes without an end, for no words at all, and where there is no such program.
    public init(_ text: String) throws(Problem) {
        guard !text.utf8.contains(0) else { throw Problem(message: "holds a NUL") }
        guard let words = Self.words(of: text) else { throw Problem(message: "is no command: a quote has no end") }
        try self.init(arguments: words)
    }

    /// A command out of its words.
    /// - Parameter arguments: the program, by its path or as PATH has it, and what follows it.
    /// - Throws: `Problem` for no words at all, and where there is no such program.
    public init(arguments: [String]) throws(Problem) {
        guard let program = arguments.first, !program.isEmpty else { throw Problem(message: "names no program") }
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else { throw Problem(message: "holds a NUL") }
        // SAFETY: the text is freed here.
        guard let found = unsafe lumascan_find_program(program) else {
            throw Problem(message: "names “\(program)”, and there is no such program")
        }
        defer { unsafe lumascan_text_free(found) }
        unsafe path = String(cString: found)
        self.arguments = arguments
    }

    private static func words(of text: String) -> [String]? {
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        // SAFETY: a vector that ends with NULL, freed here.
        guard let vector = unsafe lumascan_shell_split(text) else { return nil }
        defer { unsafe lumascan_vector_free(vector) }
        return unsafe strings(in: vector)
    }
}

/// The strings of a vector that ends with NULL.
@unsafe func strings(in vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [String] {
    var result: [String] = []
    // SAFETY: the caller's vector ends with NULL, and its strings with NUL.
    while let word = unsafe vector[result.count] { result.append(unsafe String(cString: word)) }
    return result
}
