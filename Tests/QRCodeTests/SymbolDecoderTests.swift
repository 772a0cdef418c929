import Testing

@testable import QRCode

@Suite struct SymbolDecoderTests {
    @Test(arguments: 1...40)
    func readsEveryVersionLevelAndMask(version: Int) throws {
        for level in CorrectionLevel.allCases {
            for mask in 0..<8 {
                let grid = try #require(
                    QREncoder.modules("Lumascan", version: version, level: level, mask: mask)
                        ?? QREncoder.modules("L", version: version, level: level, mask: mask))
                let symbol = try SymbolDecoder.decode(grid, kind: .model2, mirrors: true).get()
                #expect(symbol.version == version && symbol.level == level && symbol.mask == mask && !symbol.isMirrored)
                #expect(symbol.correction.used == 0)
            }
        }
    }
}
