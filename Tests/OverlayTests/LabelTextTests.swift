import Symbols
import Testing

@testable import Overlay

private let anywhere = Point(x: 0, y: 0)

private func shown(_ text: String) -> String {
    let quad = Quad(topLeft: anywhere, topRight: anywhere, bottomRight: anywhere, bottomLeft: anywhere)
    return LabelText(Highlight(track: 0, symbology: .microQRCode, text: text, corners: quad)).value
}

struct LabelTextTests {
    @Test(
        "A payload is shown short, on one line and harmless",
        arguments: [
            ("plain", "plain"),
            ("", "MicroQRCode"),
            (" \t\u{3000}", " \u{2409}\u{3000}"),
            ("   ", "MicroQRCode"),
            ("\u{202e}\u{200b}", "MicroQRCode"),
            ("a\u{0}b\u{1b}[31mc\u{7f}", "a\u{2400}b\u{241b}[31mc\u{2421}"),
            ("\u{85}", "\u{fffd}"),
            ("one\r\ntwo\u{2028}three", "one\u{240d}\u{240a}two\u{2424}three"),
            ("\u{202e}abc\u{2066}d\u{2069}\u{200f}\u{feff}\u{ad}", "abcd"),
            ("<b>&amp;</b>", "<b>&amp;</b>"),
            ("日本語 👩‍👩‍👧‍👦", "日本語 👩‍👩‍👧‍👦"),
            (String(repeating: "x", count: 40), String(repeating: "x", count: 40)),
            (String(repeating: "x", count: 41), String(repeating: "x", count: 39) + "…"),
            (String(repeating: "👍🏽", count: 41), String(repeating: "👍🏽", count: 39) + "…"),
            (String(repeating: "y", count: 1 << 20), String(repeating: "y", count: 39) + "…"),
        ])
    func table(payload: String, expected: String) {
        #expect(shown(payload) == expected)
    }

    @Test("One character of a million scalars is cut")
    func longCharacter() {
        let text = shown("e" + String(repeating: "\u{301}", count: 1 << 20))
        #expect(text.unicodeScalars.count == 321)
        #expect(text.hasSuffix("…"))
    }
}
