/// Lowest, highest and sum of some lines of luma, by columns of pixels.
///
/// Its memory grows to the widest picture and stays.
package struct ColumnRanges {
    private var lowest: [UInt8] = []
    private var highest: [UInt8] = []
    private var sums: [UInt16] = []

    package init() {}

    /// What a block of pixels holds.
    package struct Block {
        /// The darkest sample.
        package var lowest: UInt8
        /// The lightest sample.
        package var highest: UInt8
        /// The sum of all samples.
        package var sum: Int
    }

    /// Begins anew with one line of samples that lie side by side.
    package mutating func start(with row: Span<UInt8>) {
        lowest.grow(to: row.count)
        highest.grow(to: row.count)
        sums.grow(to: row.count)
        Self.start(&lowest, &highest, &sums, with: row)
    }

    /// Adds another line as long as the first, 256 of them at most.
    package mutating func add(_ row: Span<UInt8>) { Self.add(row, to: &lowest, &highest, &sums) }

    /// The lines in the columns from `left` on. Traps if there are not so many.
    package func block(from left: Int, columns: Int) -> Block {
        var block = Block(lowest: .max, highest: .min, sum: 0)
        for x in left..<(left &+ columns) {
            block.lowest = min(block.lowest, lowest[x])
            block.highest = max(block.highest, highest[x])
            block.sum &+= Int(sums[x])
        }
        return block
    }

    private static func start(
        _ lowest: inout [UInt8], _ highest: inout [UInt8], _ sums: inout [UInt16], with row: Span<UInt8>
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
        _ row: Span<UInt8>, to lowest: inout [UInt8], _ highest: inout [UInt8], _ sums: inout [UInt16]
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
}

extension Array where Element: ExpressibleByIntegerLiteral {
    /// Makes the array at least `count` long, by zeros.
    @inlinable
    package mutating func grow(to count: Int) {
        let missing = count - self.count
        if missing > 0 { append(contentsOf: repeatElement(0, count: missing)) }
    }
}
