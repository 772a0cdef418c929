import Testing

@testable import QRCode

@Suite struct FunctionPatternsTests {
    /// ISO/IEC 18004, annex E.
    private static let annexE: [[Int]] = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
        [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70], [6, 26, 50, 74], [6, 30, 54, 78],
        [6, 30, 56, 82], [6, 30, 58, 86], [6, 34, 62, 90], [6, 28, 50, 72, 94], [6, 26, 50, 74, 98],
        [6, 30, 54, 78, 102], [6, 28, 54, 80, 106], [6, 32, 58, 84, 110], [6, 30, 58, 86, 114], [6, 34, 62, 90, 118],
        [6, 26, 50, 74, 98, 122], [6, 30, 54, 78, 102, 126], [6, 26, 52, 78, 104, 130], [6, 30, 56, 82, 108, 134],
        [6, 34, 60, 86, 112, 138], [6, 30, 58, 86, 114, 142], [6, 34, 62, 90, 118, 146],
        [6, 30, 54, 78, 102, 126, 150], [6, 24, 50, 76, 102, 128, 154], [6, 28, 54, 80, 106, 132, 158],
        [6, 32, 58, 84, 110, 136, 162], [6, 26, 54, 82, 110, 138, 166], [6, 30, 58, 86, 114, 142, 170],
    ]

    @Test(arguments: 1...40)
    func placesAlignmentPatternsAsAnnexE(version: Int) throws {
        let patterns = try #require(FunctionPatterns.of(.model2, version: version))
        let coordinates = Self.annexE[version - 1]
        #expect(patterns.alignmentCoordinates == coordinates)
        #expect(
            patterns.alignmentCenters.count == (coordinates.isEmpty ? 0 : coordinates.count * coordinates.count - 3))
        #expect(patterns.alignmentCenters.allSatisfy { patterns.values[$0.row * patterns.dimension + $0.column] == 1 })
    }

    @Test(arguments: 1...40)
    func leavesTheCodewordsAndTheRemainder(version: Int) throws {
        let layout = try #require(SymbolLayout.of(.model2, version: version))
        // Table 1: remainder bits.
        let remainder =
            switch version {
            case 2...6: 7
            case 14...20, 28...34: 3
            case 21...27: 4
            default: 0
            }
        #expect(layout.order.count == 8 * BlockLayout.codewords(version: version) + remainder)
        #expect(Set(layout.order).count == layout.order.count)
    }

    @Test(arguments: [(1, 36), (2, 80), (3, 132), (4, 192)])
    func leavesTheBitsOfMicro(version: Int, bits: Int) throws {
        #expect(try #require(SymbolLayout.of(.micro, version: version)).order.count == bits)
    }

    @Test func drawsM1() throws {
        let patterns = try #require(FunctionPatterns.of(.micro, version: 1))
        let picture = (0..<11).map { row in
            String((0..<11).map { column in [-1: "-", 0: "?", 1: "#"][patterns.values[row * 11 + column]] ?? " " })
        }
        #expect(
            picture == [
                "#######-#-#", "#-----#-???", "#-###-#-???", "#-###-#-???", "#-###-#-???", "#-----#-???", "#######-???",
                "--------???", "#??????????", "-??????????", "#??????????",
            ])
        #expect(patterns.isReserved.filter { $0 }.count == 121 - 36)
    }

    @Test(arguments: [(SymbolKind.model2, 0), (.model2, 41), (.micro, 0), (.micro, 5)])
    func knowsNoOtherVersions(kind: SymbolKind, version: Int) {
        #expect(FunctionPatterns.of(kind, version: version) == nil)
        #expect(BlockLayout(kind: kind, version: version, level: .low) == nil)
    }

    @Test func agreesWithItselfAlone() throws {
        let patterns = try #require(FunctionPatterns.of(.model2, version: 7))
        var grid = ModuleGrid(dimension: 45)
        #expect(patterns.agreement(with: grid) == 0)
        grid.values = patterns.values.map { Float($0) }
        #expect(patterns.agreement(with: grid) == 1)
        grid.values = grid.values.map { -$0 }
        #expect(patterns.agreement(with: grid) == -1)
        #expect(patterns.agreement(with: ModuleGrid(dimension: 41)) == 0)
    }

    @Test(arguments: [(7, 0x07C94), (8, 0x085BC), (21, 0x15683), (40, 0x28C69)])
    func encodesVersionsAsAnnexD(version: Int, word: Int) throws {
        #expect(VersionInformation.word(version: version) == word)
        var modules = (0..<18).map { word >> (17 - $0) & 1 == 1 ? Float(1) : -1 }
        // Words differ in eight bits and more.
        for bit in [0, 7, 17] { modules[bit] = -modules[bit] }
        #expect(try #require(VersionInformation.nearest(to: modules)).version == version)
    }

    @Test(arguments: [(CorrectionLevel.medium, 5, 0x40CE), (.low, 0, 0x77C4), (.medium, 0, 0x5412), (.high, 7, 0x083B)])
    func encodesFormatsAsAnnexC(level: CorrectionLevel, mask: Int, word: Int) {
        let formats = FormatInformation.all(of: .model2, version: 1)
        #expect(formats.contains(FormatInformation(level: level, mask: mask, word: word)))
    }

    @Test(
        arguments: [(1, nil, 0, 0x4445), (2, .low, 1, 0x5099), (4, .quartile, 3, 0x3BBA)]
            as [(Int, CorrectionLevel?, Int, Int)])
    func encodesFormatsOfMicroAsAnnexC(version: Int, level: CorrectionLevel?, mask: Int, word: Int) {
        let formats = FormatInformation.all(of: .micro, version: version)
        #expect(formats.contains(FormatInformation(level: level, mask: mask, word: word)))
    }
}
