import Testing

@testable import QRCode

/// Pictures without a symbol, and symbols that were written over: no trap, bounded work, and no wrong read.
@Suite struct ReadFuzzTests {
    /// Sizes from nothing to where all levels of a pyramid are in use, narrow ones too.
    private static let sizes = [
        (0, 0), (1, 1), (3000, 1), (16, 16), (17, 300), (900, 18), (64, 65), (127, 96), (160, 120), (201, 133),
    ]

    /// Random bytes, a level, stripes, or random blocks; lines, rings and finder patterns strewn about.
    private func scene(using random: inout SeededRandom) -> Picture {
        let (width, height) = Self.sizes.randomElement(using: &random) ?? (1, 1)
        var picture = Picture(width: width, height: height, level: UInt8.random(in: 0...255, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0: picture = Picture(width: width, height: height, random: &random)
        case 1: picture.addNoise(Int.random(in: 0...127, using: &random), seed: random.next())
        case 2:
            let factor = Int.random(in: 1...40, using: &random)
            for i in picture.pixels.indices { picture.pixels[i] = UInt8(truncatingIfNeeded: i &* factor) }
        default: break
        }
        for _ in 0..<Int.random(in: 0...60, using: &random) { strew(on: &picture, using: &random) }
        return picture
    }

    private func strew(on picture: inout Picture, using random: inout SeededRandom) {
        let x = Int.random(in: -20...picture.width, using: &random)
        let y = Int.random(in: -20...picture.height, using: &random)
        let (dark, light) = (UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random))
        let size = Int.random(in: 1...30, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: picture.fill(x: x, y: y, width: 4 * size, height: 2, level: dark)
        case 1: picture.fill(x: x, y: y, width: 2, height: 4 * size, level: dark)
        case 2:
            for ring in 0..<5 {
                let side = (5 - ring) * size
                picture.fill(
                    x: x - side / 2, y: y - side / 2, width: side, height: side, level: ring % 2 == 0 ? dark : light)
            }
        default:
            let tile = SymbolDrawing.upright(
                .finderPattern, module: 1 + size % 6, quietZone: 0, dark: dark, light: light)
            picture.paste(tile, x: x, y: y)
        }
    }

    /// What a look may fit at most by QRReader.read's comment, its largest candidates to their end.
    private func mostWork(_ effort: QRReader.Effort) -> Int {
        let candidate = 27 * 177 * 177
        return effort == .quick ? 114_000 + 3 * candidate : 2 * (168_000 + 3 * candidate)
    }

    @Test func nothingInRandomPictures() {
        var random = SeededRandom(seed: 21)
        var readers = [QRReader.Effort.quick: 0, .thorough: 0]
        for round in 0..<rounds(6000) {
            let picture = scene(using: &random)
            for effort in [QRReader.Effort.quick, .thorough] {
                var reader = QRReader(effort: effort)
                let found = picture.withView { reader.read($0, pass: round) }
                #expect(found.symbols.isEmpty, "round \(round)")
                readers[effort] = max(readers[effort] ?? 0, reader.work)
            }
        }
        for (effort, work) in readers { #expect(work <= mostWork(effort)) }
    }

    @Test func cornersOfUnreadOnesAreNumbersNearThePicture() {
        var random = SeededRandom(seed: 22)
        var reader = QRReader(effort: .thorough)
        for round in 0..<rounds(3000) {
            let picture = scene(using: &random)
            for symbol in picture.withView({ reader.read($0, pass: round) }).unread {
                let (width, height) = (Double(picture.width), Double(picture.height))
                let corners = symbol.corners
                for corner in [corners.upperLeft, corners.upperRight, corners.lowerRight, corners.lowerLeft] {
                    #expect(abs(corner.x) <= 2 * width && abs(corner.y) <= 2 * height)
                }
                #expect(symbol.modulePixels.isFinite)
            }
        }
    }

    /// Pixels of a symbol are written over by blocks of a level, by noise, and by other parts of it.
    private func damage(_ picture: inout Picture, using random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let side = Int.random(in: 1...25, using: &random)
            let x = Int.random(in: 0...picture.width, using: &random)
            let y = Int.random(in: 0...picture.height, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0:
                picture.fill(x: x, y: y, width: side, height: side, level: UInt8.random(in: 0...255, using: &random))
            case 1: picture.paste(Picture(width: side, height: side, random: &random), x: x, y: y)
            default:
                let (dx, dy) = (Int.random(in: -30...30, using: &random), Int.random(in: -30...30, using: &random))
                let source = picture
                var part = Picture(width: side, height: side, level: 0)
                part.paste(source, x: -x + dx, y: -y + dy)
                picture.paste(part, x: x, y: y)
            }
        }
        if Int.random(in: 0...2, using: &random) == 0 {
            picture.addNoise(Int.random(in: 1...60, using: &random), seed: random.next())
        }
    }

    @Test(arguments: [SymbolKind.model2, .micro])
    func readsOfDamagedSymbolsAreTrue(kind: SymbolKind) throws {
        var random = SeededRandom(seed: 23)
        var reader = QRReader(effort: .thorough)
        var reads = 0
        for round in 0..<rounds(3000) {
            let version = Int.random(in: 1...4, using: &random)
            let level: CorrectionLevel? = kind == .model2 ? .medium : version == 1 ? nil : .low
            let encoder = QREncoder(kind: kind, version: version, level: level, mask: round % 4)
            let digits = String(Int.random(in: 10000...99999, using: &random))
            let grid = try #require(encoder.modules(of: [.numeric(digits)]))
            let module = Double.random(in: 1.6...4.5, using: &random)
            let side = Int(Double(grid.dimension + 8) * module * 1.4)
            var drawing = SymbolDrawing(
                grid, center: Vector(Double(side) / 2, Double(side) / 2), module: module,
                degrees: .random(in: 0...360, using: &random))
            drawing.density = 2
            var picture = drawing.picture(width: side, height: side)
            damage(&picture, using: &random)
            for symbol in picture.withView({ reader.read($0, pass: round) }).symbols {
                reads += 1
                #expect(symbol.kind == kind && symbol.version == version)
                #expect(symbol.payload.segments.flatMap(\.bytes) == Array(digits.utf8), "round \(round)")
            }
        }
        #expect(4 * reads > rounds(3000))
    }
}
