import Testing

@testable import Commands

@Suite("The end of what a command wrote") struct OutputTailTests {
    @Test(
        "is its last line that says something",
        arguments: [
            ("", nil), ("\n \n", nil), ("a\nb\n", "b"), ("a\r\n\t\n", "a"), ("a\u{1b}[31m", "a\u{1b}[31m"),
            (String(repeating: "x", count: 5000), String(repeating: "x", count: 200) + "…"),
            ("first\n" + String(repeating: "\n", count: 2000), nil),
        ] as [(String, String?)])
    func lastLine(text: String, line: String?) {
        var tail = OutputTail()
        tail.append(Array(text.utf8)[...])
        #expect(tail.lastLine == line)
    }

    @Test("goes on over pieces") func pieces() {
        var tail = OutputTail()
        for piece in ["a\nlam", "p is g", "one\n"] { tail.append(Array(piece.utf8)[...]) }
        #expect(tail.lastLine == "lamp is gone")
    }
}
