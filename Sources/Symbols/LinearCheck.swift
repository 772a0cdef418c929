internal import Imaging

/// A second opinion on a linear symbol: its bars are read again in four parts, from their top to their bottom.
///
/// What chance or the part of another symbol makes readable on one line seldom says the same a few lines on. Each part
/// is drawn upright into a strip of its own, so that the check does not depend on how the symbol lies.
struct LinearCheck: ~Copyable {
    private var strip = GrayImage()

    private static let rows = 8

    /// Whether no part contradicts the symbol and, where it checks itself too little, two agree (one of them may hold
    /// the line that gave it) or the bars could be followed over 15 % of the symbol's width, which no texture gives.
    mutating func confirms(_ symbol: Symbol, at corners: Quad, in luma: borrowing LumaView) -> Bool {
        // The parts of a stacked symbol say nothing alone; its own check is modulo 211.
        if symbol.symbology == .dataBarExpanded { return true }
        var agreeing = 0
        for part in [0.1...0.3, 0.3...0.5, 0.5...0.7, 0.7...0.9] {
            for number in numbers(of: symbol.symbology, at: corners, between: part, in: luma) {
                if number != symbol.number { return false }
                agreeing += 1
            }
        }
        return agreeing >= 2 || corners.height >= 0.15 * corners.width
            || !SymbologySet.weak.contains(symbol.symbology)
    }

    private mutating func numbers(
        of symbology: Symbology, at corners: Quad, between range: ClosedRange<Double>, in luma: borrowing LumaView
    ) -> [[UInt8]] {
        draw(corners, between: range, of: luma)
        let family: SymbologySet =
            SymbologySet([.ean13, .upcA]).contains(symbology)
            ? SymbologySet([.ean13, .upcA]) : SymbologySet(symbology)
        return ZXingCall(symbologies: family, maxSymbols: 1, rotates: false).answers(for: strip.view)
            .map(\.symbol.number)
    }

    /// Draws the bars between two places along them, 0 the top and 1 the bottom, with an eighth of the width as quiet
    /// zone on both sides.
    private mutating func draw(_ corners: Quad, between range: ClosedRange<Double>, of luma: borrowing LumaView) {
        // Twice the size: the library measures bars in whole pixels.
        let width = min(max(Int(2 * corners.width), 32), 8192)
        let margin = width / 8
        strip.resize(width: width + 2 * margin, height: Self.rows)
        for y in 0..<Self.rows {
            let place =
                range.lowerBound
                + (range.upperBound - range.lowerBound) * (Double(y) + 0.5) / Double(Self.rows)
            let start = corners.topLeft + (corners.bottomLeft - corners.topLeft) * place
            let end = corners.topRight + (corners.bottomRight - corners.topRight) * place
            var samples: [UInt8] = []
            samples.reserveCapacity(strip.width)
            for x in 0..<strip.width {
                let point = start + (end - start) * ((Double(x - margin) + 0.5) / Double(width))
                samples.append(UInt8(luma.sample(point)))
            }
            strip.withRow(y) { row in
                for x in 0..<min(row.count, samples.count) { row[x] = samples[x] }
            }
        }
    }
}

extension Symbol {
    /// The payload, that of UPC-A as EAN-13.
    fileprivate var number: [UInt8] {
        symbology == .upcA && bytes.count == 12 ? [UInt8(ascii: "0")] + bytes : bytes
    }
}
