import Imaging
import Testing

@testable import QRCode

/// The whole reader on drawn symbols.
@Suite struct ReadAllVersionsTests {
    /// In debug builds, which take seconds for large symbols, those that differ in what they consist of.
    static let versions = rounds(100) > 1 ? Array(1...40) : [1, 2, 3, 7, 10]

    private func findings(
        _ picture: Picture, effort: QRReader.Effort = .thorough, kinds: Set<SymbolKind> = [.model2, .micro],
        pass: Int = 0
    ) -> QRReader.Findings {
        var reader = QRReader(kinds: kinds, effort: effort)
        return picture.withView { reader.read($0, pass: pass) }
    }

    private func text(_ symbol: QRSymbol) -> String {
        String(decoding: symbol.payload.segments.flatMap(\.bytes), as: UTF8.self)
    }

    private func error(_ symbol: QRSymbol, _ corners: [Vector]) -> Double {
        let found = [
            symbol.corners.upperLeft, symbol.corners.upperRight, symbol.corners.lowerRight, symbol.corners.lowerLeft,
        ]
        return zip(found, corners).map { (Vector($0.x, $0.y) - $1).length }.max() ?? .infinity
    }

    @Test(arguments: versions, [QRReader.Effort.quick, .thorough])
    func everyVersion(version: Int, effort: QRReader.Effort) throws {
        let level = CorrectionLevel.allCases[version % 4]
        let grid = try #require(
            QREncoder.modules("v\(version)", version: version, level: level, mask: version % 8))
        let found = findings(SymbolDrawing.upright(grid, module: 4), effort: effort)
        #expect(found.unread.isEmpty)
        let symbol = try #require(found.symbols.first)
        #expect(found.symbols.count == 1)
        #expect(text(symbol) == "v\(version)")
        #expect(symbol.kind == .model2 && symbol.version == version && symbol.level == level)
        #expect(symbol.mask == version % 8)
        #expect(symbol.correction.used == 0)
        #expect(!symbol.isMirrored && !symbol.isInverted)
        #expect(abs(symbol.modulePixels - 4) < 0.02)
        let (near, far) = (16.0, 16 + 4 * Double(grid.dimension))
        #expect(error(symbol, [Vector(near, near), Vector(far, near), Vector(far, far), Vector(near, far)]) < 0.8)
    }

    /// A single quick look sees small modules at any angle in a small picture.
    @Test(arguments: [2.0, 2.5, 3, 4], [0.0, 20, 45])
    func smallModulesAtOnce(module: Double, degrees: Double) throws {
        let grid = try #require(QREncoder.modules("small", version: 2))
        let side = Int(45 * module)
        let drawing = SymbolDrawing(
            grid, center: Vector(Double(side) / 2, Double(side) / 2), module: module, degrees: degrees)
        let found = findings(drawing.picture(width: side, height: side), effort: .quick)
        #expect(found.symbols.map(text) == ["small"])
    }

    /// Finder patterns of as many symbols make candidates of three, which must not use up what the look may cost.
    @Test(arguments: [QRReader.Effort.quick, .thorough])
    func manyMicroSymbolsBesideEachOther(effort: QRReader.Effort) throws {
        let encoder = QREncoder(kind: .micro, version: 4, level: .low, mask: 1)
        let tile = SymbolDrawing.upright(try #require(encoder.modules(of: [.numeric("1234")])), module: 4)
        var picture = Picture(width: 4 * tile.width, height: 3 * tile.height, level: 215)
        for i in 0..<12 { picture.paste(tile, x: i % 4 * tile.width, y: i / 4 * tile.height) }
        #expect(findings(picture, effort: effort).symbols.map(\.version) == [Int](repeating: 4, count: 12))
    }

    @Test func microSymbolWithoutQuietZone() throws {
        let encoder = QREncoder(kind: .micro, version: 3, level: .low, mask: 1)
        let grid = try #require(encoder.modules(of: [.numeric("1234")]))
        let found = findings(SymbolDrawing.upright(grid, module: 4, quietZone: 0))
        #expect(found.symbols.map(text) == ["1234"])
    }

    @Test(arguments: 1...4, [QRReader.Effort.quick, .thorough])
    func everyMicroVersion(version: Int, effort: QRReader.Effort) throws {
        let encoder = QREncoder(kind: .micro, version: version, level: version == 1 ? nil : .low, mask: version - 1)
        let grid = try #require(encoder.modules(of: [.numeric("1234")]))
        let found = findings(SymbolDrawing.upright(grid, module: 4), effort: effort)
        let symbol = try #require(found.symbols.first)
        #expect(text(symbol) == "1234")
        #expect(symbol.kind == .micro && symbol.version == version)
        let (near, far) = (16.0, 16 + 4 * Double(grid.dimension))
        #expect(error(symbol, [Vector(near, near), Vector(far, near), Vector(far, far), Vector(near, far)]) < 0.8)
    }

    /// What one picture of a symbol is changed to.
    enum Change: Sendable, CaseIterable {
        case inverted, mirrored, mirroredAndInverted, noQuietZone, contrastTen, noisy, blurred, small, huge
    }

    private func picture(_ grid: ModuleGrid, _ change: Change) -> Picture {
        let plain = SymbolDrawing.upright(grid, module: 4)
        switch change {
        case .inverted: return plain.inverted
        case .mirrored: return plain.mirrored
        case .mirroredAndInverted: return plain.mirrored.inverted
        case .noQuietZone:
            var ground = Picture(width: plain.width, height: plain.height, level: 90)
            ground.paste(SymbolDrawing.upright(grid, module: 4, quietZone: 0), x: 16, y: 16)
            return ground
        case .contrastTen: return SymbolDrawing.upright(grid, module: 4, dark: 120, light: 130)
        case .noisy:
            var noisy = plain
            noisy.addNoise(50, seed: 9)
            return noisy
        case .blurred: return plain.blurred(radius: 1)
        case .small: return SymbolDrawing.upright(grid, module: 2)
        case .huge: return SymbolDrawing.upright(grid, module: 11)
        }
    }

    @Test(arguments: Change.allCases, [1, 2, 7])
    func changed(change: Change, version: Int) throws {
        let grid = try #require(QREncoder.modules("changed", version: version))
        let found = findings(picture(grid, change))
        let symbol = try #require(found.symbols.first)
        #expect(found.symbols.count == 1)
        #expect(text(symbol) == "changed")
        #expect(symbol.isMirrored == (change == .mirrored || change == .mirroredAndInverted))
        #expect(symbol.isInverted == (change == .inverted || change == .mirroredAndInverted))
    }

    @Test(arguments: [1, 3, 4], [false, true])
    func changedMicro(version: Int, isInverted: Bool) throws {
        let encoder = QREncoder(kind: .micro, version: version, level: version == 1 ? nil : .low)
        let grid = try #require(encoder.modules(of: [.numeric("31415")]))
        let plain = SymbolDrawing.upright(grid, module: 5).mirrored
        let found = findings(isInverted ? plain.inverted : plain)
        let symbol = try #require(found.symbols.first)
        #expect(text(symbol) == "31415")
        #expect(symbol.isMirrored && symbol.isInverted == isInverted)
    }

    @Test(arguments: stride(from: 0, to: 360, by: 45).map { Double($0) })
    func cornersFollowTheSymbol(degrees: Double) throws {
        let grid = try #require(QREncoder.modules("turn", version: 2))
        let drawing = SymbolDrawing(grid, center: Vector(80, 76), module: 3.6, degrees: degrees)
        let found = findings(drawing.picture(width: 160, height: 152))
        let corners = [(0.0, 0.0), (25, 0), (25, 25), (0, 25)].map { drawing.place($0, $1) }
        #expect(error(try #require(found.symbols.first), corners) < 0.8)
    }

    /// The upper left corner is the symbol's own: in a mirrored picture it is on the right.
    @Test func cornersOfAMirroredSymbol() throws {
        let grid = try #require(QREncoder.modules("mirror", version: 1))
        let found = findings(SymbolDrawing.upright(grid, module: 4).mirrored)
        let (near, far) = (16.0, 100.0)
        let corners = [Vector(far, near), Vector(near, near), Vector(near, far), Vector(far, far)]
        #expect(error(try #require(found.symbols.first), corners) < 0.8)
    }

    @Test func onlyTheKindsThatAreAskedFor() throws {
        let model2 = SymbolDrawing.upright(try #require(QREncoder.modules("kind", version: 1)), module: 4)
        let encoder = QREncoder(kind: .micro, version: 2, level: .low)
        let micro = SymbolDrawing.upright(try #require(encoder.modules(of: [.numeric("1")])), module: 4)
        var both = Picture(width: 240, height: 130, level: 215)
        both.paste(model2, x: 0, y: 0)
        both.paste(micro, x: 150, y: 10)
        #expect(findings(both).symbols.map(\.kind) == [.micro, .model2])
        #expect(findings(both, kinds: [.model2]).symbols.map(\.kind) == [.model2])
        #expect(findings(both, kinds: [.micro]).symbols.map(\.kind) == [.micro])
        #expect(findings(both, kinds: []).symbols.isEmpty)
    }

    @Test func manySymbolsByPosition() throws {
        var page = Picture(width: 4 * 70, height: 2 * 70, level: 215)
        for i in 0..<8 {
            let grid = try #require(QREncoder.modules("\(i)", version: 1))
            page.paste(SymbolDrawing.upright(grid, module: 3, quietZone: 1), x: i % 4 * 70, y: i / 4 * 70)
        }
        #expect(findings(page).symbols.map(text) == (0..<8).map(String.init))
    }

    @Test func atMostSoManySymbols() throws {
        var page = Picture(width: 3 * 70, height: 70, level: 215)
        let grid = try #require(QREncoder.modules("same", version: 1))
        for i in 0..<3 { page.paste(SymbolDrawing.upright(grid, module: 3, quietZone: 1), x: i * 70, y: 0) }
        for most in 0...3 {
            var reader = QRReader(effort: .quick, maxSymbols: most)
            #expect(page.withView { reader.read($0, pass: 0) }.symbols.count == most)
        }
    }
}
