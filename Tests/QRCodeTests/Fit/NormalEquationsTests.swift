import Testing

@testable import QRCode

@Suite struct NormalEquationsTests {
    private func solve(
        _ rows: [(terms: [Double], value: Double, weight: Double)], ridge: [Double], centers: [Double]
    ) -> [Double]? {
        var equations = NormalEquations(unknowns: ridge.count)
        for row in rows { equations.add(row.terms, value: row.value, weight: row.weight) }
        return equations.solve(ridge: ridge, centers: centers)
    }

    @Test func exactSolutionOfConsistentRows() throws {
        // 2, -1 and 3.
        let rows = [([1.0, 0, 0], 2.0, 1.0), ([1, 1, 0], 1, 5), ([1, 1, 1], 4, 2), ([0, 2, 1], 1, 1)]
        let x = try #require(solve(rows, ridge: [0, 0, 0], centers: [0, 0, 0]))
        for (one, other) in zip(x, [2.0, -1, 3]) { #expect(abs(one - other) < 1e-12) }
    }

    @Test func meanByWeight() {
        #expect(solve([([1], 10, 3), ([1], 2, 1)], ridge: [0], centers: [0]) == [8])
    }

    @Test func ridgeDrawsToItsCenter() {
        #expect(solve([([1], 10, 1)], ridge: [3], centers: [6]) == [7])
        #expect(solve([], ridge: [4, 4], centers: [3, -5]) == [3, -5])
    }

    @Test func sumOfWeights() {
        var equations = NormalEquations(unknowns: 1)
        equations.add([1], value: 0, weight: 0.25)
        equations.add([3], value: 0, weight: 0.5)
        #expect(equations.weight == 0.75)
    }

    @Test func noneWhereUnknownsAreNotDetermined() {
        #expect(solve([([1, 1], 2, 1)], ridge: [0, 0], centers: [0, 0]) == nil)
        #expect(solve([], ridge: [0], centers: [0]) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func noneFromWhatIsNoNumber(value: Double) {
        #expect(solve([([1], value, 1)], ridge: [1], centers: [0]) == nil)
        #expect(solve([([value], 1, 1)], ridge: [1], centers: [0]) == nil)
    }
}
