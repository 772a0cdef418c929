/// The modules of a symbol as they were sampled: for each one, how surely it is dark or light.
package struct ModuleGrid: Sendable, Hashable {
    /// Modules a side.
    package let dimension: Int
    /// Row by row: above 0 dark, below 0 light; the magnitude, 0 to 1, is the confidence.
    package var values: [Float]

    /// A grid of unknown modules.
    package init(dimension: Int) {
        self.dimension = dimension
        values = [Float](repeating: 0, count: dimension * dimension)
    }

    /// The module in that column and row. Traps if there is none.
    package subscript(column: Int, row: Int) -> Float {
        get { values[row * dimension + column] }
        set { values[row * dimension + column] = newValue }
    }
}
