import Testing

@testable import QRCode

@Suite struct EvidenceTests {
    /// Check codewords that the standard leaves unused (p of table 9).
    private func guards(_ version: Int, _ level: CorrectionLevel) -> Int {
        switch (version, level) {
        case (1, .low): 3
        case (1, .medium), (2, .low): 2
        case (1, .quartile), (1, .high), (3, .low): 1
        default: 0
        }
    }

    @Test(arguments: 1...40, CorrectionLevel.allCases)
    func letsAllErrorsOfTheStandardPass(version: Int, level: CorrectionLevel) throws {
        let blocks = try #require(BlockLayout(kind: .model2, version: version, level: level))
        let errors = (blocks.checks - guards(version, level)) / 2
        let least = blocks.blocks > 1 ? Evidence.ofBlock : Evidence.ofSymbol - Evidence.header(of: .model2)
        let bound = Evidence.Bound(
            codewords: blocks.dataCodewords(ofBlock: blocks.blocks - 1) + blocks.checks, checks: blocks.checks,
            erasures: 0, least: least)
        #expect(try #require(bound.mostErrors(errors)) == errors)
    }

    @Test(arguments: [(26, 7, 0, 0, 56.0), (26, 7, 0, 3, 20), (26, 7, 4, 0, 24), (26, 7, 2, 1, 27), (44, 10, 0, 5, 19)])
    func countsBits(codewords: Int, checks: Int, erasures: Int, errors: Int, bits: Double) {
        let bound = Evidence.Bound(codewords: codewords, checks: checks, erasures: erasures, least: 0)
        #expect(bound.evidence(errors: errors) == bits)
    }

    @Test(arguments: [(0, 8, 12.0), (1, 8, 8), (3, 12, 3), (0, 4, 13)])
    func countsBitsOfTheFormat(distance: Int, words: Int, bits: Double) {
        #expect(Evidence.format(distance: distance, words: words) == bits)
    }

    @Test func leavesNothingWhereNothingIsLeft() {
        #expect(Evidence.Bound(codewords: 26, checks: 7, erasures: 6, least: 14).mostErrors(0) == nil)
        #expect(Evidence.Bound(codewords: 26, checks: 7, erasures: 6, least: 0).mostErrors(-1) == nil)
    }
}
