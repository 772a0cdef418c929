import Monitoring
import Symbols
import Testing

/// Which symbol belongs to which track while codes move. QR codes of 80 pixels, looks every 100 ms.
@Suite struct IdentityInMotionTests {
    /// The x of the code's centre in every look, by track; nil where it is not read.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var ways: [[Double?]]
        /// The track of each way, in the looks where it is read.
        var tracks: [[Int]]
    }

    @Test(arguments: [
        Row(testDescription: "stands", ways: [[300, 300, 300]], tracks: [[1, 1, 1]]),
        Row(
            testDescription: "crosses 1920 pixels in a second", ways: [[0, 192, 384, 576, 768]],
            tracks: [[1, 1, 1, 1, 1]]),
        Row(testDescription: "fast, one look missed", ways: [[0, 90, nil, 270, 360]], tracks: [[1, 1, 1, 1]]),
        Row(testDescription: "brakes", ways: [[0, 80, 160, 160, 160]], tracks: [[1, 1, 1, 1, 1]]),
        Row(
            testDescription: "stops at once", ways: [[0, 190, 380, 390, 390]], tracks: [[1, 1, 1, 1, 1]]),
        Row(
            testDescription: "two side by side on a pan",
            ways: [[0, 60, 120, 180], [100, 160, 220, 280]], tracks: [[1, 1, 1, 1], [2, 2, 2, 2]]),
        Row(
            testDescription: "a pan by a whole spacing after a slow start",
            ways: [[0, 40, 110, 210, 310], [100, 140, 210, 310, 410]], tracks: [[1, 1, 1, 1, 1], [2, 2, 2, 2, 2]]),
        Row(
            testDescription: "a belt: one enters while one leaves",
            ways: [
                [0, 60, 120, 180, 240], [100, 160, 220, nil, nil], [nil, nil, 20, 80, 140], [nil, nil, nil, -20, 40],
            ],
            tracks: [[1, 1, 1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4]]),
        Row(
            testDescription: "a belt: one is missed while one enters behind it",
            ways: [[0, 60, 120, nil, 240], [100, 160, 220, 280, 340], [nil, nil, nil, 80, 140]],
            tracks: [[1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3]]),
        Row(
            testDescription: "one of two is missed in a look",
            ways: [[0, 30, nil, 90, 120], [100, 130, 160, 190, 220]], tracks: [[1, 1, 1, 1], [2, 2, 2, 2, 2]]),
        Row(
            testDescription: "fast and long unseen, beside one that stands",
            ways: [[0, 60, nil, nil, nil, nil, nil, 150], [900, 900, 900, 900, 900, 900, 900, 900]],
            tracks: [[1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2]]),
        Row(
            testDescription: "its neighbour is read instead",
            ways: [[0, 0, nil, 0], [nil, nil, 105, 105]], tracks: [[1, 1, 1], [2, 2]]),
        Row(
            testDescription: "an equal code appears far away",
            ways: [[0, 0, nil, nil], [nil, nil, 900, 900]], tracks: [[1, 1], [2, 2]]),
        Row(
            testDescription: "an equal code appears beside a first sight",
            ways: [[0, nil, nil], [nil, 900, 900]], tracks: [[1], [2, 2]]),
        Row(
            testDescription: "two pass each other",
            ways: [[0, 60, 120, 180, 240], [230, 170, 110, 50, -10]], tracks: [[1, 1, 1, 1, 1], [2, 2, 2, 2, 2]]),
    ])
    func keepsItsTrack(_ row: Row) {
        var tracker = CodeTracker()
        var tracks = row.ways.map { _ in [Int]() }
        for look in row.ways[0].indices {
            let time = Duration.milliseconds(look * 100)
            _ = tracker.observe(row.ways.compactMap { $0[look].map { code("A", x: $0) } }, at: time)
            for (way, xs) in row.ways.enumerated() {
                guard let x = xs[look] else { continue }
                let here = tracker.tracks.filter { $0.last == time && $0.symbol == code("A", x: x) }
                tracks[way] += here.map(\.id)
            }
        }
        #expect(tracks == row.tracks)
    }

    /// Ten equal labels, 110 pixels apart, before a camera that pans to and fro by up to 43 pixels a look; corners jitter by
    /// 2 pixels and one read in three fails.
    @Test(arguments: 1...8)
    func equalLabelsOnAPanNeverSwap(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var tracker = CodeTracker()
        var labelOfTrack: [Int: Int] = [:]
        var (offset, velocity, direction) = (0.0, 0.0, 1.0)
        for look in 0..<300 {
            velocity += 6 * direction
            if abs(velocity) > 40 { direction = -direction }
            offset += velocity
            let read = (0..<10).filter { _ in Int.random(in: 0..<3, using: &generator) > 0 }
            let symbols = read.map { label in
                let x = offset + Double(label) * 110 + Double.random(in: -2...2, using: &generator)
                return code("A", x: x, y: 300 + Double.random(in: -2...2, using: &generator))
            }
            let time = Duration.milliseconds(look * 100)
            _ = tracker.observe(symbols, at: time)
            for track in tracker.tracks where track.last == time {
                guard let place = symbols.firstIndex(of: track.symbol) else { continue }
                #expect(labelOfTrack[track.id, default: read[place]] == read[place], "look \(look)")
                labelOfTrack[track.id] = read[place]
            }
        }
        #expect(labelOfTrack.count == 10)
    }
}
