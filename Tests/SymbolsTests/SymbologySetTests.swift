import Symbols
import Testing

@Suite struct SymbologySetTests {
    private static let everything = ReaderLibrary(name: "reader", version: "9.8", symbologies: .all)
    private static let old = ReaderLibrary(
        name: "reader", version: "1.4.0", symbologies: .all.subtracting(SymbologySet(.rMQRCode)))

    @Test(
        arguments: [
            ("qr", .qr), ("matrix", .matrix), ("retail", .retail), ("linear", .linear), ("ALL", .all),
            ("qr_code", SymbologySet(.qrCode)), ("QR-Code", SymbologySet(.qrCode)), ("QRCode", SymbologySet(.qrCode)),
            ("ean13", SymbologySet(.ean13)), ("ean_13", SymbologySet(.ean13)), ("EAN-13", SymbologySet(.ean13)),
            ("Code 128", SymbologySet(.code128)), ("i2of5", SymbologySet(.itf)), ("rmqr", SymbologySet(.rMQRCode)),
            ("micro-qr", SymbologySet(.microQRCode)), ("RSS_14", SymbologySet(.dataBar)),
            ("databar-exp", SymbologySet(.dataBarExpanded)), ("pdf-417", SymbologySet(.pdf417)),
            (" upc-a , UPC_E,", SymbologySet([.upcA, .upcE])), ("qr,retail", SymbologySet.qr.union(.retail)),
        ] as [(String, SymbologySet)])
    func understands(list: String, expected: SymbologySet) throws {
        #expect(try SymbologySet(names: list, readBy: Self.everything) == expected)
    }

    @Test(arguments: Symbology.allCases)
    func understandsEventNames(symbology: Symbology) throws {
        #expect(try SymbologySet(names: symbology.rawValue, readBy: Self.everything) == SymbologySet(symbology))
    }

    @Test(
        arguments: [
            ("qr,foo", .unknown("foo")), ("", .empty), (" , ", .empty), ("ean 13 ean8", .unknown("ean 13 ean8")),
            ("rmqr", .unsupported(.rMQRCode, library: "reader", version: "1.4.0")),
        ] as [(String, SymbologyNameError)])
    func refuses(list: String, error: SymbologyNameError) {
        #expect(throws: error) { try SymbologySet(names: list, readBy: Self.old) }
    }

    @Test func leavesOutOfSetsWhatTheLibraryCannotRead() throws {
        #expect(try SymbologySet(names: "all", readBy: Self.old) == Self.old.symbologies)
    }

    @Test func saysWhatIsKnown() {
        let text = SymbologyNameError.unknown("x\u{1B}[2Jy").description
        #expect(text.hasPrefix("unknown format \"x?[2Jy\"; known are qr, matrix, retail, linear, all, QRCode, "))
    }

    @Test func namesLibraryAndVersion() {
        let error = SymbologyNameError.unsupported(.rMQRCode, library: "zxing-cpp", version: "1.4.0")
        #expect(error.description == "zxing-cpp 1.4.0 cannot read rMQRCode; a newer version may")
    }

    @Test func looksForWhatChecksItselfByDefault() {
        #expect(!SymbologySet.standard.contains(.itf))
        #expect(SymbologySet.standard.isSuperset(of: .matrix.union(.retail)))
    }
}
