import Testing

@testable import QRCode

/// Symbols that are located and not read: where they are, and why.
@Suite struct UnreadTests {
    /// A symbol of version 2 whose data modules are turned round in part, and where the picture has its corners.
    private func damaged(module: Int) throws -> (picture: Picture, near: Double, far: Double) {
        var grid = try #require(QREncoder.modules("damaged", version: 2, level: .low))
        let layout = try #require(SymbolLayout.of(.model2, version: 2))
        for place in layout.order where place % 3 == 0 { grid.values[Int(place)] *= -1 }
        return (
            SymbolDrawing.upright(grid, module: module), Double(4 * module), Double((4 + grid.dimension) * module)
        )
    }

    private func unread(_ picture: Picture) -> [UnreadSymbol] {
        var reader = QRReader(effort: .thorough)
        let found = picture.withView { reader.read($0, pass: 0) }
        #expect(found.symbols.isEmpty)
        return found.unread
    }

    private func isNear(_ symbol: UnreadSymbol, near: Double, far: Double) -> Bool {
        let found = [
            symbol.corners.upperLeft, symbol.corners.upperRight, symbol.corners.lowerRight, symbol.corners.lowerLeft,
        ]
        let corners = [Vector(near, near), Vector(far, near), Vector(far, far), Vector(near, far)]
        return zip(found, corners).allSatisfy { (Vector($0.x, $0.y) - $1).length < symbol.modulePixels }
    }

    @Test func damage() throws {
        let (picture, near, far) = try damaged(module: 5)
        let found = unread(picture)
        #expect(found.map(\.reason) == [.damaged])
        #expect(found.allSatisfy { isNear($0, near: near, far: far) && abs($0.modulePixels - 5) < 0.1 })
    }

    @Test func modulesUnderTwoPixels() throws {
        let grid = try #require(SymbolLayout.of(.model2, version: 2)).patterns
        var modules = try #require(QREncoder.modules("small", version: 2, level: .low))
        for i in modules.values.indices where grid.values[i] == 0 && i % 3 == 0 { modules.values[i] *= -1 }
        var drawing = SymbolDrawing(modules, center: Vector(30, 30), module: 1.8)
        drawing.density = 5
        let found = unread(drawing.picture(width: 60, height: 60))
        #expect(found.map(\.reason) == [.small])
        #expect(found.allSatisfy { isNear($0, near: 30 - 22.5, far: 30 + 22.5) })
    }

    @Test func blur() throws {
        let (picture, near, far) = try damaged(module: 5)
        let found = unread(picture.blurred(radius: 3))
        #expect(found.map(\.reason) == [.blur])
        #expect(found.allSatisfy { isNear($0, near: near, far: far) })
    }

    /// The paper and the light modules are at the end of the range.
    @Test func saturation() throws {
        var (picture, near, far) = try damaged(module: 5)
        for i in picture.pixels.indices where picture.pixels[i] > 100 { picture.pixels[i] = 255 }
        let found = unread(picture)
        #expect(found.map(\.reason) == [.saturated])
        #expect(found.allSatisfy { isNear($0, near: near, far: far) })
    }

    @Test func whatIsReadIsNotUnreadToo() throws {
        let grid = try #require(QREncoder.modules("fine", version: 2))
        var reader = QRReader(effort: .thorough)
        let found = SymbolDrawing.upright(grid, module: 5).withView { reader.read($0, pass: 0) }
        #expect(found.symbols.count == 1)
        #expect(found.unread.isEmpty)
    }

    @Test func finderPatternsAloneAreNoSymbol() {
        let tile = SymbolDrawing.upright(.finderPattern, module: 5, quietZone: 0)
        var picture = Picture(width: 160, height: 160, level: 215)
        for (x, y) in [(10, 10), (90, 10), (10, 90)] { picture.paste(tile, x: x, y: y) }
        #expect(unread(picture).isEmpty)
    }
}
