/// Splits luma into dark and light by a threshold that follows the light across the picture.
///
/// The method is that of zxing-cpp's HybridBinarizer: the threshold of a block of 8 x 8 pixels is the mean over 5 x 5
/// blocks of their means; a block without contrast counts as light, unless the blocks before it were darker than it.
/// Its memory grows to the largest picture and stays.
package struct LocalThreshold: ~Copyable {
    private var means: [UInt8] = []
    private var ranges = ColumnRanges()
    private var thresholds: [UInt8] = []

    private static let side = 8
    /// The least difference of lightest and darkest in a block that holds an edge.
    private static let leastContrast: UInt8 = 24

    package init() {}

    /// The least side of a picture that has blocks enough.
    package static let leastSide = 5 * side

    /// Makes `target` a picture of `luma` in which dark is 0 and light 255.
    ///
    /// Traps if samples do not lie side by side or a side is under `leastSide`.
    package mutating func apply(to luma: borrowing LumaView, in target: inout GrayImage) {
        precondition(luma.pixelStride == 1 && min(luma.width, luma.height) >= Self.leastSide)
        let (columns, rows) = ((luma.width + 7) / Self.side, (luma.height + 7) / Self.side)
        means.grow(to: columns * rows)
        thresholds.grow(to: luma.width)
        for row in 0..<rows {
            gatherColumns(of: luma, from: min(row * Self.side, luma.height - Self.side))
            setMeans(row: row, columns: columns, width: luma.width)
        }
        target.resize(width: luma.width, height: luma.height)
        for row in 0..<rows {
            setThresholds(row: row, columns: columns, rows: rows, width: luma.width)
            let top = min(row * Self.side, luma.height - Self.side)
            for y in top..<(top + Self.side) {
                let samples = luma.row(y)
                let thresholds = thresholds.span
                target.withRow(y) { out in
                    for x in 0..<min(out.count, min(samples.count, thresholds.count)) {
                        out[x] = samples[x] > thresholds[x] ? 255 : 0
                    }
                }
            }
        }
    }

    private mutating func gatherColumns(of luma: borrowing LumaView, from top: Int) {
        ranges.start(with: luma.row(top))
        for y in (top + 1)..<(top + Self.side) { ranges.add(luma.row(y)) }
    }

    private mutating func setMeans(row: Int, columns: Int, width: Int) {
        for column in 0..<columns {
            let left = min(column &* Self.side, width &- Self.side)
            let block = ranges.block(from: left, columns: Self.side)
            let at = row &* columns &+ column
            var mean = block.sum &>> 6
            if block.highest &- block.lowest <= Self.leastContrast {
                mean = Int(block.lowest) / 2
                if row > 0 && column > 0 {
                    let before =
                        (Int(means[at &- columns]) &+ 2 &* Int(means[at &- 1])
                            &+ Int(means[at &- columns &- 1])) / 4
                    if Int(block.lowest) < before { mean = before }
                }
            }
            means[at] = UInt8(truncatingIfNeeded: mean)
        }
    }

    private mutating func setThresholds(row: Int, columns: Int, rows: Int, width: Int) {
        let top = min(max(row &- 2, 0), rows &- 5) &* columns
        for column in 0..<columns {
            let left = min(max(column &- 2, 0), columns &- 5)
            var sum = 0
            for line in 0..<5 {
                let start = top &+ line &* columns &+ left
                for x in start..<(start &+ 5) { sum &+= Int(means[x]) }
            }
            let threshold = UInt8(truncatingIfNeeded: sum / 25)
            let first = min(column &* Self.side, width &- Self.side)
            for x in first..<(first &+ Self.side) { thresholds[x] = threshold }
        }
    }
}
