/// One QR Code or Micro QR Code symbol as it was read in one picture.
package struct QRSymbol: Sendable, Hashable {
    /// Model 2 or Micro.
    package var kind: SymbolKind
    /// 1–40; 1–4 for Micro QR (M1–M4).
    package var version: Int
    /// Error-correction level; nil for M1, which only detects errors.
    package var level: CorrectionLevel?
    /// Number of the data mask: 0–7, for Micro QR 0–3.
    package var mask: Int
    /// What the symbol says.
    package var payload: Payload
    /// How much of the error correction the read took.
    package var correction: Correction
    /// Outer corners in pixels of the picture: upper left, upper right, lower right, lower left as the symbol is read.
    package var corners: Corners
    /// Size of one module in pixels: the square root of the symbol's area over its number of modules.
    package var modulePixels: Double
    /// Whether the picture shows the symbol mirrored.
    package var isMirrored: Bool
    /// Whether the symbol is light on dark.
    package var isInverted: Bool

    /// A symbol as it was read.
    package init(
        kind: SymbolKind, version: Int, level: CorrectionLevel?, mask: Int, payload: Payload, correction: Correction,
        corners: Corners, modulePixels: Double, isMirrored: Bool = false, isInverted: Bool = false
    ) {
        self.kind = kind
        self.version = version
        self.level = level
        self.mask = mask
        self.payload = payload
        self.correction = correction
        self.corners = corners
        self.modulePixels = modulePixels
        self.isMirrored = isMirrored
        self.isInverted = isInverted
    }

    /// How much of the error correction a read took, over all blocks of the symbol.
    package struct Correction: Sendable, Hashable {
        /// Codewords that correction took: two for an error, one for an erasure.
        package var used: Int
        /// Error-correction codewords of the symbol.
        package var capacity: Int

        /// So many of so many.
        package init(used: Int, capacity: Int) {
            self.used = used
            self.capacity = capacity
        }
    }
}

/// The two forms of QR Code that are read.
package enum SymbolKind: Sendable, Hashable {
    /// QR Code Model 2, versions 1–40.
    case model2
    /// Micro QR Code, M1–M4.
    case micro
}

/// Error-correction levels of ISO/IEC 18004, by the share of codewords that can be corrected.
package enum CorrectionLevel: Int, Sendable, Hashable, CaseIterable {
    /// About 7 %.
    case low
    /// About 15 %.
    case medium
    /// About 25 %.
    case quartile
    /// About 30 %.
    case high
}
