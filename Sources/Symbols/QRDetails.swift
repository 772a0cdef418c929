extension Symbol {
    /// What only a QR Code or Micro QR Code symbol has, as its reader tells it.
    public struct QRDetails: Sendable, Hashable {
        /// 1–40; for Micro QR 1–4 (M1–M4).
        public var version: Int
        /// The error-correction level; nil for M1, which only detects errors.
        public var level: Level?
        /// Number of the data mask: 0–7, for Micro QR 0–3.
        public var mask: Int
        /// How much of the error correction the read took.
        public var correction: Correction
        /// Whether the picture shows the symbol mirrored.
        public var isMirrored: Bool
        /// Whether the symbol is light on dark.
        public var isInverted: Bool

        /// The details of a symbol.
        public init(
            version: Int, level: Level?, mask: Int, correction: Correction, isMirrored: Bool = false,
            isInverted: Bool = false
        ) {
            self.version = version
            self.level = level
            self.mask = mask
            self.correction = correction
            self.isMirrored = isMirrored
            self.isInverted = isInverted
        }

        /// Error-correction levels. The raw value is the letter of ISO/IEC 18004, and the word in events.
        public enum Level: String, Sendable, Hashable, CaseIterable {
            /// About 7 % of the codewords can be corrected.
            case low = "L"
            /// About 15 %.
            case medium = "M"
            /// About 25 %.
            case quartile = "Q"
            /// About 30 %.
            case high = "H"
        }

        /// How much of the error correction a read took, over all blocks of the symbol.
        public struct Correction: Sendable, Hashable {
            /// Codewords that correction took: two for an error, one for an erasure.
            public var used: Int
            /// Error-correction codewords of the symbol.
            public var capacity: Int

            /// So many of so many.
            public init(used: Int, capacity: Int) {
                self.used = used
                self.capacity = capacity
            }
        }
    }
}
