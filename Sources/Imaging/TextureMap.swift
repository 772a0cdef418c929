/// Where luma changes much in both directions: a map of cells of 8 x 8 pixels, and its connected regions.
///
/// The strength of a cell is the total variation of luma, the sum of the absolute differences of neighbours, along its
/// rows or down its columns, whichever is less: the modules of a matrix code vary both ways, bars one way only, and
/// total variation stays the same however soft the edges are. A map is meant to be measured again and again; its
/// memory grows to the largest picture and stays.
package struct TextureMap: ~Copyable {
    /// Pixels along the side of a cell.
    package static let cellSide = 8
    /// Levels of strength above none: level `n` begins at a variation of 12 x 1.8^(n - 1) codes over 8 pixels.
    package static let levelCount = 6

    /// Cells in a row, and rows of cells; a rest of pixels at the far edges belongs to none.
    package private(set) var columns = 0
    package private(set) var rows = 0
    private var levels: [UInt8] = []
    private var marks: [UInt8] = []
    private var open: [Int32] = []
    private var across: [UInt16] = []
    private var down: [UInt16] = []
    private let levelOfSum: [UInt8]

    /// Cells that touch side by side and are of one level at least.
    package struct Region: Sendable, Hashable {
        /// The least rectangle of cells around it.
        package var cells: PixelRect
        /// How many of them belong to it.
        package var count: Int
    }

    package init() {
        var threshold = 12.0 * Double(Self.cellSide)
        var table = [UInt8](repeating: 0, count: 256)
        for _ in 0..<Self.levelCount {
            for i in table.indices where Double(i * Self.sumStep) >= threshold { table[i] += 1 }
            threshold *= 1.8
        }
        levelOfSum = table
    }

    /// Differences up to this are noise.
    private static let noise: UInt8 = 4
    /// Variation in the table of levels goes by this step.
    private static let sumStep = 16

    /// Measures `luma`, whose samples must lie side by side. Traps if they do not.
    package mutating func measure(_ luma: borrowing LumaView) {
        precondition(luma.pixelStride == 1)
        let side = Self.cellSide
        (columns, rows) = (luma.width / side, luma.height / side)
        Self.grow(&levels, to: columns * rows)
        Self.grow(&marks, to: columns * rows)
        Self.grow(&across, to: columns * side)
        Self.grow(&down, to: columns * side)
        for row in 0..<rows {
            Self.vary(luma, from: row * side, columns: columns, &across, &down)
            for column in 0..<columns {
                // Half of the lines were looked at, and all of the columns.
                let sum = min(2 &* Self.sum(of: across, at: column), Self.sum(of: down, at: column))
                levels[row &* columns &+ column] = levelOfSum[min(sum / Self.sumStep, 255)]
            }
        }
    }

    /// Adds up differences in a row of cells, by columns of pixels: along every second line, and between these lines.
    private static func vary(
        _ luma: borrowing LumaView, from top: Int, columns: Int, _ across: inout [UInt16], _ down: inout [UInt16]
    ) {
        var across = across.mutableSpan
        var down = down.mutableSpan
        for x in 0..<across.count { across[x] = 0 }
        for x in 0..<down.count { down[x] = 0 }
        for line in Swift.stride(from: top, to: top + cellSide, by: 2) {
            let samples = luma.row(line)
            add(samples.extracting(droppingLast: 1), samples.extracting(droppingFirst: 1), to: &across)
            add(samples, luma.row(min(line + 2, luma.height - 1)), to: &down)
        }
    }

    private static func sum(of variation: [UInt16], at column: Int) -> Int {
        var sum = 0
        for x in (column &* cellSide)..<(column &* cellSide &+ cellSide) { sum &+= Int(variation[x]) }
        return sum
    }

    private static func add(_ a: Span<UInt8>, _ b: Span<UInt8>, to sums: inout MutableSpan<UInt16>) {
        for x in 0..<min(sums.count, min(a.count, b.count)) {
            let difference = max(a[x], b[x]) &- min(a[x], b[x])
            sums[x] &+= UInt16(max(difference, noise) &- noise)
        }
    }

    private static func grow<Element: FixedWidthInteger>(_ array: inout [Element], to count: Int) {
        let missing = count - array.count
        if missing > 0 { array.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Calls `body` with each region of cells of `level` and above, in the order of their first cells by rows.
    /// - Parameter level: 1...`levelCount`.
    package mutating func forEachRegion(level: Int, _ body: (Region) -> Void) {
        let count = columns * rows
        let least = UInt8(clamping: level)
        for cell in 0..<count { marks[cell] = 0 }
        for cell in 0..<count where levels[cell] >= least && marks[cell] == 0 {
            body(fill(from: cell, least: least))
        }
    }

    private mutating func fill(from first: Int, least: UInt8) -> Region {
        var (left, right, top, bottom) = (columns, 0, rows, 0)
        var count = 0
        open.removeAll(keepingCapacity: true)
        take(first)
        while let cell = open.popLast() {
            let (y, x) = Int(cell).quotientAndRemainder(dividingBy: columns)
            (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            count += 1
            if x > 0 { take(Int(cell) - 1, least) }
            if x + 1 < columns { take(Int(cell) + 1, least) }
            if y > 0 { take(Int(cell) - columns, least) }
            if y + 1 < rows { take(Int(cell) + columns, least) }
        }
        return Region(
            cells: PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1), count: count)
    }

    private mutating func take(_ cell: Int, _ least: UInt8 = 0) {
        guard levels[cell] >= least && marks[cell] == 0 else { return }
        marks[cell] = 1
        open.append(Int32(truncatingIfNeeded: cell))
    }
}
