/// Whether everything that was asked answers in time. It reads no clock.
struct ResponseCheck: Sendable {
    /// The longest that an answer may take: opening a source may take a minute, closing one a little more.
    static let limit = Duration.seconds(90)

    /// When each of those was asked that have not answered.
    private var asked: [Int: Duration] = [:]

    /// Asks all that run; what is over owes no answer.
    /// - Returns: who is to be asked now: those that owe no answer from before.
    mutating func ask(_ runs: some Sequence<Int>, at now: Duration) -> [Int] {
        let runs = Set(runs)
        asked = asked.filter { runs.contains($0.key) }
        let free = runs.filter { asked[$0] == nil }.sorted()
        for run in free { asked[run] = now }
        return free
    }

    mutating func answered(_ run: Int) { asked[run] = nil }

    /// Those that owe an answer for longer than the limit.
    func silent(at now: Duration) -> [Int] { asked.filter { now - $0.value > Self.limit }.keys.sorted() }
}
