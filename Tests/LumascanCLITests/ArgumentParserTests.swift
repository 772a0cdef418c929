import Testing

@testable import LumascanCLI

extension CommandSyntax: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// GOption and GStreamer's option group keep state of the process, so one at a time.
@Suite("Arguments", .serialized)
struct ArgumentParserTests {
    private func parse(_ arguments: String..., options: [ProgramOption] = ScanCommand.syntax.options) throws
        -> ParsedArguments
    {
        try ArgumentParser(options: options).parse(arguments.map { Array($0.utf8) })
    }

    @Test("flags, values and the rest")
    func everything() throws {
        #expect(
            try parse("--json", "a.mp4", "--formats=qr", "--interval", "0", "-q", "-", "--", "--once")
                == ParsedArguments(
                    flags: ["json", "quiet"], values: ["formats": "qr", "interval": "0"],
                    rest: ["a.mp4", "-", "--once"].map { Array($0.utf8) }))
    }

    @Test("the last value counts, and a value may begin with a dash")
    func values() throws {
        #expect(try parse("--start", "1", "--start", "-2").values == ["start": "-2"])
    }

    @Test("file names need not be UTF-8, values must be")
    func bytes() throws {
        let parser = ArgumentParser(options: ScanCommand.syntax.options)
        #expect(try parser.parse([[0x61, 0xe9]]).rest == [[0x61, 0xe9]])
        #expect(throws: UsageError("--formats: “\\xe9” is not valid UTF-8")) {
            try parser.parse([Array("--formats".utf8), [0xe9]])
        }
    }

    @Test("GStreamer's options are taken out")
    func streamer() throws {
        #expect(try parse("--gst-debug-no-color", "a.mp4") == ParsedArguments(rest: [Array("a.mp4".utf8)]))
    }

    @Test(
        "a wrong command line says what is wrong",
        arguments: [
            (["--nonsense"], "unknown option --nonsense"), (["--formats"], "missing argument for --formats"),
            (["--password=hunter2"], "unknown option --password"), (["-z"], "unknown option -z"),
            (["--\u{1b}[2J"], "unknown option --\\x1b[2J"),
        ])
    func wrong(arguments: [String], message: String) {
        let parser = ArgumentParser(options: ScanCommand.syntax.options)
        #expect(throws: UsageError(message)) { try parser.parse(arguments.map { Array($0.utf8) }) }
    }

    @Test(
        "no command has two options of one name or letter, and its help fits into 100 columns of ASCII",
        arguments: [
            ScanCommand.syntax, AnnotateCommand.syntax, RunCommand.syntax, WatchCommand.syntax, DevicesCommand.syntax,
        ])
    func tables(syntax: CommandSyntax) {
        let letters = syntax.options.compactMap(\.letter)
        #expect(Set(syntax.options.map(\.name)).count == syntax.options.count)
        #expect(Set(letters).count == letters.count)
        #expect(syntax.helpText.utf8.allSatisfy { $0 < 0x80 })
        #expect(syntax.helpText.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
