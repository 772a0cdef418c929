/// One look at a picture while it goes on: what was found, and what it may still cost.
struct Look {
    /// The finder patterns of the search that goes on.
    private(set) var finders: [FinderPattern] = []
    var reader: TrialReader
    private let maxSymbols: Int
    private let budget: Budget?
    private var findings = QRReader.Findings()
    private var used: Set<Int> = []
    private var trials = 0
    /// Work of the reader that this search may come to.
    private var mostWork = 0
    /// Work of the reader before the trial that goes on.
    private var workBefore = 0

    init(maxSymbols: Int, budget: Budget?, reader: TrialReader) {
        self.maxSymbols = maxSymbols
        self.budget = budget
        self.reader = reader
    }

    /// Goes on with other finder patterns.
    /// - Parameter work: modules that may be fitted and sampled in vain.
    mutating func begin(_ finders: [FinderPattern], work: Int) {
        self.finders = finders
        used.removeAll(keepingCapacity: true)
        mostWork = reader.work + work
    }

    /// Gives the search at least so many modules more.
    mutating func allow(more work: Int) { mostWork = max(mostWork, reader.work + work) }

    /// Whether the look may read more, as far as its caller says.
    var isWithinBudget: Bool {
        guard findings.symbols.count < maxSymbols else { return false }
        guard let budget else { return true }
        guard trials < budget.candidates else { return false }
        guard let deadline = budget.deadline else { return true }
        return ContinuousClock.now < deadline
    }

    /// Whether a trial with these finder patterns is still worth its cost and within the bounds.
    mutating func mayTry(_ members: [Int]) -> Bool {
        guard isWithinBudget, reader.work < mostWork, !members.contains(where: used.contains) else { return false }
        trials += 1
        workBefore = reader.work
        return true
    }

    mutating func add(_ outcome: TrialReader.Outcome, of members: [Int]) {
        switch outcome {
        case .nothing: break
        case .unread(let symbol):
            if !findings.unread.contains(where: { $0.corners.overlaps(symbol.corners) }),
                findings.unread.count < maxSymbols
            {
                findings.unread.append(symbol)
            }
        case .read(let symbol):
            // What was read does not count as cost.
            mostWork += reader.work - workBefore
            used.formUnion(members)
            let isKnown = findings.symbols.contains {
                $0.payload == symbol.payload && $0.corners.overlaps(symbol.corners)
            }
            if !isKnown { findings.symbols.append(symbol) }
        }
    }

    /// Whether a finder pattern belongs to a symbol that was read.
    func isUsed(_ member: Int) -> Bool { used.contains(member) }

    /// Whether a place lies in a symbol that was read.
    func isInSymbol(_ place: Vector) -> Bool { findings.symbols.contains { $0.corners.contains(place) } }

    /// What was found, by position: rows of the picture first.
    var sorted: QRReader.Findings {
        var sorted = findings
        sorted.unread.removeAll { unread in findings.symbols.contains { $0.corners.overlaps(unread.corners) } }
        sorted.symbols.sort { Self.isBefore($0.corners, $1.corners) }
        sorted.unread.sort { Self.isBefore($0.corners, $1.corners) }
        return sorted
    }

    private static func isBefore(_ one: Corners, _ other: Corners) -> Bool {
        let (a, b) = (one.middle, other.middle)
        return (a.y, a.x) < (b.y, b.x)
    }
}
