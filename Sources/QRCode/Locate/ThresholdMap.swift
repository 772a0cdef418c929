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
    private var lowest: [UInt8] = []
    private var highest: [UInt8] = []
    private var sums: [UInt16] = []
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
        grow(&thresholds, to: columns * rows)
        grow(&means, to: columns * rows)
        grow(&ranges, to: columns * rows)
        grow(&lowest, to: luma.width)
        grow(&highest, to: luma.width)
        grow(&sums, to: luma.width)
        grow(&columnSums, to: columns)
        grow(&columnCounts, to: columns)
        for row in 0..<rows {
            // Every second of 8 lines is enough.
            // The last blocks reach back, so that all are whole.
            gather(luma, from: min(row * side, luma.height - side))
            setBlocks(row, width: luma.width)
        }
        setThresholds(radius: radius, floor: leastRange())
    }

    private mutating func gather(_ luma: borrowing LumaView, from top: Int) {
        Self.start(luma.row(top), &lowest, &highest, &sums)
        for line in 1..<4 { Self.add(luma.row(top &+ 2 &* line), &lowest, &highest, &sums) }
    }

    private static func start(
        _ row: Span<UInt8>, _ lowest: inout [UInt8], _ highest: inout [UInt8], _ sums: inout [UInt16]
    ) {
        var low = lowest.mutableSpan
        var high = highest.mutableSpan
        var sum = sums.mutableSpan
        for x in 0..<min(min(low.count, high.count), min(sum.count, row.count)) {
            low[x] = row[x]
            high[x] = row[x]
            sum[x] = UInt16(row[x])
        }
    }

    private static func add(
        _ row: Span<UInt8>, _ lowest: inout [UInt8], _ highest: inout [UInt8], _ sums: inout [UInt16]
    ) {
        var low = lowest.mutableSpan
        var high = highest.mutableSpan
        var sum = sums.mutableSpan
        for x in 0..<min(min(low.count, high.count), min(sum.count, row.count)) {
            low[x] = min(low[x], row[x])
            high[x] = max(high[x], row[x])
            sum[x] &+= UInt16(row[x])
        }
    }

    private mutating func setBlocks(_ row: Int, width: Int) {
        for column in 0..<columns {
            var (low, high, sum) = (UInt8.max, UInt8.min, 0)
            let left = min(column &* Self.measuredSide, width &- Self.measuredSide)
            for x in left..<(left &+ Self.measuredSide) {
                low = min(low, lowest[x])
                high = max(high, highest[x])
                sum &+= Int(sums[x])
            }
            means[row &* columns &+ column] = UInt8(truncatingIfNeeded: (sum &+ 16) &>> 5)
            ranges[row &* columns &+ column] = high &- low
        }
    }

    /// The least range of luma in a block that holds an edge: twice that of a quiet block, 6 to 24.
    private func leastRange() -> UInt8 {
        var histogram = [Int](repeating: 0, count: 256)
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

/// Makes `array` at least `count` long.
func grow<Element: ExpressibleByIntegerLiteral>(_ array: inout [Element], to count: Int) {
    let missing = count - array.count
    if missing > 0 { array.append(contentsOf: repeatElement(0, count: missing)) }
}
