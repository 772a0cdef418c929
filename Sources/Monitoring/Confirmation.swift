package import Symbols

/// How many looks must agree on a code before it is reported.
package struct Confirmation: Sendable, Hashable {
    /// One number for every symbology; nil goes by the symbology.
    private let override: Int?

    /// - Parameter override: a number of looks for every symbology; less than 1 counts as 1.
    package init(override: Int? = nil) {
        self.override = override.map { max($0, 1) }
    }

    /// The number of agreeing looks `symbology` needs: 1 with Reed–Solomon correction, 2 with a strong check digit, 3 for
    /// what is misread often (none, an optional or a weak check).
    package func looks(for symbology: Symbology) -> Int {
        if let override { return override }
        return switch symbology {
        case .qrCode, .microQRCode, .rMQRCode, .dataMatrix, .aztec, .pdf417, .maxiCode: 1
        case .ean13, .ean8, .upcA, .code128, .code93: 2
        case .itf, .codabar, .code39, .upcE, .dataBar, .dataBarExpanded: 3
        }
    }
}
