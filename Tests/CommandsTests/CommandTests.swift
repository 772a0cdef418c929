import Commands
import Testing

@Suite("A command's text") struct CommandTests {
    @Test(
        "is parted and quoted as by a shell, and nothing is expanded",
        arguments: [
            ("true", ["true"]), ("  true  a\tb ", ["true", "a", "b"]), ("true 'a b' \"c d\"", ["true", "a b", "c d"]),
            ("true $HOME `id` *", ["true", "$HOME", "`id`", "*"]), ("true a;b|c>d&", ["true", "a;b|c>d&"]),
            ("true ''", ["true", ""]),
        ])
    func words(text: String, arguments: [String]) throws {
        #expect(try Command(text).arguments == arguments)
    }

    @Test("a program is found by PATH or by its path", arguments: ["sh", "/bin/sh"])
    func finds(program: String) throws {
        #expect(try Command(program).path.hasSuffix("/bin/sh"))
    }

    @Test(
        "what is none says why",
        arguments: [
            ("", "names no program"), (" \n", "names no program"), ("''", "names no program"),
            ("sh -c 'a", "is no command: a quote has no end"), ("a\0b", "holds a NUL"),
            ("no-such-lamp -x", "names “no-such-lamp”, and there is no such program"),
            ("/etc/passwd", "names “/etc/passwd”, and there is no such program"),
        ])
    func problems(text: String, message: String) {
        #expect { try Command(text) } throws: { ($0 as? Command.Problem)?.message == message }
    }
}
