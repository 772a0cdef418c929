@testable import QRCode

extension ModuleGrid {
    /// A grid from rows of text: `#` for dark, anything else for light.
    init(picture rows: [String]) {
        self.init(dimension: rows.count)
        values = rows.flatMap { row in row.map { $0 == "#" ? 1 : -1 } }
    }

    /// Columns for rows.
    var transposed: ModuleGrid {
        var grid = self
        for row in 0..<dimension {
            for column in 0..<dimension { grid[column, row] = self[row, column] }
        }
        return grid
    }
}
