import Imaging
import Testing

@testable import QRCode
@testable import Symbols

@Suite struct QRSymbolReaderTests {
    private static let corners = Quad(
        topLeft: Point(x: 10, y: 20), topRight: Point(x: 60.5, y: 21), bottomRight: Point(x: 61, y: 70),
        bottomLeft: Point(x: 9, y: 71))
    private static let payload = Payload(segments: [.init(mode: .byte, bytes: [0x61])])

    @Test("A symbol carries everything that the reader knows of it")
    func symbol() {
        var source = QRSymbol.sample(Self.payload)
        source.payload.structuredAppend = .init(index: 1, count: 3, parity: 200)
        source.isMirrored = true
        #expect(
            Symbol(source)
                == Symbol(
                    symbology: .qrCode, text: "a", bytes: [0x61], aim: "]Q1", corners: Self.corners, modulePixels: 2.02,
                    structured: .init(index: 1, count: 3, id: "200"),
                    qr: .init(
                        version: 2, level: .medium, mask: 5, correction: .init(used: 4, capacity: 16),
                        isMirrored: true)))
    }

    @Test("A Micro QR Code of version M1 has no level")
    func micro() {
        var source = QRSymbol.sample(Self.payload)
        (source.kind, source.version, source.level, source.isInverted) = (.micro, 1, nil, true)
        let symbol = Symbol(source)
        #expect(symbol.symbology == .microQRCode)
        #expect(
            symbol.qr
                == .init(
                    version: 1, level: nil, mask: 5, correction: .init(used: 4, capacity: 16), isInverted: true))
    }

    @Test(
        "Levels keep their letters",
        arguments: zip(CorrectionLevel.allCases, ["L", "M", "Q", "H"]))
    func level(level: CorrectionLevel, letter: String) {
        var source = QRSymbol.sample(Self.payload)
        source.level = level
        #expect(Symbol(source).qr?.level?.rawValue == letter)
    }

    @Test(
        "The identifier tells FNC1 and ECIs",
        arguments: [
            (nil, nil, "]Q1"), (nil, 26, "]Q2"), (.gs1, nil, "]Q3"), (.gs1, 26, "]Q4"),
            (.aim(indicator: "37"), nil, "]Q5"), (.aim(indicator: "37"), 26, "]Q6"),
        ] as [(Payload.Application?, Int?, String)])
    func aim(application: Payload.Application?, designator: Int?, identifier: String) {
        let segment = Payload.Segment(mode: .byte, bytes: [0x61], designator: designator)
        let payload = Payload(segments: [segment], application: application)
        #expect(Symbol(QRSymbol.sample(payload)).aim == identifier)
    }

    @Test(
        "What could not be read is told where it is asked for",
        arguments: [
            (UnreadSymbol.Reason.small, UnreadCode.Reason.small), (.blur, .blur), (.saturated, .saturated),
            (.damaged, .damaged),
        ])
    func unread(reason: UnreadSymbol.Reason, told: UnreadCode.Reason) {
        let source = UnreadSymbol(
            corners: QRSymbol.sample(Self.payload).corners, modulePixels: 1.5, reason: reason)
        var findings = QRReader.Findings()
        findings.unread = [source]
        let code = UnreadCode(symbology: .qrCode, corners: Self.corners, modulePixels: 1.5, reason: told)
        #expect(Reading(findings, reportsUnread: true) == Reading(unread: [code]))
        #expect(Reading(findings, reportsUnread: false) == Reading())
    }
}

@Suite struct CombinedReaderTests {
    /// Gives what it was made with, and counts how often.
    private final class Given: SymbolReader {
        let reading: Reading
        var passes: [Int] = []
        init(_ symbols: [Symbol] = [], unread: [UnreadCode] = []) { reading = Reading(symbols, unread: unread) }

        func read(_ luma: borrowing LumaView, pass: Int) -> Reading {
            passes.append(pass)
            return reading
        }
    }

    private static func square(_ x: Double, _ y: Double, _ side: Double = 40) -> Quad {
        Quad(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + side, y: y),
            bottomRight: Point(x: x + side, y: y + side),
            bottomLeft: Point(x: x, y: y + side))
    }

    private static func symbol(_ text: String, _ symbology: Symbology, _ corners: Quad) -> Symbol {
        Symbol(symbology: symbology, text: text, bytes: Array(text.utf8), aim: "", corners: corners)
    }

    private func read(_ readers: [Given], maxCodes: Int = 64) -> Reading {
        let samples: [UInt8] = [0]
        return CombinedReader(readers, maxCodes: maxCodes).read(
            LumaView(samples.span, width: 1, height: 1, stride: 1), pass: 5)
    }

    @Test("Symbols of all readers come by position, with the look's number given to each")
    func merges() {
        let first = Given([
            Self.symbol("A", .qrCode, Self.square(0, 0)), Self.symbol("C", .qrCode, Self.square(0, 200)),
        ])
        let second = Given([
            Self.symbol("B", .dataMatrix, Self.square(0, 100)), Self.symbol("D", .dataMatrix, Self.square(0, 300)),
        ])
        #expect(read([first, second]).symbols.map(\.text) == ["A", "B", "C", "D"])
        #expect(first.passes == [5] && second.passes == [5])
        #expect(read([first, second], maxCodes: 3).symbols.map(\.text) == ["A", "B", "C"])
        #expect(read([first, second], maxCodes: 2).symbols.map(\.text) == ["A", "C"])
        #expect(second.passes == [5, 5])
    }

    @Test("Bars that are read out of a matrix code do not count, nor does one code read twice")
    func leavesOutParts() {
        let first = Given([Self.symbol("A", .qrCode, Self.square(0, 0))])
        let second = Given([
            Self.symbol("123", .itf, Self.square(5, 5, 20)), Self.symbol("A", .qrCode, Self.square(1, 1)),
        ])
        #expect(read([first, second]).symbols.map(\.text) == ["A"])
    }

    @Test("What one reader could not read counts unless another did")
    func unread() {
        func code(_ x: Double) -> UnreadCode {
            UnreadCode(symbology: .qrCode, corners: Self.square(x, 0), reason: .damaged)
        }
        let first = Given(unread: [code(0), code(100)])
        let second = Given([Self.symbol("B", .dataMatrix, Self.square(2, 2))])
        #expect(read([first, second]).unread == [code(100)])
    }
}
