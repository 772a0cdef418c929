import Monitoring
import Testing

@Suite struct LightMonitorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var agreeing = 2
        var levels: [Double]
        /// The changes by the index of the sample that settled them.
        var changes: [Int: LightState]
    }

    @Test(arguments: [
        Row(testDescription: "ok from the start, said once", levels: [0.5, 0.5, 0.5], changes: [1: .ok]),
        Row(testDescription: "low from the start, said once", levels: [0.1, 0.1, 0.1], changes: [1: .low]),
        Row(testDescription: "one sample says nothing", levels: [0.5], changes: [:]),
        Row(testDescription: "starts between the thresholds", levels: [0.19, 0.19], changes: [1: .ok]),
        Row(testDescription: "starts low, then between", levels: [0.1, 0.19, 0.19], changes: [2: .ok]),
        Row(
            testDescription: "gets low and ok", levels: [0.5, 0.5, 0.1, 0.1, 0.5, 0.5],
            changes: [1: .ok, 3: .low, 5: .ok]),
        Row(testDescription: "one dark sample", levels: [0.5, 0.5, 0.1, 0.5, 0.1, 0.5], changes: [1: .ok]),
        Row(testDescription: "between does not continue a run", levels: [0.5, 0.5, 0.1, 0.19, 0.1], changes: [1: .ok]),
        Row(testDescription: "stays low between", levels: [0.1, 0.1, 0.19, 0.19, 0.21], changes: [1: .low]),
        Row(testDescription: "stays ok between", levels: [0.5, 0.5, 0.17, 0.17, 0.17], changes: [1: .ok]),
        Row(testDescription: "at low is not below", levels: [0.5, 0.5, 0.16, 0.16], changes: [1: .ok]),
        Row(testDescription: "at ok is not above", levels: [0.1, 0.1, 0.22, 0.22], changes: [1: .low]),
        Row(testDescription: "no number is no sample", levels: [0.5, .nan, 0.5], changes: [2: .ok]),
        Row(testDescription: "three must agree", agreeing: 3, levels: [0.1, 0.1, 0.1], changes: [2: .low]),
        Row(testDescription: "none must agree", agreeing: 0, levels: [0.1], changes: [0: .low]),
    ])
    func changesByHysteresis(_ row: Row) {
        var monitor = LightMonitor(settings: .init(agreeing: row.agreeing))
        var changes: [Int: LightState] = [:]
        for (index, level) in row.levels.enumerated() {
            changes[index] = monitor.sample(level: level, contrast: 0.3, at: .milliseconds(500 * index))?.state
        }
        #expect(changes == row.changes)
    }

    struct Reason: Sendable {
        var level: Double
        var state: LightState
        var reason: LightReason?
    }

    @Test(arguments: [Reason(level: 0.1, state: .low, reason: .dark), Reason(level: 0.5, state: .ok)])
    func aChangeCarriesItsSample(_ row: Reason) throws {
        var monitor = LightMonitor()
        _ = monitor.sample(level: row.level, contrast: 0.3, at: .zero)
        let settling = monitor.sample(level: row.level, contrast: 0.25, at: .milliseconds(500))
        let change = try #require(settling)
        #expect(change.state == row.state)
        #expect(change.reason == row.reason)
        #expect([change.level, change.contrast] == [row.level, 0.25])
    }

    @Test func samplesAcrossAJumpBackDoNotAgree() {
        var monitor = LightMonitor()
        let states = [9, 1, 2].map { monitor.sample(level: 0.1, contrast: 0, at: .seconds($0))?.state }
        #expect(states == [nil, nil, .low])
    }

    @Test func samplesEveryHalfSecond() {
        var monitor = LightMonitor()
        let times: [Int?] = [0, 250, 500, 750, nil, 1000, 3100, 3500, 3600, 100, 500, 600]
        let due = times.indices.filter { monitor.isDue(at: times[$0].map { .milliseconds($0) }) }
        #expect(due == [0, 2, 4, 5, 6, 8, 9, 11])
    }
}
