import Testing

@testable import Symbols

@Suite struct LookTests {
    private static func symbol(_ symbology: Symbology, x: Double, y: Double, width: Double, height: Double) -> Symbol {
        Symbol(
            symbology: symbology, text: "1", bytes: [1], aim: "]E0",
            corners: Quad(
                topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
                bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height)))
    }

    @Test(
        arguments: [
            // Bars followed part of the way, where a label bends.
            (.ean13, 100, 140, 200, 50, 1),
            (.ean13, 100, 260, 200, 50, 2),
            (.ean13, 310, 100, 200, 40, 2),
            (.qrCode, 110, 105, 200, 40, 1),
            (.qrCode, 100, 145, 200, 40, 2),
        ] as [(Symbology, Double, Double, Double, Double, Int)])
    func countsReadingsOfOneSymbolOnce(
        symbology: Symbology, x: Double, y: Double, width: Double, height: Double, count: Int
    ) {
        var look = Look(maxCodes: 9, work: 0)
        look.add(Self.symbol(symbology, x: 100, y: 100, width: 200, height: 40), isPlaced: true)
        look.add(Self.symbol(symbology, x: x, y: y, width: width, height: height), isPlaced: true)
        #expect(look.symbols.count == count)
    }
}
