/// What a grid of modules says.
package struct DecodedSymbol: Sendable, Hashable {
    /// 1–40; 1–4 for Micro QR.
    package var version: Int
    /// Nil for M1.
    package var level: CorrectionLevel?
    /// Number of the data mask: 0–7, for Micro QR 0–3.
    package var mask: Int
    package var payload: Payload
    package var correction: QRSymbol.Correction
    /// Whether the grid is the symbol transposed: columns for rows.
    package var isMirrored: Bool
}

/// Why a grid of modules cannot be read, in the order in which decoding proceeds.
package enum DecodeFailure: Error, Sendable, Hashable {
    /// No version has this dimension, or the fixed modules or the format information agree no better than chance.
    case notASymbol
    /// So many of its Reed–Solomon blocks could not be corrected, or not surely enough.
    case damaged(blocks: Int, of: Int)
    /// It was corrected, and its data break the rules of the standard.
    case malformed
}
