import Symbols

/// The pixels of one square cell of an outline.
struct OutlineTile {
    /// Columns and rows of a cell.
    static let side = 64

    /// Rows of premultiplied pixels, blue in the lowest byte.
    let pixels: [UInt32]
    /// Columns and rows that hold something; empty where the cell is transparent.
    private(set) var columns = 0..<0
    private(set) var rows = 0..<0

    /// Strokes the segments that come near the cell whose top left pixel is (`left`, `top`).
    ///
    /// The result depends on the arguments only, not on which part of the picture is visible.
    ///
    /// - Parameter table: `StrokeProfile.table`.
    init(segments: [Segment], left: Int, top: Int, reach: Double, table: [UInt32]) {
        var pixels = [UInt32](repeating: 0, count: Self.side * Self.side)
        for segment in segments {
            // Relative to the cell, so that pixel centres are at small numbers.
            let line = Line(
                start: Point(x: segment.start.x - Double(left), y: segment.start.y - Double(top)),
                end: Point(x: segment.end.x - Double(left), y: segment.end.y - Double(top)))
            var span = pixels.mutableSpan
            for row in line.rows(within: reach, side: Self.side) {
                let drawn = Self.stroke(line, row, reach, table.span, &span)
                guard !drawn.isEmpty else { continue }
                columns = columns.isEmpty ? drawn : columns.union(drawn)
                rows = rows.isEmpty ? row..<row + 1 : rows.union(row..<row + 1)
            }
        }
        self.pixels = pixels
    }

    /// Strokes one row and returns the columns from the first to the last pixel near the line that holds something.
    private static func stroke(
        _ line: Line, _ row: Int, _ reach: Double, _ table: borrowing Span<UInt32>, _ pixels: inout MutableSpan<UInt32>
    ) -> Range<Int> {
        let (y, start) = (Double(row) + 0.5, row * side)
        let near = line.columns(atHeight: y, within: reach, side: side)
        let last = table.count - 1
        for column in near {
            // Transparent from `reach` on, as the last step is. The pixels of a cell are at small distances.
            let distance = min(reach, line.distance(x: Double(column) + 0.5, y: y))
            let pixel = table[min(Int(distance * StrokeProfile.stepsPerPixel + 0.5), last)]
            // Nearer is more opaque: where lines meet, the nearest one counts, and once.
            let old = pixels[start + column]
            pixels[start + column] = pixel >> 24 > old >> 24 ? pixel : old
        }
        var (first, end) = (near.lowerBound, near.upperBound)
        while first < end, pixels[start + first] == 0 { first += 1 }
        while first < end, pixels[start + end - 1] == 0 { end -= 1 }
        return first..<end
    }
}

extension Range<Int> {
    /// The smallest range that holds both.
    fileprivate func union(_ other: Range) -> Range {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}

/// A segment prepared for distances.
struct Line {
    private let start: Point
    private let end: Point
    private let deltaX: Double
    private let deltaY: Double
    /// Columns for each row down, and for each pixel of distance along a row; of no meaning in a level segment.
    private let slope: Double
    private let stretch: Double
    /// What a pixel to the right or down adds to the place on the segment, from 0 to 1, and to the distance from it.
    private let along: SIMD2<Double>
    private let across: SIMD2<Double>

    init(start: Point, end: Point) {
        self.start = start
        self.end = end
        deltaX = end.x - start.x
        deltaY = end.y - start.y
        let square = deltaX * deltaX + deltaY * deltaY
        let length = square.squareRoot()
        slope = deltaX / deltaY
        stretch = length / abs(deltaY)
        along = square > 0 ? SIMD2(deltaX, deltaY) / square : .zero
        across = length > 0 ? SIMD2(deltaY, -deltaX) / length : .zero
    }

    /// Distance of a position from the nearest point of the segment.
    func distance(x: Double, y: Double) -> Double {
        let (offsetX, offsetY) = (x - start.x, y - start.y)
        let share = offsetX * along.x + offsetY * along.y
        if share > 0, share < 1 { return abs(offsetX * across.x + offsetY * across.y) }
        let (awayX, awayY) = share <= 0 ? (offsetX, offsetY) : (x - end.x, y - end.y)
        return (awayX * awayX + awayY * awayY).squareRoot()
    }

    /// Of the rows 0..<side, those whose pixels can be within `reach`.
    func rows(within reach: Double, side: Int) -> Range<Int> {
        let columns = Self.pixels(min(start.x, end.x) - reach, max(start.x, end.x) + reach, side)
        guard !columns.isEmpty else { return 0..<0 }
        return Self.pixels(min(start.y, end.y) - reach, max(start.y, end.y) + reach, side)
    }

    /// Of the columns 0..<side, those whose pixels can be within `reach` at this height.
    func columns(atHeight y: Double, within reach: Double, side: Int) -> Range<Int> {
        var (lower, upper) = (min(start.x, end.x) - reach, max(start.x, end.x) + reach)
        if deltaY != 0 {
            let center = start.x + (y - start.y) * slope
            let half = reach * stretch
            lower = max(lower, center - half)
            upper = min(upper, center + half)
        }
        return Self.pixels(lower, upper, side)
    }

    /// The whole pixels of 0..<side that a stretch of positions touches.
    private static func pixels(_ lower: Double, _ upper: Double, _ side: Int) -> Range<Int> {
        guard lower < Double(side), upper > 0, lower <= upper else { return 0..<0 }
        return Int(max(0, lower.rounded(.down)))..<Int(min(Double(side), upper.rounded(.up)))
    }
}
