package import Imaging

/// Finds and decodes the QR Code and Micro QR Code symbols of a picture.
///
/// The stages are locate, group, fit, sample and decode. A reader keeps its buffers between calls, so it belongs to one
/// thread at a time; what it finds depends on the picture, `pass` and the budget's work alone.
package struct QRReader: ~Copyable {
    /// How much a look may cost.
    package enum Effort: Sendable, Hashable {
        /// For video: the passes beyond the first take turns over successive looks.
        case quick
        /// For a picture that is looked at once: all passes.
        case thorough
    }

    /// What a look found.
    package struct Findings: Sendable {
        /// Symbols that were read, by position (rows of the picture first), without duplicates.
        package var symbols: [QRSymbol] = []
        /// Symbols that were located and not read, by position.
        package var unread: [UnreadSymbol] = []
    }

    private let kinds: Set<SymbolKind>
    private let effort: Effort
    private let maxSymbols: Int
    private var pyramid = Pyramid()
    private var locator = FinderLocator()
    private var enlarged = GrayImage()
    private let grouping = FinderGrouping()
    private let recovery = FinderRecovery()
    private let versions = VersionChoice()
    private let micro = MicroChoice()
    /// Modules that the last look fitted and sampled.
    private(set) var work = 0

    /// Shortest side of a picture that can hold a symbol of 11 modules.
    private static let leastSide = 16
    /// Longest side of a picture: places in it are known to a sixteenth of a pixel in single precision.
    private static let mostSide = 1 << 19
    /// Shortest side of a reduced picture.
    private static let leastReducedSide = 64

    /// Modules that may be fitted in vain for pairs of finder patterns.
    private static let pairWork = 20_000
    /// Modules that may be fitted in vain for single finder patterns.
    private static let microWork = 8_000
    /// Most pixels of a picture that is also looked at in twice its size.
    private static let mostEnlarged = 600_000

    /// - Parameters:
    ///   - kinds: what to look for.
    ///   - maxSymbols: most symbols to read in a picture.
    package init(kinds: Set<SymbolKind> = [.model2, .micro], effort: Effort, maxSymbols: Int = 256) {
        self.kinds = kinds
        self.effort = effort
        self.maxSymbols = maxSymbols
    }

    /// The symbols of `luma`.
    ///
    /// A quick look fits grids of 6,000 modules and 200 for each finder pattern, at most 86,000, of 8,000 more for Micro QR
    /// and in every eighth look of 20,000 more, before it gives up on what does not decode; a thorough one of 54,000 more,
    /// and as much again for a picture that it looks at in twice its size too. The candidate at which a bound is reached
    /// is tried to its end, 27 fits at most.
    /// - Parameters:
    ///   - pass: the number of this look in its stream, from 0.
    ///   - budget: what the look may cost; nil for the effort's own bound.
    package mutating func read(_ luma: borrowing LumaView, pass: Int, budget: Budget? = nil) -> Findings {
        work = 0
        guard min(luma.width, luma.height) >= Self.leastSide, max(luma.width, luma.height) <= Self.mostSide else {
            return Findings()
        }
        let filters =
            effort == .thorough || DetectionPlan.extra(pass: pass) == .fine
            ? ModuleFilter.allCases : [.none, .isotropic]
        var look = Look(
            maxSymbols: maxSymbols, budget: budget,
            reader: TrialReader(filters: filters, isPersistent: effort == .thorough))
        search(luma, pass: pass, scale: 1, &look)
        if effort == .thorough && luma.width * luma.height <= Self.mostEnlarged && look.isWithinBudget {
            // Modules of one or two pixels show their edges only between pixels.
            var image = GrayImage()
            swap(&image, &enlarged)
            image.copyEnlarged(luma)
            search(image.view, pass: pass, scale: 0.5, &look)
            swap(&image, &enlarged)
        }
        work = look.reader.work
        return look.sorted
    }

    /// Reads what a picture shows; `scale` is how large its pixels are in the picture that was given.
    private mutating func search(_ luma: borrowing LumaView, pass: Int, scale: Double, _ look: inout Look) {
        pyramid.build(luma, leastSide: Self.leastReducedSide)
        // Of an enlarged picture, what is coarser was searched before.
        let plan = DetectionPlan(
            effort: effort, width: luma.width, height: luma.height, levels: scale < 1 ? 1 : pyramid.count, pass: pass)
        locator.locate(plan, in: luma, pyramid)
        look.begin(
            locator.finders, work: (effort == .thorough ? 60_000 : 6_000) + 200 * min(locator.finders.count, 400))
        if kinds.contains(.model2) {
            readModel2(in: luma, scale: scale, &look)
            if effort == .thorough || DetectionPlan.extra(pass: pass) == .open {
                readPairs(in: luma, scale: scale, &look)
            }
        }
        if kinds.contains(.micro) { readMicro(in: luma, scale: scale, &look) }
    }

    private func readModel2(in luma: borrowing LumaView, scale: Double, _ look: inout Look) {
        var trials: [Trial] = []
        for candidate in grouping.candidates(of: look.finders, most: effort == .thorough ? 2000 : 600)
        where look.isWithinBudget {
            let level = level(ofModule: candidate.module)
            let view = pyramid.view(level, of: luma)
            add(candidate.scaled(by: 1 / Double(1 << level)), level: level, in: view, to: &trials)
        }
        read(trials, in: luma, scale: scale, &look)
    }

    private func readPairs(in luma: borrowing LumaView, scale: Double, _ look: inout Look) {
        var trials: [Trial] = []
        let pairs = recovery.pairs(of: look.finders) { [look] in
            !look.isUsed($0) && !look.isInSymbol(look.finders[$0].center * scale)
        }
        look.allow(more: Self.pairWork)
        for pair in pairs where look.isWithinBudget {
            let (one, other) = (look.finders[pair.members[0]], look.finders[pair.members[1]])
            let level = level(ofModule: (one.module + other.module) / 2)
            let reduction = 1 / Double(1 << level)
            let view = pyramid.view(level, of: luma)
            let candidates = recovery.candidates(
                of: pair, one.scaled(by: reduction), other.scaled(by: reduction), in: view)
            for candidate in candidates { add(candidate, level: level, in: view, to: &trials) }
        }
        read(trials, in: luma, scale: scale, &look)
    }

    /// Adds a candidate, in pixels of `view`, in its likeliest versions.
    private func add(
        _ candidate: SymbolCandidate, level: Int, in view: borrowing LumaView, to trials: inout [Trial]
    ) {
        let isThorough = effort == .thorough
        let hypotheses = versions.hypotheses(for: candidate, in: view).prefix(isThorough ? 3 : 2)
        for (i, hypothesis) in hypotheses.enumerated() {
            // Long timing patterns tell much, short ones little.
            let least = isThorough ? (hypothesis.patterns.version < 7 ? -0.3 : 0.15) : 0.25
            guard hypothesis.score > least else { continue }
            let score = hypothesis.score - candidate.cost / 2 - Double(i) / 10
            trials.append(Trial(candidate: candidate, level: level, patterns: hypothesis.patterns, score: score))
        }
    }

    /// Tries the likeliest first.
    private func read(_ trials: [Trial], in luma: borrowing LumaView, scale: Double, _ look: inout Look) {
        for trial in trials.sorted(by: { $0.score > $1.score }) where look.mayTry(trial.candidate.members) {
            let outcome = look.reader.read(
                trial.candidate, trial.patterns, in: pyramid.view(trial.level, of: luma),
                scale: Double(1 << trial.level) * scale)
            look.add(outcome, of: trial.candidate.members)
        }
    }

    private func readMicro(in luma: borrowing LumaView, scale: Double, _ look: inout Look) {
        look.allow(more: Self.microWork)
        for (i, finder) in look.finders.enumerated()
        where look.isWithinBudget && !look.isUsed(i) && !look.isInSymbol(finder.center * scale) {
            let level = level(ofModule: finder.module)
            let reduction = Double(1 << level)
            let view = pyramid.view(level, of: luma)
            for hypothesis in micro.hypotheses(for: finder.scaled(by: 1 / reduction), in: view)
            where look.mayTry([i]) {
                look.add(look.reader.read(hypothesis, in: view, scale: reduction * scale), of: [i])
            }
        }
    }

    /// The level at which modules of that many pixels have 3.5 to 7, where there is one.
    private func level(ofModule pixels: Double) -> Int {
        var level = 0
        while level + 1 < pyramid.count, pixels / Double(2 << level) >= 3.5 { level += 1 }
        return level
    }

    /// A candidate in one version.
    private struct Trial {
        /// In pixels of its level.
        var candidate: SymbolCandidate
        var level: Int
        var patterns: FunctionPatterns
        var score: Double
    }
}
