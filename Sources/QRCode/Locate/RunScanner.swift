internal import Imaging

/// Finds crossings of finder patterns in rows: five runs of 1, 1, 3, 1 and 1 modules, the outer ones dark.
struct RunScanner {
    /// Which crossings count.
    struct Criteria {
        /// Rows from one that is scanned to the next.
        var step: Int
        /// Whether to look for light finder patterns on dark.
        var inverts: Bool
        /// Whether the outer runs may go on beyond one module, as where the quiet zone is missing.
        var bearsOpenEnds: Bool
        /// Fewest pixels of the inner runs, which are five modules.
        var leastLength: Int32 = 8
    }

    /// A crossing: the three inner runs.
    struct Crossing {
        var y: Int
        /// First column of the core.
        var left: Int
        /// The column after the core.
        var right: Int
        /// Size of a module along the row in pixels.
        var module: Double
        var isInverted: Bool
    }

    private var edges: [Int32] = []
    /// 1 for dark pixels of the row, after a light one before it.
    private var darkness: [UInt8] = []
    private var changes: [UInt64] = []
    /// What the last row held.
    private(set) var crossings: [Crossing] = []

    /// Sets `crossings` to those of row `y`. Traps if there is no such row in the map.
    mutating func scan(row y: Int, of luma: borrowing LumaView, _ map: borrowing ThresholdMap, _ criteria: Criteria) {
        edges.grow(to: luma.width + 2)
        darkness.grow(to: luma.width + 16)
        changes.grow(to: luma.width / 8 + 2)
        crossings.removeAll(keepingCapacity: true)
        let count = setEdges(luma.row(y), thresholds: map.row(y / map.side), side: map.side)
        Self.find(in: edges, count: count, y: y, criteria, &crossings)
    }

    /// Adds the crossings among the edges of a row; dark runs begin at even places.
    private static func find(
        in columns: [Int32], count: Int, y: Int, _ criteria: Criteria, _ crossings: inout [Crossing]
    ) {
        let edges = columns.span.extracting(first: count)
        let step = criteria.inverts ? 1 : 2
        var i = 0
        while i &+ 5 < edges.count {
            if let crossing = crossing(edges, at: i, y: y, criteria) { crossings.append(crossing) }
            i &+= step
        }
    }

    /// Columns at which dark begins (even places) and ends (odd ones); their number.
    private mutating func setEdges(_ row: Span<UInt8>, thresholds: Span<UInt8>, side: Int) -> Int {
        let width = min(row.count, thresholds.count &* side)
        Self.mark(row, thresholds: thresholds, side: side, width: width, darkness: &darkness, changes: &changes)
        return Self.collect(changes, width: width, in: &edges)
    }

    private static func collect(_ changes: [UInt64], width: Int, in columns: inout [Int32]) -> Int {
        var edges = columns.mutableSpan
        let words = changes.span
        var count = 0
        for word in 0..<(width &+ 7) / 8 {
            var bits = words[word]
            while bits != 0 {
                edges[count] = Int32(truncatingIfNeeded: word &* 8 &+ bits.trailingZeroBitCount / 8)
                count &+= 1
                bits &= bits &- 1
            }
        }
        edges[count] = Int32(truncatingIfNeeded: width)
        return count &+ 1
    }

    /// Sets the bytes of `changes` to 1 where a pixel is dark and the one before is not, or the other way round.
    private static func mark(
        _ row: Span<UInt8>, thresholds: Span<UInt8>, side: Int, width: Int, darkness: inout [UInt8],
        changes: inout [UInt64]
    ) {
        do {
            var dark = darkness.mutableSpan
            dark[0] = 0
            for column in 0..<thresholds.count {
                let threshold = thresholds[column]
                let left = column &* side
                for x in left..<min(left &+ side, width) { dark[x &+ 1] = row[x] < threshold ? 1 : 0 }
            }
            for x in width..<((width &+ 7) & ~7) { dark[x &+ 1] = dark[width] }
        }
        let bytes = unsafe darkness.span.bytes
        var words = changes.mutableSpan
        for word in 0..<(width &+ 7) / 8 {
            // SAFETY: darkness has a byte more than whole words of 8 bytes, which any bits make valid integers.
            let here = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: word &* 8 &+ 1, as: UInt64.self)
            let before = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
            words[word] = UInt64(littleEndian: here ^ before)
        }
    }

    @inline(__always)
    private static func crossing(_ edges: Span<Int32>, at i: Int, y: Int, _ criteria: Criteria) -> Crossing? {
        let (e1, e2, e3, e4) = (edges[i &+ 1], edges[i &+ 2], edges[i &+ 3], edges[i &+ 4])
        let core = e3 &- e2
        let (before, after) = (e2 &- e1, e4 &- e3)
        guard core > before, core > after, core >= 3 else { return nil }
        // Distances of edges of one kind do not change when dark or light spreads: core and a ring are 4 modules.
        guard e4 &- e1 >= criteria.leastLength else { return nil }
        let five = Float(e4 &- e1)
        let module = five / 5
        guard abs(Float(e3 &- e1) - 4 * module) < 0.5 * module + 0.5,
            abs(Float(e4 &- e2) - 4 * module) < 0.5 * module + 0.5,
            Float(core) > 2 * module, Float(core) < 4 * module
        else { return nil }
        let (first, last) = (Float(e1 &- edges[i]), Float(edges[i &+ 5] &- e4))
        guard first > 0.4 * module, last > 0.4 * module else { return nil }
        if !criteria.bearsOpenEnds {
            guard first < 1.8 * module + 1, last < 1.8 * module + 1 else { return nil }
        }
        return Crossing(y: y, left: Int(e2), right: Int(e3), module: Double(module), isInverted: i & 1 == 1)
    }
}
