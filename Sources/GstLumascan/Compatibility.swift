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
            // libzbar tells UPC-A as EAN-13 unless asked otherwise.
            [.ean13, .ean8, .itf, .dataBar, .dataBarExpanded, .codabar, .code39, .code93, .code128, .qrCode].set
        case .zxing: Self.formats.indices.contains(format - 1) ? [Self.formats[format - 1]].set : .all
        }
    }

    /// In the order of zxing's enumeration from 1 on; EAN/UPC add-ons, its last, are not read.
    private static let formats: [Symbology] = [
        .aztec, .codabar, .code39, .code93, .code128, .dataMatrix, .ean8, .ean13, .itf, .maxiCode, .pdf417,
        .qrCode, .dataBar, .dataBarExpanded, .upcA, .upcE,
    ]

    /// The payload as the other element tells it: zxing leaves out the letters that begin and end a Codabar.
    func text(of symbol: Symbol) -> String {
        guard self == .zxing, symbol.symbology == .codabar else { return symbol.text }
        return String(symbol.text.dropFirst().dropLast())
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
