/// The pairs (row, column) with the least summed cost, every row or every column used once, whichever are fewer.
///
/// The Hungarian method with potentials (Kuhn 1955, in the shortest-path form of Jonker and Volgenant 1987):
/// O(s² · l) for the shorter side s and the longer l. Equal costs are settled by the lower index.
func leastCostPairs(rows: Int, columns: Int, cost: (Int, Int) -> Double) -> [(row: Int, column: Int)] {
    guard rows <= columns else {
        return leastCostPairs(rows: columns, columns: rows) { cost($1, $0) }.map { (row: $0.column, column: $0.row) }
    }
    let costs = (0..<(rows * columns)).map { cost($0 / columns, $0 % columns) }
    // Row and column 0 are the method's virtual start; the real ones count from 1.
    var rowPotential = [Double](repeating: 0, count: rows + 1)
    var columnPotential = [Double](repeating: 0, count: columns + 1)
    var rowOfColumn = [Int](repeating: 0, count: columns + 1)
    for row in stride(from: 1, through: rows, by: 1) {
        var least = [Double](repeating: .infinity, count: columns + 1)
        var before = [Int](repeating: 0, count: columns + 1)
        var isUsed = [Bool](repeating: false, count: columns + 1)
        var column = 0
        rowOfColumn[0] = row
        repeat {
            isUsed[column] = true
            let current = rowOfColumn[column]
            var step = Double.infinity
            var next = 0
            for other in 1...columns where !isUsed[other] {
                let reduced =
                    costs[(current - 1) * columns + other - 1] - rowPotential[current] - columnPotential[other]
                if reduced < least[other] { (least[other], before[other]) = (reduced, column) }
                if least[other] < step { (step, next) = (least[other], other) }
            }
            for other in 0...columns {
                if isUsed[other] {
                    rowPotential[rowOfColumn[other]] += step
                    columnPotential[other] -= step
                } else {
                    least[other] -= step
                }
            }
            column = next
        } while rowOfColumn[column] != 0
        while column != 0 {
            rowOfColumn[column] = rowOfColumn[before[column]]
            column = before[column]
        }
    }
    return (1..<(columns + 1)).compactMap { column in
        rowOfColumn[column] == 0 ? nil : (row: rowOfColumn[column] - 1, column: column - 1)
    }
}
