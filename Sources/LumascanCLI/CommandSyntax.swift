/// One option of a command.
struct ProgramOption: Sendable {
    let name: String
    var letter: Character?
    /// What stands for the value in the help; nil for an option without one.
    var value: String?
    let summary: String

    init(_ name: String, letter: Character? = nil, value: String? = nil, _ summary: String) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
    }

    /// `--formats LIST`, as the help shows it.
    var shape: String {
        let long = value.map { "--\(name) \($0)" } ?? "--\(name)"
        return letter.map { "-\($0), \(long)" } ?? long
    }
}

/// What a command takes, and its help.
struct CommandSyntax: Sendable {
    struct Group: Sendable {
        let title: String
        let options: [ProgramOption]
    }

    /// The command's word: `scan`.
    let name: String
    /// What follows it: `[options] SOURCE...`.
    let arguments: String
    let summary: String
    let groups: [Group]
    /// Paragraphs after the options: what they are about, and their lines.
    let notes: [(title: String, lines: [String])]

    var options: [ProgramOption] { groups.flatMap(\.options) + Self.help.options }

    static let help = Group(
        title: "Help",
        options: [
            ProgramOption("help", letter: "h", "show this help"),
            ProgramOption("help-gst", "show the options of GStreamer, such as --gst-debug=LIST"),
        ])

    /// The whole help text: at most 100 columns, ASCII, ended by a line's end.
    var helpText: String {
        var lines = ["Usage: lumascan \(name) \(arguments)", "", summary]
        for group in groups + [Self.help] {
            lines += ["", "\(group.title):"]
            for option in group.options {
                let shape = option.shape
                let gap = String(repeating: " ", count: max(2, Self.column - shape.utf8.count))
                let indented = option.summary.split(separator: "\n").joined(
                    separator: "\n" + String(repeating: " ", count: Self.column + 2))
                lines.append("  \(shape)\(gap)\(indented)")
            }
        }
        for note in notes { lines += ["", "\(note.title):"] + note.lines.map { "  \($0)" } }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Where the summaries of options begin.
    private static let column = 26
}
