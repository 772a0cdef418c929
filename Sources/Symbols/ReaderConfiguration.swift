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
        symbologies: SymbologySet = .standard, effort: Effort, maxCodes: Int = 64, reportsUnread: Bool = false
    ) {
        self.symbologies = symbologies
        self.effort = effort
        self.maxCodes = maxCodes
        self.reportsUnread = reportsUnread
    }

    /// A reader for it, which belongs to one thread at a time.
    package func makeReader() -> any SymbolReader {
        ZXingReader(symbologies: symbologies, maxCodes: maxCodes, effort: effort)
    }
}
