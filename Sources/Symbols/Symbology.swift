/// A barcode symbology. The raw value is its name in events.
public enum Symbology: String, Sendable, Hashable, CaseIterable {
    case qrCode = "QRCode"
    case microQRCode = "MicroQRCode"
    case rMQRCode = "rMQRCode"
    case dataMatrix = "DataMatrix"
    case aztec = "Aztec"
    case pdf417 = "PDF417"
    case maxiCode = "MaxiCode"
    case ean13 = "EAN13"
    case ean8 = "EAN8"
    case upcA = "UPCA"
    case upcE = "UPCE"
    case code128 = "Code128"
    case code93 = "Code93"
    case code39 = "Code39"
    case itf = "ITF"
    case codabar = "Codabar"
    case dataBar = "DataBar"
    case dataBarExpanded = "DataBarExpanded"

    /// Whether the symbol is a row of bars rather than a matrix or stack of modules.
    public var isLinear: Bool {
        switch self {
        case .qrCode, .microQRCode, .rMQRCode, .dataMatrix, .aztec, .pdf417, .maxiCode: false
        case .ean13, .ean8, .upcA, .upcE, .code128, .code93, .code39, .itf, .codabar, .dataBar, .dataBarExpanded: true
        }
    }
}
