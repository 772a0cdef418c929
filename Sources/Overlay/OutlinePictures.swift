import Media
import Symbols

/// The pictures of one outline, made cell by cell as they come into view and kept.
///
/// An outline is cut into square cells of a grid that starts at its bounding box, and only cells that the line
/// touches become pictures, trimmed to what they hold: blending costs by area and row, and most of an outline's box
/// is the code itself. Cells do not overlap, so no translucent pixel is blended twice.
final class OutlinePictures {
    /// What the pixels depend on: the corners on a grid of quarter pixels, relative to `origin`, and the stroke.
    struct Key: Hashable {
        let shape: OutlineShape
        let profile: StrokeProfile
    }

    private struct Cell: Hashable {
        let column: Int
        let row: Int
    }

    private struct Piece {
        let picture: OverlayPicture
        let x: Int
        let y: Int
    }

    private let key: Key
    private let table: [UInt32]
    /// Nil for cells that turned out to be empty.
    private var pieces: [Cell: Piece?] = [:]

    init(_ key: Key) {
        self.key = key
        table = key.profile.table
    }

    /// The pictures that lie in a picture of this size when the outline's origin is at `origin`.
    func placed(at origin: (x: Int, y: Int), width: Int, height: Int) -> [PlacedPicture] {
        cells(visibleIn: (-origin.x..<width - origin.x, -origin.y..<height - origin.y)).compactMap { cell in
            guard let piece = piece(cell) else { return nil }
            return PlacedPicture(piece.picture, x: origin.x + piece.x, y: origin.y + piece.y)
        }
    }

    /// The cells that lines come near in this part of the plane, in order of rows.
    ///
    /// The work is bounded by the size of the visible part, however long the lines are.
    private func cells(visibleIn view: (columns: Range<Int>, rows: Range<Int>)) -> [Cell] {
        let side = OutlineTile.side
        var found: Set<Cell> = []
        let reach = key.profile.reach
        let firstRow = floorDivide(view.rows.lowerBound, side)
        let lastRow = floorDivide(view.rows.upperBound - 1, side)
        for segment in key.shape.segments {
            let (top, bottom) = (min(segment.start.y, segment.end.y), max(segment.start.y, segment.end.y))
            for row in firstRow...lastRow {
                let (lower, upper) = (Double(row * side) - reach, Double((row + 1) * side) + reach)
                guard top <= upper, bottom >= lower else { continue }
                let ends = segment.horizontalExtent(from: lower, to: upper)
                let first = max(ends.lowerBound - reach, Double(view.columns.lowerBound))
                let last = min(ends.upperBound + reach, Double(view.columns.upperBound - 1))
                guard first <= last else { continue }
                let columns = floorDivide(Int(first.rounded(.down)), side)...floorDivide(Int(last), side)
                for column in columns { found.insert(Cell(column: column, row: row)) }
            }
        }
        return found.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }

    private func piece(_ cell: Cell) -> Piece? {
        if let known = pieces[cell] { return known }
        let (left, top) = (cell.column * OutlineTile.side, cell.row * OutlineTile.side)
        let tile = OutlineTile(
            segments: key.shape.segments, left: left, top: top, reach: key.profile.reach, table: table)
        var made: Piece?
        if let picture = OverlayPicture(tile) {
            made = Piece(picture: picture, x: left + tile.columns.lowerBound, y: top + tile.rows.lowerBound)
        }
        pieces[cell] = .some(made)
        return made
    }
}

extension OverlayPicture {
    /// The part of the tile that holds something; nil where nothing does.
    convenience init?(_ tile: OutlineTile) {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(tile.rows.count * tile.columns.count)
        for row in tile.rows {
            let start = row * OutlineTile.side
            pixels += tile.pixels[start + tile.columns.lowerBound..<start + tile.columns.upperBound]
        }
        self.init(width: tile.columns.count, height: tile.rows.count, pixels: pixels)
    }
}

extension Segment {
    /// The columns over which the segment lies between two heights that it reaches, `lower` at most `upper`.
    fileprivate func horizontalExtent(from lower: Double, to upper: Double) -> ClosedRange<Double> {
        guard start.y != end.y else { return min(start.x, end.x)...max(start.x, end.x) }
        func column(at height: Double) -> Double {
            let share = min(1, max(0, (height - start.y) / (end.y - start.y)))
            return start.x + share * (end.x - start.x)
        }
        let (first, second) = (column(at: lower), column(at: upper))
        return min(first, second)...max(first, second)
    }
}

/// The quotient rounded down, `divisor` positive.
private func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}
