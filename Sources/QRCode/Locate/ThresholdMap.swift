internal import Imaging

/// The border between dark and light for every block of 8 x 8 pixels.
///
/// It is the mean of the luma in those blocks around in which something stands out; where nothing does, there is
/// none. What stands out is told from noise by the picture's own quiet blocks, not by a fixed contrast, so that dim
/// symbols count in dark pictures. Its memory grows to the largest picture and stays.
struct ThresholdMap {
    /// Pixels along the side of a block that is measured.
    private static let measuredSide = 8
    /// Binary logarithm of the pixels along a block's side.
    private var shift = 3
    /// Pixels along a block's side in the picture that is split.
    var side: Int { 1 << shift }
    /// Blocks in a row.
    private(set) var columns = 0
    /// Rows of blocks.
    private(set) var rows = 0
    private var thresholds: [UInt8] = []
    private var means: [UInt8] = []
    private var ranges: [UInt8] = []
    private var lines = ColumnRanges()
    /// Blocks by their range.
    private var histogram = [Int](repeating: 0, count: 256)
    private var columnSums: [Int32] = []
    private var columnCounts: [Int32] = []

    /// The thresholds of a row of blocks: luma below is dark; 0 where nothing stands out.
    @_lifetime(borrow self)
    func row(_ row: Int) -> Span<UInt8> {
        thresholds.span.extracting((row &* columns)..<(row &* columns &+ columns))
    }

    /// The threshold at a pixel. Traps if there is none.
    @inline(__always)
    func threshold(_ x: Int, _ y: Int) -> UInt8 { thresholds[(y &>> shift) &* columns &+ x &>> shift] }

    /// Measures `luma`. Traps if samples do not lie side by side or a side is under 8.
    /// - Parameters:
    ///   - radius: blocks to each side that count for a threshold.
    ///   - isHalf: whether the picture that is split is twice as large as `luma`; its blocks have 16 x 16 pixels then.
    mutating func measure(_ luma: borrowing LumaView, radius: Int, isHalf: Bool) {
        precondition(luma.pixelStride == 1 && min(luma.width, luma.height) >= Self.measuredSide)
        shift = isHalf ? 4 : 3
        let side = Self.measuredSide
        (columns, rows) = ((luma.width + side - 1) / side, (luma.height + side - 1) / side)
        thresholds.grow(to: columns * rows)
        means.grow(to: columns * rows)
        ranges.grow(to: columns * rows)
        columnSums.grow(to: columns)
        columnCounts.grow(to: columns)
        for row in 0..<rows {
            // The last blocks reach back, so that all are whole.
            let top = min(row * side, luma.height - side)
            lines.start(with: luma.row(top))
            // Every second of 8 lines is enough.
            for line in 1..<4 { lines.add(luma.row(top + 2 * line)) }
            setBlocks(row, width: luma.width)
        }
        setThresholds(radius: radius, floor: leastRange())
    }

    private mutating func setBlocks(_ row: Int, width: Int) {
        for column in 0..<columns {
            let left = min(column &* Self.measuredSide, width &- Self.measuredSide)
            let block = lines.block(from: left, columns: Self.measuredSide)
            means[row &* columns &+ column] = UInt8(truncatingIfNeeded: (block.sum &+ 16) &>> 5)
            ranges[row &* columns &+ column] = block.highest &- block.lowest
        }
    }

    /// The least range of luma in a block that holds an edge: twice that of a quiet block, 6 to 24.
    private mutating func leastRange() -> UInt8 {
        for range in histogram.indices { histogram[range] = 0 }
        for range in ranges.prefix(columns * rows) { histogram[Int(range)] &+= 1 }
        var (count, quiet) = (0, 0)
        while quiet < 255 && count &+ histogram[quiet] < columns * rows / 8 {
            count &+= histogram[quiet]
            quiet &+= 1
        }
        return UInt8(min(max(2 * quiet, 6), 24))
    }

    private mutating func setThresholds(radius: Int, floor: UInt8) {
        for column in 0..<columns { (columnSums[column], columnCounts[column]) = (0, 0) }
        for row in 0..<min(radius, rows) { addRow(row, floor: floor, sign: 1) }
        for row in 0..<rows {
            if row + radius < rows { addRow(row + radius, floor: floor, sign: 1) }
            if row > radius { addRow(row - radius - 1, floor: floor, sign: -1) }
            var (sum, count): (Int32, Int32) = (0, 0)
            for column in 0..<min(radius, columns) {
                sum &+= columnSums[column]
                count &+= columnCounts[column]
            }
            for column in 0..<columns {
                if column + radius < columns {
                    sum &+= columnSums[column &+ radius]
                    count &+= columnCounts[column &+ radius]
                }
                if column > radius {
                    sum &-= columnSums[column &- radius &- 1]
                    count &-= columnCounts[column &- radius &- 1]
                }
                thresholds[row &* columns &+ column] =
                    count == 0 ? 0 : UInt8(truncatingIfNeeded: min(sum / count, 254) &+ 1)
            }
        }
    }

    private mutating func addRow(_ row: Int, floor: UInt8, sign: Int32) {
        for column in 0..<columns where ranges[row &* columns &+ column] >= floor {
            columnSums[column] &+= sign &* Int32(means[row &* columns &+ column])
            columnCounts[column] &+= sign
        }
    }
}
