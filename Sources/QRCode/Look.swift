/// One look at a picture while it goes on: what was found, and what it may still cost.
struct Look {
    let finders: [FinderPattern]
    var reader: TrialReader
    private let maxSymbols: Int
    private let work: Int
    private let budget: Budget?
    private var findings = QRReader.Findings()
    private var used: Set<Int> = []
    private var trials = 0
    /// Modules that went into symbols that were read, and so do not count as cost.
    private var paid = 0

    /// - Parameter work: modules that may be fitted and sampled in vain.
    init(finders: [FinderPattern], maxSymbols: Int, work: Int, budget: Budget?, reader: TrialReader) {
        self.finders = finders
        self.maxSymbols = maxSymbols
        self.work = work
        self.budget = budget
        self.reader = reader
    }

    /// Whether a trial with these finder patterns is still worth its cost and within the bounds.
    mutating func mayTry(_ members: [Int]) -> Bool {
        guard findings.symbols.count < maxSymbols, reader.work - paid < work, !members.contains(where: used.contains)
        else { return false }
        if let budget {
            guard trials < budget.candidates else { return false }
            if let deadline = budget.deadline, ContinuousClock.now >= deadline { return false }
        }
        trials += 1
        started = reader.work
        return true
    }

    private var started = 0

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
            paid += reader.work - started
            used.formUnion(members)
            let isKnown = findings.symbols.contains {
                $0.payload == symbol.payload && $0.corners.overlaps(symbol.corners)
            }
            if !isKnown { findings.symbols.append(symbol) }
        }
    }

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
