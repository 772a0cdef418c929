internal import Monitoring

/// Which streams are wanted, which run, and what has to be done so that the two become one.
///
/// It reads no clock and runs nothing: time is an argument, and what is to be done is told as actions. A run has a number
/// of its own, so that what is heard of an older one is known; no name has two runs at a time.
struct StreamSet<Plan: Equatable & Sendable>: Sendable {
    enum Action: Equatable, Sendable {
        case start(name: String, plan: Plan, run: Int)
        case stop(run: Int)
    }

    /// How a stream is.
    enum Condition: Equatable, Sendable {
        case opening, running, interrupted, stopping
        /// It failed and is tried again then; nil where only a reload does.
        case failed(until: Duration?)
        /// It came to its end.
        case ended
    }

    /// What came of a run.
    enum Outcome: Equatable, Sendable {
        case ended
        /// - Parameter isFinal: whether trying again would tell the same once more.
        case failed(isFinal: Bool)
    }

    private struct Member: Sendable {
        /// Nil where it is only waited for the end.
        var wanted: Plan?
        /// The number of the run; nil where none is.
        var run: Int?
        var condition = Condition.opening
        var backoff = Backoff(settings: StreamSet.retries)
    }

    /// A stream that failed for good rarely mends itself: a minute, and up to ten.
    private static var retries: Backoff.Settings { .init(first: .seconds(60), longest: .seconds(600)) }

    private var members: [String: Member] = [:]
    private var lastRun = 0

    // MARK: What is wanted

    /// Takes over a configuration: what did not change goes on, and what had failed is tried at once.
    mutating func configure(_ plans: [(name: String, plan: Plan)]) -> [Action] {
        let names = Set(plans.map(\.name))
        var actions = members.keys.filter { !names.contains($0) }.sorted().flatMap { unwant($0) }
        for (name, plan) in plans {
            guard let member = members[name], member.run != nil || member.wanted == plan else {
                members[name] = nil
                actions.append(start(name, plan))
                continue
            }
            members[name]?.wanted = plan
            if case .failed = member.condition {
                members[name]?.backoff.succeed()
                actions.append(start(name, plan))
            } else if let run = member.run, member.wanted != plan, member.condition != .stopping {
                members[name]?.condition = .stopping
                actions.append(.stop(run: run))
            }
        }
        return actions
    }

    /// Stops everything.
    mutating func stopAll() -> [Action] { members.keys.sorted().flatMap { unwant($0) } }

    private mutating func unwant(_ name: String) -> [Action] {
        members[name]?.wanted = nil
        guard let member = members[name], let run = member.run else {
            members[name] = nil
            return []
        }
        members[name]?.condition = .stopping
        return member.condition == .stopping ? [] : [.stop(run: run)]
    }

    private mutating func start(_ name: String, _ plan: Plan) -> Action {
        lastRun += 1
        members[name, default: Member()].wanted = plan
        members[name]?.run = lastRun
        members[name]?.condition = .opening
        return .start(name: name, plan: plan, run: lastRun)
    }

    // MARK: What happens

    /// Frames of the run flow.
    mutating func flows(_ run: Int) {
        change(run) { member in
            member.condition = .running
            member.backoff.succeed()
        }
    }

    /// The run keeps on by itself, without frames.
    mutating func isInterrupted(_ run: Int) { change(run) { $0.condition = .interrupted } }

    private mutating func change(_ run: Int, _ body: (inout Member) -> Void) {
        guard let name = name(of: run), members[name]?.condition != .stopping else { return }
        body(&members[name, default: Member()])
    }

    /// The run is over.
    /// - Parameters:
    ///   - now: on the clock of `retry`.
    ///   - chance: 0 to 1, by which the wait is shortened.
    /// - Returns: what is to be done now, and how long the stream waits where it is tried again.
    mutating func ended(
        _ run: Int, _ outcome: Outcome, at now: Duration, chance: Double
    ) -> (actions: [Action], retryIn: Duration?) {
        guard let name = name(of: run), var member = members[name] else { return ([], nil) }
        guard let plan = member.wanted else {
            members[name] = nil
            return ([], nil)
        }
        if member.condition == .stopping {
            members[name] = nil
            return ([start(name, plan)], nil)
        }
        member.run = nil
        var wait: Duration?
        switch outcome {
        case .ended: member.condition = .ended
        case .failed(isFinal: true): member.condition = .failed(until: nil)
        case .failed(isFinal: false):
            let retryIn = member.backoff.fail(chance: chance)
            member.condition = .failed(until: now + retryIn)
            wait = retryIn
        }
        members[name] = member
        return ([], wait)
    }

    /// Starts what has waited for long enough.
    mutating func retry(at now: Duration) -> [Action] {
        let due = members.compactMap { name, member -> (name: String, plan: Plan)? in
            guard case .failed(let time?) = member.condition, time <= now, let plan = member.wanted else { return nil }
            return (name, plan)
        }
        return due.sorted { $0.name < $1.name }.map { start($0.name, $0.plan) }
    }

    // MARK: What is

    func name(of run: Int) -> String? { members.first { $0.value.run == run }?.key }

    /// Whether the run is one that is wanted as it is.
    func isGoingOn(_ run: Int) -> Bool {
        name(of: run).flatMap { members[$0] }.map { $0.condition != .stopping } ?? false
    }

    /// Whether nothing runs any more.
    var isStill: Bool { members.values.allSatisfy { $0.run == nil } }

    /// `8 streams: 7 running, 1 interrupted`.
    var summary: String {
        let conditions = members.values.map(\.condition)
        let counts = ["running", "opening", "interrupted", "failed", "ended", "stopping"].compactMap { word in
            let count = conditions.count { $0.word == word }
            return count == 0 ? nil : "\(count) \(word)"
        }
        let streams = PlainText.count(members.count, "stream")
        return counts.isEmpty ? streams : "\(streams): \(counts.joined(separator: ", "))"
    }
}

extension StreamSet.Condition {
    fileprivate var word: String {
        switch self {
        case .opening: "opening"
        case .running: "running"
        case .interrupted: "interrupted"
        case .stopping: "stopping"
        case .failed: "failed"
        case .ended: "ended"
        }
    }
}
