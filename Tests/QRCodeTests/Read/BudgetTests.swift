import Imaging
import Testing

@testable import QRCode

/// What a look may cost, and what it depends on.
@Suite struct BudgetTests {
    /// Four symbols, and finder patterns strewn between them.
    private static let page: Picture? = {
        var page = Picture(width: 220, height: 160, level: 215)
        for i in 0..<4 {
            guard let grid = QREncoder.modules("\(i)", version: 1) else { return nil }
            page.paste(SymbolDrawing.upright(grid, module: 3, quietZone: 1), x: i % 2 * 150, y: i / 2 * 85)
        }
        let tile = SymbolDrawing.upright(.finderPattern, module: 3, quietZone: 0)
        for (x, y) in [(75, 5), (110, 60), (75, 110), (115, 125)] { page.paste(tile, x: x, y: y) }
        return page
    }()

    private func texts(_ findings: QRReader.Findings) -> [String] {
        findings.symbols.map { String(decoding: $0.payload.segments.flatMap(\.bytes), as: UTF8.self) }
    }

    private func texts(_ effort: QRReader.Effort, budget: Budget?) throws -> [String] {
        let page = try #require(Self.page)
        var reader = QRReader(effort: effort)
        return texts(page.withView { reader.read($0, pass: 0, budget: budget) })
    }

    @Test(arguments: [QRReader.Effort.quick, .thorough])
    func allWithoutBudget(effort: QRReader.Effort) throws {
        #expect(try texts(effort, budget: nil) == ["0", "1", "2", "3"])
        #expect(try texts(effort, budget: Budget(candidates: 1000)) == ["0", "1", "2", "3"])
    }

    @Test(arguments: [QRReader.Effort.quick, .thorough])
    func nothingForNoCandidates(effort: QRReader.Effort) throws {
        #expect(try texts(effort, budget: Budget(candidates: 0)) == [])
    }

    @Test(arguments: [QRReader.Effort.quick, .thorough])
    func nothingAfterTheDeadline(effort: QRReader.Effort) throws {
        #expect(try texts(effort, budget: Budget(candidates: 1000, deadline: .now - .seconds(1))) == [])
    }

    @Test func farDeadlineChangesNothing() throws {
        let budget = Budget(candidates: 1000, deadline: .now + .seconds(3600))
        #expect(try texts(.quick, budget: budget) == ["0", "1", "2", "3"])
    }

    /// Each candidate gives a symbol at most, and the same ones each time.
    @Test func candidatesAreTriedInOneOrder() throws {
        for candidates in 0...6 {
            let budget = Budget(candidates: candidates)
            let found = try texts(.quick, budget: budget)
            #expect(found.count <= candidates)
            #expect(found == (try texts(.quick, budget: budget)))
            let more = try texts(.quick, budget: Budget(candidates: candidates + 1))
            #expect(Set(found).isSubset(of: more))
        }
    }

    @Test(arguments: [QRReader.Effort.quick, .thorough])
    func earlierPicturesLeaveNoTrace(effort: QRReader.Effort) throws {
        let page = try #require(Self.page)
        var random = SeededRandom(seed: 12)
        let others = [
            Picture(width: 300, height: 200, random: &random), Picture(width: 5, height: 5, level: 3), page.mirrored,
        ]
        var reader = QRReader(effort: effort)
        let first = page.withView { reader.read($0, pass: 0) }
        let work = reader.work
        for other in others {
            _ = other.withView { reader.read($0, pass: 3) }
            let again = page.withView { reader.read($0, pass: 0) }
            #expect(again.symbols == first.symbols)
            #expect(again.unread == first.unread)
            #expect(reader.work == work)
        }
    }

    /// Every second sample of a row, and rows that are longer than the picture.
    @Test(arguments: [(1, 0), (1, 13), (2, 0), (2, 7), (3, 5)])
    func sampleAndRowStrides(pixelStride: Int, padding: Int) throws {
        let page = try #require(Self.page)
        var reader = QRReader(effort: .quick)
        let plain = page.withView { reader.read($0, pass: 0) }
        let stride = page.width * pixelStride + padding
        var random = SeededRandom(seed: 3)
        var bytes = (0..<(stride * page.height)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for y in 0..<page.height {
            for x in 0..<page.width { bytes[y * stride + x * pixelStride] = page.pixels[y * page.width + x] }
        }
        let luma = LumaView(
            bytes.span, width: page.width, height: page.height, stride: stride, pixelStride: pixelStride)
        let strided = reader.read(luma, pass: 0)
        #expect(strided.symbols == plain.symbols)
        #expect(strided.unread == plain.unread)
    }

    @Test(arguments: [
        (0, 0), (0, 50), (50, 0), (1, 1), (3000, 1), (1, 3000), (15, 15), (16, 16), (3000, 16), (17, 900), (64, 64),
    ])
    func degenerateSizes(width: Int, height: Int) {
        var random = SeededRandom(seed: 1)
        for picture in [
            Picture(width: width, height: height, level: 0), Picture(width: width, height: height, random: &random),
        ] {
            for effort in [QRReader.Effort.quick, .thorough] {
                var reader = QRReader(effort: effort)
                let found = picture.withView { reader.read($0, pass: 1) }
                #expect(found.symbols.isEmpty)
                #expect(found.unread.isEmpty)
            }
        }
    }

    @Test func passesCountFromAnywhere() throws {
        let page = try #require(Self.page)
        var reader = QRReader(effort: .quick)
        for pass in [0, 4, -4, Int.max - 3, Int.min] {
            #expect(texts(page.withView { reader.read($0, pass: pass) }) == ["0", "1", "2", "3"])
        }
    }
}
