import Testing

@testable import Symbols

@Suite struct ReaderConfigurationTests {
    /// What readers there are, and what the library looks for.
    private func readers(_ symbologies: SymbologySet) -> (own: Int, others: [SymbologySet]) {
        let reader = ReaderConfiguration(symbologies: symbologies, effort: .quick).makeReader()
        let all = (reader as? CombinedReader)?.readers ?? [reader]
        return (all.count { $0 is QRSymbolReader }, all.compactMap { ($0 as? ZXingReader)?.symbologies })
    }

    @Test("The library is not asked for what our own reader reads, and not at all where nothing else is wanted")
    func division() {
        #expect(readers(.qr) == (1, []))
        #expect(readers(SymbologySet(.microQRCode)) == (1, []))
        #expect(readers(.retail) == (0, [.retail]))
        let both = readers(.standard)
        #expect(both.own == 1)
        #expect(both.others == [SymbologySet.standard.subtracting(.qr).intersection(ReaderLibrary.zxing.symbologies)])
    }
}
