import Symbols
import TestSupport
import Testing

@Suite struct CodePictureTests {
    /// Modules in a row and rows, from the standards; DataBar's 96 begin with a white one, which belongs to no bar.
    @Test(arguments: [
        ("HELLO 42", Symbology.qrCode, 21, 21), ("123", .microQRCode, 11, 11), ("hello", .rMQRCode, 27, 11),
        ("hello", .dataMatrix, 12, 12), ("hello", .aztec, 15, 15), ("4006381333931", .ean13, 95, 40),
        ("96385074", .ean8, 67, 40), ("9638507", .ean8, 67, 40), ("012345678905", .upcA, 95, 40),
        ("1234565", .upcE, 51, 40),
        ("AB12", .code128, 79, 40), ("1234", .itf, 45, 40), ("0123456789012", .dataBar, 95, 40),
    ])
    func hasItsModules(text: String, symbology: Symbology, columns: Int, rows: Int) throws {
        let code = try CodePicture(text, symbology, modulePixels: 1, quietZone: 0)
        #expect(code.picture.width == columns)
        #expect(code.picture.height == rows)
    }

    @Test(arguments: Symbology.allCases)
    func drawsEverySymbology(symbology: Symbology) throws {
        let texts: [Symbology: String] = [
            .ean13: "4006381333931", .ean8: "96385074", .upcA: "012345678905", .upcE: "1234565", .codabar: "A123A",
            .itf: "1234", .dataBar: "0123456789012", .dataBarExpanded: "[01]09501101530003",
        ]
        let code = try CodePicture(texts[symbology] ?? "AB12", symbology, modulePixels: 2, quietZone: 3)
        #expect(code.corners.topLeft == Point(x: 6, y: 6))
        #expect(code.picture.pixels.contains(0))
    }

    @Test func takesBinary() throws {
        let code = try CodePicture([0, 1, 0xff, 0xfe], .qrCode)
        #expect(code.picture.width == (21 + 8) * 4)
    }

    @Test func coversModules() throws {
        let code = try CodePicture("HELLO 42", .qrCode, modulePixels: 2, quietZone: 1)
        // The upper left finder pattern's left bar, but for its ends.
        let covered = code.covered(columns: 0..<1, rows: 1..<6)
        let left = (2..<16).map { covered.picture[2, $0] }
        #expect(left == [0, 0] + Array(repeating: 255, count: 10) + [0, 0])
        #expect(zip(code.picture.pixels, covered.picture.pixels).count { $0 != $1 } == 20)
    }

    @Test func takesTones() throws {
        let code = try CodePicture("HELLO 42", .qrCode)
        let toned = code.toned(dark: 40, light: 215)
        #expect(Set(toned.picture.pixels) == [40, 215])
        #expect(toned.picture.pixels.count { $0 == 40 } == code.picture.pixels.count { $0 == 0 })
    }
}
