import Testing

@testable import Media

struct SecretLogTests {
    @Test("Secrets are taken out of a text, the longest first, and those that were told later too")
    func clean() {
        SecretLog.hide(["open-sesame", "open-sesame-and-more"])
        #expect(SecretLog.clean("say open-sesame-and-more, or open-sesame!") == "say ***, or ***!")
        #expect(SecretLog.clean("mellon: nothing here") == "mellon: nothing here")
        SecretLog.hide(["mellon", ""])
        #expect(SecretLog.clean("mellon: open-sesame") == "***: ***")
    }
}
