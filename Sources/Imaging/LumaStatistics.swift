/// What the 8-bit codes of a luma plane mean.
public enum LumaRange: Sendable, Hashable {
    /// 0 is black, 255 white.
    case full
    /// 16 is black, 235 white (ITU-R BT.601 and BT.709); codes outside are taken for black or white.
    case limited
}

/// Brightness and contrast of a picture, in full range: 0 is black, 1 white.
public struct LumaStatistics: Sendable, Hashable {
    /// Mean luma, 0...1.
    public var mean: Double
    /// RMS contrast: the standard deviation of luma, 0...0.5.
    public var contrast: Double

    /// Statistics that are known already.
    public init(mean: Double, contrast: Double) {
        self.mean = mean
        self.contrast = contrast
    }

    /// Measures `luma`; nil if it has no samples. Of a picture of more than half a million, rows at equal distances are
    /// measured, from the first on, so many that they hold no more than that (one row at least).
    public init?(of luma: borrowing LumaView, range: LumaRange = .full) {
        guard luma.width > 0 && luma.height > 0 else { return nil }
        let (black, white): (UInt8, UInt8) = range == .full ? (0, 255) : (16, 235)
        var total = Sums()
        let rowStep = (luma.width * luma.height + Self.mostSamples - 1) / Self.mostSamples
        for y in Swift.stride(from: 0, to: luma.height, by: rowStep) {
            let row = luma.row(y)
            var start = 0
            while start < row.count {
                let end = min(row.count, start &+ Sums.longestRun &* luma.pixelStride)
                total.add(row.extracting(start..<end), step: luma.pixelStride, black: black, white: white)
                start = end
            }
        }
        let count = Double(luma.width) * Double((luma.height + rowStep - 1) / rowStep)
        let scale = Double(white - black)
        let mean = Double(total.values) / count
        let variance = Double(total.squares) / count - mean * mean
        self.init(mean: mean / scale, contrast: max(0, variance).squareRoot() / scale)
    }

    private static let mostSamples = 500_000

    private struct Sums {
        /// Samples that can be added up in 32 bits: 255^2 x 2^16 < 2^32.
        static let longestRun = 1 << 16

        var values: UInt64 = 0
        var squares: UInt64 = 0

        /// Adds every `step`-th sample of at most `longestRun`, clamped to black...white, counted from black.
        mutating func add(_ row: Span<UInt8>, step: Int, black: UInt8, white: UInt8) {
            var sum: UInt32 = 0
            var sumOfSquares: UInt32 = 0
            if step == 1 {
                for x in 0..<row.count {
                    // 255^2 fits into 16 bits.
                    let value = UInt16(min(max(row[x], black), white) &- black)
                    sum &+= UInt32(value)
                    sumOfSquares &+= UInt32(value &* value)
                }
            } else {
                var x = 0
                while x < row.count {
                    let value = UInt16(min(max(row[x], black), white) &- black)
                    sum &+= UInt32(value)
                    sumOfSquares &+= UInt32(value &* value)
                    x &+= step
                }
            }
            values &+= UInt64(sum)
            squares &+= UInt64(sumOfSquares)
        }
    }
}
