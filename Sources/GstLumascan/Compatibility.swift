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
        case .zxing: Self.formats.indices.contains(format) ? [Self.formats[format]].set : .all
        }
    }

    /// In the order of zxing's enumeration; EAN/UPC add-ons, its last, are not read.
    private static let formats: [Symbology] = [
        .qrCode, .aztec, .codabar, .code39, .code93, .code128, .dataMatrix, .ean8, .ean13, .itf, .maxiCode, .pdf417,
        .qrCode, .dataBar, .dataBarExpanded, .upcA, .upcE,
    ]

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
