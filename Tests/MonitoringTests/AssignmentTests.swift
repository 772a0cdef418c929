import Testing

@testable import Monitoring

@Suite struct AssignmentTests {
    struct Row: Sendable {
        var costs: [[Double]]
        /// The column of each row.
        var columns: [Int?]
    }

    @Test(arguments: [
        Row(costs: [[3]], columns: [0]),
        Row(costs: [[1, 2], [2, 9]], columns: [1, 0]),
        Row(costs: [[4, 1, 3], [2, 0, 5], [3, 2, 2]], columns: [1, 0, 2]),
        Row(costs: [[5, 9, 1, 7]], columns: [2]),
        Row(costs: [[5], [9], [1], [7]], columns: [nil, nil, 0, nil]),
        Row(costs: [[1, 2, 3], [1, 5, 9]], columns: [1, 0]),
        Row(costs: [[1, 1], [1, 5], [2, 2]], columns: [1, 0, nil]),
        Row(costs: [[1, 1], [1, 1]], columns: [0, 1]),
    ])
    func leastSum(_ row: Row) {
        var columns = [Int?](repeating: nil, count: row.costs.count)
        for pair in leastCostPairs(rows: row.costs.count, columns: row.costs[0].count, cost: { row.costs[$0][$1] }) {
            columns[pair.row] = pair.column
        }
        #expect(columns == row.columns)
    }

    @Test(arguments: [(0, 0), (0, 3), (3, 0)])
    func nothingToPair(rows: Int, columns: Int) {
        #expect(leastCostPairs(rows: rows, columns: columns) { _, _ in 0 }.isEmpty)
    }
}
