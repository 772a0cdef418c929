/// What a stream's codes are read with.
package struct ReaderConfiguration: Sendable, Hashable {
    /// What to look for.
    package var symbologies: SymbologySet
    /// How much a look may cost.
    package var effort: Effort
    /// Most symbols to read in a picture.
    package var maxCodes: Int
    /// Whether to tell what was located and not read.
    package var reportsUnread: Bool

    /// Everything that a reader depends on.
    package init(
        symbologies: SymbologySet = .standard, effort: Effort, maxCodes: Int = 256, reportsUnread: Bool = false
    ) {
        self.symbologies = symbologies
        self.effort = effort
        self.maxCodes = maxCodes
        self.reportsUnread = reportsUnread
    }

    /// A reader for it, which belongs to one thread at a time: our own for QR Code and Micro QR Code, zxing-cpp for
    /// everything else, and both only where both are asked for.
    package func makeReader() -> any SymbolReader {
        let others = symbologies.subtracting(QRSymbolReader.symbologies)
        let library = ZXingReader(symbologies: others, maxCodes: maxCodes, effort: effort)
        guard !symbologies.isDisjoint(with: QRSymbolReader.symbologies) else { return library }
        let own = QRSymbolReader(
            symbologies: symbologies, maxCodes: maxCodes, effort: effort, reportsUnread: reportsUnread)
        return others.isEmpty ? own : CombinedReader([own, library], maxCodes: maxCodes)
    }
}
