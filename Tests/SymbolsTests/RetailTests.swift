import Testing

@testable import Symbols

@Suite struct RetailTests {
    private static let quad = Quad(
        topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 0), bottomRight: Point(x: 1, y: 1),
        bottomLeft: Point(x: 0, y: 1))

    private static func symbol(_ symbology: Symbology, _ text: String) -> Symbol {
        Symbol(symbology: symbology, text: text, bytes: Array(text.utf8), aim: "]E0", corners: quad)
    }

    @Test(
        arguments: [
            (.ean13, "0012345678905", .retail, .upcA, "012345678905"),
            (.upcA, "012345678905", .retail, .upcA, "012345678905"),
            (.upcA, "0012345678905", .retail, .upcA, "012345678905"),
            (.upcA, "012345678905", SymbologySet(.ean13), .ean13, "0012345678905"),
            (.ean13, "0012345678905", SymbologySet(.ean13), .ean13, "0012345678905"),
            (.ean13, "4006381333931", .retail, .ean13, "4006381333931"),
            (.ean8, "01234565", .retail, .ean8, "01234565"),
        ] as [(Symbology, String, SymbologySet, Symbology, String)])
    func names(given: Symbology, digits: String, asked: SymbologySet, symbology: Symbology, text: String) throws {
        let symbol = try #require(Self.symbol(given, digits).asRetail(among: asked))
        #expect(symbol.symbology == symbology)
        #expect(symbol.text == text)
        #expect(symbol.bytes == Array(text.utf8))
    }

    @Test func leavesOutWhatWasNotAskedFor() {
        #expect(Self.symbol(.ean13, "4006381333931").asRetail(among: SymbologySet(.upcA)) == nil)
    }

    @Test(
        arguments: [
            (.dataBar, "04412345678909", "0104412345678909"),
            (.dataBarExpanded, "(01)90012345678908(3103)001750", "01900123456789083103001750"),
            (.dataBarExpanded, "(10)12A(422)123(21)7", "1012A\u{1D}422123\u{1D}217"),
            (.dataBarExpanded, "(10)a(b)c", "10a(b)c"),
            (.dataBarExpanded, "(10", "(10"),
            (.dataBarExpanded, "1012A", "1012A"),
            (.code128, "(10)12", "(10)12"),
        ] as [(Symbology, String, String)])
    func transmitsElementStrings(symbology: Symbology, given: String, expected: String) {
        let symbol = Self.symbol(symbology, given).asGS1DataBar
        #expect(symbol.text == expected)
        #expect(symbol.bytes == Array(expected.utf8))
    }
}
