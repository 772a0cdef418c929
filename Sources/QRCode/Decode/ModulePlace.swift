/// A module of a symbol: column and row from the upper left, from 0.
package struct ModulePlace: Sendable, Hashable {
    package var column: Int
    package var row: Int

    /// The module in that column and row.
    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The module that a mirror at the main diagonal changes with this one.
    package var transposed: ModulePlace { ModulePlace(column: row, row: column) }
}
