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
    /// What the last row held.
    private(set) var crossings: [Crossing] = []

    /// Sets `crossings` to those of row `y`. Traps if there is no such row in the map.
    mutating func scan(row y: Int, of luma: borrowing LumaView, _ map: borrowing ThresholdMap, _ criteria: Criteria) {
        grow(&edges, to: luma.width + 2)
        crossings.removeAll(keepingCapacity: true)
        let count = setEdges(luma.row(y), thresholds: map.row(y / map.side), side: map.side)
        var i = 0
        while i &+ 5 < count {
            let isInverted = i & 1 == 1
            if !isInverted || criteria.inverts,
                let crossing = crossing(at: i, y: y, isInverted: isInverted, criteria)
            {
                crossings.append(crossing)
            }
            i &+= 1
        }
    }

    /// Columns at which dark begins (even places) and ends (odd ones); their number.
    private mutating func setEdges(_ row: Span<UInt8>, thresholds: Span<UInt8>, side: Int) -> Int {
        var edges = edges.mutableSpan
        var (count, state): (Int, UInt8) = (0, 0)
        for column in 0..<thresholds.count {
            let threshold = thresholds[column]
            let left = column &* side
            if threshold == 0 {
                edges[count] = Int32(truncatingIfNeeded: left)
                count &+= Int(state)
                state = 0
                continue
            }
            for x in left..<min(left &+ side, row.count) {
                let dark: UInt8 = row[x] < threshold ? 1 : 0
                edges[count] = Int32(truncatingIfNeeded: x)
                count &+= Int(dark ^ state)
                state = dark
            }
        }
        edges[count] = Int32(truncatingIfNeeded: thresholds.count &* side)
        return count &+ 1
    }

    @inline(__always)
    private func crossing(at i: Int, y: Int, isInverted: Bool, _ criteria: Criteria) -> Crossing? {
        let (e1, e2, e3, e4) = (edges[i &+ 1], edges[i &+ 2], edges[i &+ 3], edges[i &+ 4])
        let core = e3 &- e2
        let (before, after) = (e2 &- e1, e4 &- e3)
        guard core > before, core > after, core >= 3 else { return nil }
        // Distances of edges of one kind do not change when dark or light spreads: core and a ring are 4 modules.
        guard e4 &- e1 >= criteria.leastLength else { return nil }
        let five = Float(e4 &- e1)
        let module = five / 5
        guard abs(Float(e3 &- e1) - 4 * module) < 0.5 * module + 0.5, abs(Float(e4 &- e2) - 4 * module) < 0.5 * module + 0.5,
            Float(core) > 2 * module, Float(core) < 4 * module
        else { return nil }
        let (first, last) = (Float(e1 &- edges[i]), Float(edges[i &+ 5] &- e4))
        guard first > 0.4 * module, last > 0.4 * module else { return nil }
        if !criteria.bearsOpenEnds {
            guard first < 1.8 * module + 1, last < 1.8 * module + 1 else { return nil }
        }
        return Crossing(y: y, left: Int(e2), right: Int(e3), module: Double(module), isInverted: isInverted)
    }
}
