import Testing

@testable import QRCode

@Suite struct RunScannerTests {
    /// What one row gives: the columns of cores and the sizes of modules.
    struct Found: Equatable {
        var left: Int
        var right: Int
        var module: Double
        var isInverted: Bool
    }

    /// Crossings in a row of runs, light first and then dark and light in turn.
    private func crossings(
        _ runs: [Int], inverts: Bool = false, bearsOpenEnds: Bool = false, leastLength: Int32 = 8
    ) -> [Found] {
        let width = (runs.reduce(0, +) + 7) / 8 * 8
        var picture = Picture(width: width, height: 8, level: 200)
        var x = 0
        for (i, run) in runs.enumerated() {
            picture.fill(x: x, y: 0, width: run, height: 8, level: i % 2 == 1 ? 50 : 200)
            x += run
        }
        var (map, scanner) = (ThresholdMap(), RunScanner())
        picture.withView {
            map.measure($0, radius: 99, isHalf: false)
            let criteria = RunScanner.Criteria(
                step: 1, inverts: inverts, bearsOpenEnds: bearsOpenEnds, leastLength: leastLength)
            scanner.scan(row: 3, of: $0, map, criteria)
        }
        return scanner.crossings.map {
            Found(left: $0.left, right: $0.right, module: $0.module, isInverted: $0.isInverted)
        }
    }

    @Test(arguments: [2, 3, 4, 5, 7, 10, 31])
    func exactColumns(module m: Int) {
        let found = Found(left: 6 * m, right: 9 * m, module: Double(m), isInverted: false)
        #expect(crossings([4 * m, m, m, 3 * m, m, m, 4 * m]) == [found])
    }

    @Test func lightOnDark() {
        let runs = [0, 16, 4, 4, 12, 4, 4, 16]
        #expect(crossings(runs, inverts: true) == [Found(left: 24, right: 36, module: 4, isInverted: true)])
        #expect(crossings(runs) == [])
    }

    @Test func rowMayEndWithTheOuterRun() {
        #expect(
            crossings([4, 4, 4, 12, 4, 4, 0]) == [Found(left: 12, right: 24, module: 4, isInverted: false)])
        #expect(
            crossings([0, 4, 4, 12, 4, 8, 0]) == [Found(left: 8, right: 20, module: 4, isInverted: false)])
    }

    /// A pixel of ink more on each side: the inner runs are 18 pixels instead of 20.
    @Test func darkThatSpreads() {
        let found = Found(left: 28, right: 42, module: Double(Float(18) / 5), isInverted: false)
        #expect(crossings([20, 6, 2, 14, 2, 6, 18]) == [found])
    }

    /// Runs that are no finder pattern's.
    @Test(arguments: [
        [16, 4, 4, 4, 4, 4, 16],
        [16, 4, 4, 32, 4, 4, 16],
        [16, 4, 12, 12, 4, 4, 16],
        [16, 4, 4, 12, 12, 4, 16],
        [16, 1, 4, 12, 4, 4, 16],
        [16, 4, 4, 12, 4, 1, 16],
        [16, 1, 1, 3, 1, 1, 16],
        [64], [0, 64], [32, 32], [8, 8, 8, 8, 8, 8, 8, 8],
    ])
    func otherRunsAreNone(runs: [Int]) {
        #expect(crossings(runs) == [])
    }

    @Test func openEndsCountWhereAsked() {
        let runs = [16, 24, 4, 12, 4, 24, 16]
        #expect(crossings(runs) == [])
        #expect(
            crossings(runs, bearsOpenEnds: true) == [Found(left: 44, right: 56, module: 4, isInverted: false)])
    }

    @Test func leastLengthIsThatOfTheInnerRuns() {
        let runs = [16, 2, 2, 6, 2, 2, 16]
        #expect(crossings(runs, leastLength: 10).count == 1)
        #expect(crossings(runs, leastLength: 11).isEmpty)
    }

    @Test func twoPatternsInARow() {
        let pattern = [3, 3, 9, 3, 3]
        #expect(crossings([12] + pattern + [15] + pattern + [12]).map(\.left) == [18, 54])
    }
}
