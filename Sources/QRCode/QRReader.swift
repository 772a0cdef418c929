package import Imaging

/// Finds and decodes the QR Code and Micro QR Code symbols of a picture.
///
/// The stages are locate, group, fit, sample and decode. A reader keeps its buffers between calls, so it belongs to one
/// thread at a time; what it finds depends on the picture, `pass` and the budget's work alone.
package struct QRReader: ~Copyable {
    /// How much a look may cost.
    package enum Effort: Sendable, Hashable {
        /// For video: the passes beyond the first take turns over successive looks.
        case quick
        /// For a picture that is looked at once: all passes.
        case thorough
    }

    /// What a look found.
    package struct Findings: Sendable {
        /// Symbols that were read, by position (rows of the picture first), without duplicates.
        package var symbols: [QRSymbol] = []
        /// Symbols that were located and not read, by position.
        package var unread: [UnreadSymbol] = []
    }

    private let kinds: Set<SymbolKind>
    private let effort: Effort
    private let maxSymbols: Int

    /// - Parameters:
    ///   - kinds: what to look for.
    ///   - maxSymbols: most symbols to read in a picture.
    package init(kinds: Set<SymbolKind> = [.model2, .micro], effort: Effort, maxSymbols: Int = 64) {
        self.kinds = kinds
        self.effort = effort
        self.maxSymbols = maxSymbols
    }

    /// The symbols of `luma`.
    /// - Parameters:
    ///   - pass: the number of this look in its stream, from 0.
    ///   - budget: what the look may cost; nil for the effort's own bound.
    package mutating func read(_ luma: borrowing LumaView, pass: Int, budget: Budget? = nil) -> Findings {
        Findings()
    }
}
