package import Imaging
internal import QRCode

/// Reads QR Code and Micro QR Code symbols with our own reader.
package final class QRSymbolReader: SymbolReader {
    /// What it can read.
    package static let symbologies = SymbologySet.qr

    private var reader: QRReader
    private let reportsUnread: Bool

    /// - Parameters:
    ///   - symbologies: what to look for; what it cannot read is left out.
    ///   - maxCodes: most symbols to read in a picture.
    ///   - reportsUnread: whether to tell what was located and not read.
    package init(symbologies: SymbologySet, maxCodes: Int = 64, effort: Effort = .quick, reportsUnread: Bool = false) {
        let kinds = symbologies.intersection(Self.symbologies).symbologies.compactMap { symbology -> SymbolKind? in
            symbology == .qrCode ? .model2 : .micro
        }
        reader = QRReader(
            kinds: Set(kinds), effort: effort == .thorough ? .thorough : .quick, maxSymbols: maxCodes)
        self.reportsUnread = reportsUnread
    }

    package func read(_ luma: borrowing LumaView, pass: Int) -> Reading {
        Reading(reader.read(luma, pass: pass), reportsUnread: reportsUnread)
    }
}

extension Reading {
    /// What our own reader found.
    init(_ findings: QRReader.Findings, reportsUnread: Bool) {
        self.init(
            findings.symbols.map(Symbol.init), unread: reportsUnread ? findings.unread.map(UnreadCode.init) : [])
    }
}

extension Symbol {
    /// A symbol as our own reader gives it.
    init(_ source: QRSymbol) {
        let payload = PayloadText(source.payload)
        self.init(
            symbology: source.kind == .model2 ? .qrCode : .microQRCode, text: payload.text, bytes: payload.bytes,
            aim: source.payload.aim, content: payload.content, corners: Quad(source.corners),
            modulePixels: source.modulePixels,
            structured: source.payload.structuredAppend.map {
                .init(index: $0.index, count: $0.count, id: String($0.parity))
            },
            qr: QRDetails(
                version: source.version, level: source.level.map(QRDetails.Level.init), mask: source.mask,
                correction: .init(used: source.correction.used, capacity: source.correction.capacity),
                isMirrored: source.isMirrored, isInverted: source.isInverted))
    }
}

extension Payload {
    /// The symbology identifier of ISO/IEC 15424: `]Q1` without, `]Q2` with ECIs; `]Q3` and `]Q4` where FNC1 comes first,
    /// `]Q5` and `]Q6` where it comes second.
    fileprivate var aim: String {
        let plain =
            switch application {
            case nil: 1
            case .gs1: 3
            case .aim: 5
            }
        return "]Q\(segments.contains { $0.designator != nil } ? plain + 1 : plain)"
    }
}

extension Symbol.QRDetails.Level {
    fileprivate init(_ level: CorrectionLevel) {
        self =
            switch level {
            case .low: .low
            case .medium: .medium
            case .quartile: .quartile
            case .high: .high
            }
    }
}

extension UnreadCode {
    /// A symbol that our own reader located.
    fileprivate init(_ source: UnreadSymbol) {
        let reason: Reason =
            switch source.reason {
            case .small: .small
            case .blur: .blur
            case .saturated: .saturated
            case .damaged: .damaged
            }
        self.init(
            symbology: .qrCode, corners: Quad(source.corners), modulePixels: source.modulePixels, reason: reason)
    }
}

extension Quad {
    fileprivate init(_ corners: Corners) {
        func point(_ point: PixelPoint) -> Point { Point(x: point.x, y: point.y) }
        self.init(
            topLeft: point(corners.upperLeft), topRight: point(corners.upperRight),
            bottomRight: point(corners.lowerRight), bottomLeft: point(corners.lowerLeft))
    }
}
