import Imaging
import Testing

@testable import Symbols

struct ModulePatternTests {
    @Test(
        "A symbol that is drawn is read",
        arguments: [
            (Symbology.qrCode, "https://example.org/lumascan"), (.dataMatrix, "Lumascan"), (.ean13, "4006381333931"),
        ])
    func reading(symbology: Symbology, text: String) throws {
        let pattern = try #require(ModulePattern(text, symbology))
        let rows = symbology.isLinear ? 20 : pattern.height
        var picture = GrayImage()
        picture.resize(width: (pattern.width + 20) * 4, height: (rows + 20) * 4)
        for y in 0..<picture.height {
            picture.withRow(y) { row in
                for x in 0..<row.count {
                    let line = y / 4 - 10
                    let isInside = (0..<rows).contains(line)
                    row[x] =
                        isInside && pattern.isDark(x / 4 - 10, symbology.isLinear ? 0 : line) ? 0 : 255
                }
            }
        }
        let reader = ZXingCall(symbologies: SymbologySet(symbology))
        #expect(reader.answers(for: picture.view).map(\.symbol.text) == [text])
    }

    @Test(
        "What the library cannot draw is none",
        arguments: [(Symbology.ean13, "not digits"), (.qrCode, ""), (.microQRCode, "1")])
    func none(symbology: Symbology, text: String) {
        #expect(ModulePattern(text, symbology) == nil)
    }
}
