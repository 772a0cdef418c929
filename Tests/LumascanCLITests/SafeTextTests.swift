import Testing

@testable import LumascanCLI

@Suite("Safe text")
struct SafeTextTests {
    @Test(
        "what could drive a terminal is shown escaped, the rest as it is",
        arguments: [
            ("plain C:\\new", "plain C:\\new"), ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{1b}[31m\u{7}", #"\x1b[31m\x07"#),
            ("\u{0}\u{7f}\u{85}\u{9b}", #"\x00\x7f\x85\x9b"#), ("a\u{202e}b\u{2066}", #"a\u202eb\u2066"#),
            ("\u{2028}\u{feff}", #"\u2028\ufeff"#), ("\u{e0041}", #"\U000e0041"#), ("日本 é 👩‍👧", "日本 é 👩‍👧"),
        ])
    func strings(text: String, shown: String) {
        #expect(SafeText.escaped(text) == shown)
    }

    @Test(
        "bytes that are no text stand as hexadecimal",
        arguments: [
            ([0x63, 0x61, 0x66, 0xe9, 0x2e], #"caf\xe9."#), ([0xff, 0xfe], #"\xff\xfe"#), ([0xe2, 0x82], #"\xe2\x82"#),
            ([0x61, 0xc3, 0xa9, 0x0a, 0xc3, 0x62], #"aé\n\xc3b"#), ([], ""),
        ] as [([UInt8], String)])
    func bytes(bytes: [UInt8], shown: String) {
        #expect(SafeText.escaped(bytes) == shown)
    }
}
