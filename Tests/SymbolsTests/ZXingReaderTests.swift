import Imaging
import Symbols
import Testing

@Suite struct ZXingReaderTests {
    struct Case: CustomTestStringConvertible {
        var symbology: Symbology
        var type: String
        var data: String
        var text: String
        var aim: String
        var content = Symbol.Content.text
        var options: [String] = []

        var testDescription: String { "\(type) \(data.prefix(20))" }
    }

    private static let matrix: [Case] = [
        Case(symbology: .qrCode, type: "QRCODE", data: "hello", text: "hello", aim: "]Q1"),
        Case(symbology: .microQRCode, type: "MICROQR", data: "12345", text: "12345", aim: "]Q1"),
        Case(symbology: .dataMatrix, type: "DATAMATRIX", data: "hello", text: "hello", aim: "]d1"),
        Case(symbology: .aztec, type: "AZTEC", data: "hello", text: "hello", aim: "]z0"),
    ]

    private static let upright: [Case] = [
        Case(symbology: .pdf417, type: "PDF417", data: "hello", text: "hello", aim: "]L2")
    ]

    private static let linear: [Case] = [
        Case(symbology: .ean13, type: "EANX", data: "400638133393", text: "4006381333931", aim: "]E0"),
        Case(symbology: .ean8, type: "EANX", data: "9638507", text: "96385074", aim: "]E4"),
        Case(symbology: .upcA, type: "UPCA", data: "01234567890", text: "012345678905", aim: "]E0"),
        Case(symbology: .upcE, type: "UPCE", data: "0123456", text: "01234565", aim: "]E0"),
        Case(symbology: .code128, type: "CODE128", data: "Hello 1", text: "Hello 1", aim: "]C0"),
        Case(symbology: .code93, type: "CODE93", data: "HELLO1", text: "HELLO1", aim: "]G0"),
        Case(symbology: .code39, type: "CODE39", data: "HELLO1", text: "HELLO1", aim: "]A0"),
        Case(symbology: .itf, type: "C25INTER", data: "1234567890", text: "1234567890", aim: "]I0"),
        Case(symbology: .codabar, type: "CODABAR", data: "A123456B", text: "A123456B", aim: "]F0"),
        Case(
            symbology: .dataBar, type: "DBAR_OMN", data: "0950110153001", text: "0109501101530010", aim: "]e0",
            content: .gs1),
        Case(
            symbology: .dataBarExpanded, type: "DBAR_EXP", data: "[10]12A[21]7", text: "1012A\u{1D}217", aim: "]e0",
            content: .gs1),
    ]

    private static let gs1: [Case] = [
        Case(
            symbology: .dataMatrix, type: "DATAMATRIX", data: "[10]12A[21]7", text: "1012A\u{1D}217", aim: "]d2",
            content: .gs1, options: ["--gs1"]),
        Case(
            symbology: .code128, type: "GS1_128", data: "[10]12A[21]7", text: "1012A\u{1D}217", aim: "]C1",
            content: .gs1),
        Case(
            symbology: .qrCode, type: "QRCODE", data: "[10]12A[21]7", text: "1012A\u{1D}217", aim: "]Q3",
            content: .gs1, options: ["--gs1"]),
    ]

    private func drawn(_ item: Case) throws -> Picture {
        try Picture(zint: item.type, item.data, options: item.options)
    }

    @Test(arguments: matrix + upright + linear + gs1)
    func reads(item: Case) throws {
        var picture = Picture(width: 700, height: 400)
        picture.draw(try drawn(item), at: Point(x: 330, y: 210))
        let symbols = picture.read()
        #expect(symbols.map(\.symbology) == [item.symbology])
        #expect(symbols.map(\.text) == [item.text])
        #expect(symbols.map(\.bytes) == [Array(item.text.utf8)])
        #expect(symbols.map(\.aim) == [item.aim])
        #expect(symbols.map(\.content) == [item.content])
    }

    // zxing-cpp 1.4 reads Data Matrix and Aztec only near the four upright ways.
    @Test(arguments: matrix, [0, 90, 180, 270])
    func placesMatrixSymbols(item: Case, degrees: Double) throws {
        var picture = Picture(width: 500, height: 400)
        let expected = picture.draw(
            try Picture(zint: item.type, item.data, scale: 4), at: Point(x: 230, y: 190), degrees: degrees)
        let symbols = picture.read(.matrix)
        #expect(symbols.map(\.text) == [item.text])
        let distance = symbols.first?.corners.distance(to: expected) ?? .infinity
        #expect(distance <= 4, "off by \(distance)")
    }

    @Test(arguments: matrix.prefix(2))
    func readsAskewQR(item: Case) throws {
        var picture = Picture(width: 400, height: 400)
        picture.draw(try Picture(zint: item.type, item.data, scale: 4), at: Point(x: 200, y: 200), degrees: 45)
        #expect(picture.read(.qr).map(\.text) == [item.text])
    }

    @Test(arguments: linear, [8, 90, 180])
    func placesLinearSymbols(item: Case, degrees: Double) throws {
        var picture = Picture(width: 700, height: 700)
        let expected = picture.draw(
            try Picture(zint: item.type, item.data, options: ["--height=60", "--guarddescent=0"] + item.options),
            at: Point(x: 340, y: 350), degrees: degrees)
        let symbols = picture.read(.linear)
        #expect(symbols.map(\.text) == [item.text])
        let distance = symbols.first?.corners.distance(to: expected) ?? .infinity
        // The library leaves the guard bars of DataBar out, one module of 4 pixels.
        let isDataBar = item.type.hasPrefix("DBAR")
        #expect(distance <= (isDataBar ? 5 : 2), "off by \(distance)")
    }

    @Test(arguments: matrix + linear)
    func readsLightOnDark(item: Case) throws {
        var picture = Picture(width: 700, height: 400)
        picture.draw(try drawn(item), at: Point(x: 330, y: 210))
        #expect(picture.inverted.read(item.symbology.isLinear ? .linear : .matrix).map(\.text) == [item.text])
    }

    @Test func takesTurnsWithLightOnDarkInVideo() throws {
        var picture = Picture(width: 400, height: 400)
        picture.draw(try drawn(Self.matrix[0]), at: Point(x: 200, y: 200))
        let counts = (0..<8).map { picture.inverted.read(.qr, effort: .quick, pass: $0).count }
        #expect(counts == [0, 0, 0, 1, 0, 0, 0, 1])
    }

    @Test(arguments: [Effort.quick, .thorough])
    func readsEveryLinearSymbol(effort: Effort) throws {
        var picture = Picture(width: 900, height: 900)
        let numbers = (0..<12).map { "4006381333\($0 / 10)\($0 % 10)" }
        for (i, number) in numbers.enumerated() {
            let symbol = try Picture(zint: "EANX", number, scale: 1, options: ["--height=30"])
            picture.draw(symbol, at: Point(x: Double(160 + i % 3 * 290), y: Double(100 + i / 3 * 220)))
        }
        let symbols = picture.read(.retail, effort: effort)
        #expect(symbols.map { String($0.text.prefix(12)) } == numbers)
    }

    @Test func readsOneLabelTwice() throws {
        var picture = Picture(width: 500, height: 500)
        let symbol = try drawn(Self.linear[0])
        picture.draw(symbol, at: Point(x: 250, y: 120))
        picture.draw(symbol, at: Point(x: 250, y: 380))
        #expect(picture.read(.retail).map(\.text) == ["4006381333931", "4006381333931"])
    }

    @Test(arguments: [Effort.quick, .thorough])
    func readsAMixture(effort: Effort) throws {
        var picture = Picture(width: 1200, height: 800)
        let items = Self.matrix.prefix(2) + Self.matrix.prefix(2) + [Self.linear[1], Self.linear[3]]
        for (i, item) in items.enumerated() {
            picture.draw(try drawn(item), at: Point(x: Double(200 + i % 2 * 500), y: Double(130 + i / 2 * 260)))
        }
        let symbols = picture.read(.standard, effort: effort)
        #expect(symbols.map(\.symbology) == [.qrCode, .microQRCode, .qrCode, .microQRCode, .ean8, .upcE])
    }

    // zxing-cpp 1.4 looks for these from the middle of what it is shown.
    @Test(arguments: matrix.suffix(2))
    func readsAwayFromTheMiddle(item: Case) throws {
        var picture = Picture(width: 800, height: 600)
        picture.draw(try drawn(item), at: Point(x: 210, y: 130))
        #expect(picture.read(.matrix).map(\.text) == [item.text])
    }

    @Test func keepsWithinItsBound() throws {
        var picture = Picture(width: 500, height: 500)
        for y in [120.0, 380] { picture.draw(try drawn(Self.matrix[0]), at: Point(x: 250, y: y)) }
        #expect(picture.read(maxCodes: 1).count == 1)
    }

    @Test(arguments: ["QRCODE", "DATAMATRIX", "AZTEC", "PDF417"])
    func keepsBinaryPayloads(type: String) throws {
        var picture = Picture(width: 500, height: 400)
        let data = "\\x00\\x01\\xFF\\x00\\x80\\xFEz"
        picture.draw(
            try Picture(zint: type, data, options: ["--binary", "--esc"]), at: Point(x: 250, y: 200))
        #expect(picture.read(.matrix).map(\.bytes) == [[0, 1, 255, 0, 128, 254, 0x7A]])
    }

    @Test func tellsPartsOfASequence() throws {
        var picture = Picture(width: 300, height: 300)
        let part = try Picture(zint: "QRCODE", "part two", options: ["--structapp=2,3,77"])
        picture.draw(part, at: Point(x: 150, y: 150))
        #expect(picture.read(.qr).map(\.structured) == [.init(index: 1, count: 3, id: "77")])
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 5000), (16384, 1), (16384, 16), (3, 3), (40000, 10)])
    func endures(width: Int, height: Int) {
        var picture = Picture(width: width, height: height)
        for i in picture.samples.indices { picture.samples[i] = UInt8(truncatingIfNeeded: i &* 97 >> 3) }
        #expect(picture.read().isEmpty)
    }

    @Test func readsSamplesApartInPaddedRows() throws {
        var picture = Picture(width: 300, height: 300)
        picture.draw(try drawn(Self.matrix[0]), at: Point(x: 150, y: 150))
        let stride = 2 * picture.width + 13
        var bytes = [UInt8](repeating: 77, count: stride * picture.height)
        for (i, sample) in picture.samples.enumerated() {
            bytes[i / picture.width * stride + i % picture.width * 2] = sample
        }
        let view = LumaView(bytes.span, width: 300, height: 300, stride: stride, pixelStride: 2)
        let symbols = ZXingReader(effort: .thorough).read(view, pass: 0).symbols
        #expect(symbols.map(\.text) == ["hello"])
    }
}

extension Quad {
    /// The largest distance between corners of the same name.
    fileprivate func distance(to other: Quad) -> Double {
        zip(corners, other.corners).map { (($0.x - $1.x) * ($0.x - $1.x) + ($0.y - $1.y) * ($0.y - $1.y)).squareRoot() }
            .max() ?? .infinity
    }
}
