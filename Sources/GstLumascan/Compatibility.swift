internal import CGstLumascan
internal import Symbols

/// Whose place the element takes: how that one spells types and what it looks for.
enum Compatibility: Sendable, Hashable {
    case none, zbar, zxing

    /// - Parameter value: of the property `compat`.
    init(_ value: Int32) {
        self =
            switch Int(value) {
            case LUMASCAN_COMPAT_ZBAR: .zbar
            case LUMASCAN_COMPAT_ZXING: .zxing
            default: .none
            }
    }

    /// What the other element looks for.
    /// - Parameter format: number of a symbology in zxing's property `format`, 0 for all.
    func symbologies(format: Int) -> SymbologySet {
        switch self {
        case .none: .standard
        case .zbar:
            // libzbar tells UPC-A as EAN-13 unless asked otherwise, and so it does UPC-E.
            [.ean13, .ean8, .upcE, .itf, .dataBar, .dataBarExpanded, .codabar, .code39, .code93, .code128, .qrCode].set
        case .zxing: Self.formats.indices.contains(format - 1) ? [Self.formats[format - 1]].set : .all
        }
    }

    /// In the order of zxing's enumeration from 1 on; EAN/UPC add-ons, its last, are not read.
    private static let formats: [Symbology] = [
        .aztec, .codabar, .code39, .code93, .code128, .dataMatrix, .ean8, .ean13, .itf, .maxiCode, .pdf417,
        .qrCode, .dataBar, .dataBarExpanded, .upcA, .upcE,
    ]

    /// The symbol as the other element sees it: zbar tells all of EAN-13 and UPC as EAN-13.
    func seen(_ symbol: Symbol) -> Symbol {
        guard self == .zbar, let number = symbol.asEAN13 else { return symbol }
        var symbol = symbol
        (symbol.symbology, symbol.text, symbol.bytes) = (.ean13, number, Array(number.utf8))
        return symbol
    }

    /// The payload as the other element tells it: zxing leaves out the letters that begin and end a Codabar, and the
    /// application identifier of a DataBar.
    func text(of symbol: Symbol) -> String {
        switch (self, symbol.symbology) {
        case (.zxing, .codabar): String(symbol.text.dropFirst().dropLast())
        case (.zxing, .dataBar) where symbol.text.hasPrefix("01"): String(symbol.text.dropFirst(2))
        default: symbol.text
        }
    }

    /// How the type of a code is spelled; symbologies that the other element does not know keep our own name.
    func name(of symbology: Symbology) -> String {
        switch self {
        case .none: symbology.rawValue
        case .zbar: Self.zbarNames[symbology] ?? symbology.rawValue
        case .zxing: Self.zxingNames[symbology] ?? symbology.rawValue
        }
    }

    private static let zbarNames: [Symbology: String] = [
        .ean13: "EAN-13", .ean8: "EAN-8", .upcA: "UPC-A", .upcE: "UPC-E", .itf: "I2/5", .dataBar: "DataBar",
        .dataBarExpanded: "DataBar-Exp", .codabar: "Codabar", .code39: "CODE-39", .code93: "CODE-93",
        .code128: "CODE-128", .qrCode: "QR-Code", .pdf417: "PDF417",
    ]

    /// zxing-cpp's own names, which are ours but for hyphens.
    private static let zxingNames: [Symbology: String] = [
        .ean13: "EAN-13", .ean8: "EAN-8", .upcA: "UPC-A", .upcE: "UPC-E",
    ]
}

extension [Symbology] {
    fileprivate var set: SymbologySet { SymbologySet(self) }
}

extension Symbol {
    /// The number of a UPC symbol as EAN-13; nil for any other symbol.
    fileprivate var asEAN13: String? {
        let digits = Array(text)
        switch (symbology, digits.count) {
        case (.upcA, 12): return "0" + text
        case (.upcE, 8):
            // GS1 General Specifications, 5.2.2.4.2: the sixth digit tells where the zeros were.
            let (system, code, last, check) = (digits[0], digits[1...5], digits[6], digits[7])
            let places: ([Int], zeros: Int, [Int])
            switch last {
            case "0", "1", "2": places = ([1, 2, 6], 4, [3, 4, 5])
            case "3": places = ([1, 2, 3], 5, [4, 5])
            case "4": places = ([1, 2, 3, 4], 5, [5])
            default: places = (Array(code.indices), 4, [6])
            }
            let (maker, item) = (places.0.map { digits[$0] }, places.2.map { digits[$0] })
            return "0" + String([system] + maker + Array(repeating: "0", count: places.zeros) + item + [check])
        default: return nil
        }
    }
}
