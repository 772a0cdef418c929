import Testing

@testable import QRCode

/// Grids that are no symbols: no trap, no payload.
@Suite struct DecodeFuzzTests {
    private func expectNoPayload(_ grid: ModuleGrid, flips: Int = 0) {
        for kind in [SymbolKind.model2, .micro] {
            let outcome = SymbolDecoder.decode(grid, kind: kind, mirrors: true, flips: flips)
            if case .success(let symbol) = outcome { Issue.record("read \(symbol)") }
        }
    }

    @Test func readsNothingInRandomGrids() {
        var random = SeededRandom(seed: 3)
        for round in 0..<rounds(5000) {
            var grid = ModuleGrid(dimension: round % 181)
            grid.values = grid.values.map { _ in Float.random(in: -1...1, using: &random) }
            expectNoPayload(grid)
        }
    }

    @Test func readsNothingInRandomDataBetweenRightPatterns() throws {
        var random = SeededRandom(seed: 4)
        for round in 0..<rounds(20_000) {
            let (kind, version) = round % 2 == 0 ? (SymbolKind.model2, 1 + round / 2 % 10) : (.micro, 1 + round / 2 % 4)
            let layout = try #require(SymbolLayout.of(kind, version: version))
            var grid = ModuleGrid(dimension: layout.patterns.dimension)
            grid.values = layout.patterns.values.map { $0 == 0 ? Float.random(in: -1...1, using: &random) : Float($0) }
            let format = layout.formats[Int.random(in: 0..<layout.formats.count, using: &random)]
            for copy in layout.patterns.formatCopies {
                for (bit, module) in copy.enumerated() {
                    grid[module.column, module.row] = format.word >> (14 - bit) & 1 == 1 ? 1 : -1
                }
            }
            expectNoPayload(grid, flips: round % 5)
        }
    }

    @Test(arguments: [0, 1, 2, 20, 21, 22, 45, 177, 178, 11, 13, 15, 17])
    func bearsAnyValue(dimension: Int) {
        var random = SeededRandom(seed: UInt64(dimension))
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.leastNonzeroMagnitude, -0, 0, 1, -1,
        ]
        for value in odd {
            var grid = ModuleGrid(dimension: dimension)
            grid.values = grid.values.map { _ in value }
            expectNoPayload(grid)
        }
        for _ in 0..<20 {
            var grid = ModuleGrid(dimension: dimension)
            grid.values = grid.values.map { _ in odd[Int.random(in: 0..<odd.count, using: &random)] }
            expectNoPayload(grid)
        }
    }

    @Test(arguments: [0, 440, 442, 10_000])
    func bearsAWrongNumberOfValues(count: Int) {
        var grid = ModuleGrid(dimension: 21)
        grid.values = [Float](repeating: 1, count: count)
        expectNoPayload(grid)
    }

    @Test func bearsOddValuesInARealSymbol() throws {
        let real = try #require(QREncoder.modules("fuzz", version: 2, level: .high))
        var grid = real
        for place in grid.values.indices {
            grid.values[place] *= place % 7 == 0 ? .infinity : place % 5 == 0 ? .nan : 1
        }
        let symbol = try? SymbolDecoder.decode(grid, kind: .model2, mirrors: true).get()
        #expect(symbol == nil || symbol?.payload.segments == [.init(mode: .byte, bytes: Array("fuzz".utf8))])
    }

    @Test func bearsRandomDataCodewords() throws {
        var random = SeededRandom(seed: 5)
        for round in 0..<rounds(20_000) {
            let (kind, version) = round % 2 == 0 ? (SymbolKind.model2, 1 + round / 2 % 40) : (.micro, 1 + round / 2 % 4)
            let data = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            let bits = Int.random(in: 0...8 * data.count, using: &random)
            let reading = SegmentReader.read(data, bits: bits, kind: kind, version: version)
            #expect((reading?.payload.segments.flatMap(\.bytes).count ?? 0) <= 3 * 8 * data.count)
        }
    }
}
