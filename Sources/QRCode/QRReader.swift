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
    private let grouping = FinderGrouping()
    private let versions = VersionChoice()
    private let micro = MicroChoice()

    /// Shortest side of a picture that can hold a symbol of 11 modules.
    private static let leastSide = 16
    /// Shortest side of a reduced picture.
    private static let leastReducedSide = 64

    /// - Parameters:
    ///   - kinds: what to look for.
    ///   - maxSymbols: most symbols to read in a picture.
    package init(kinds: Set<SymbolKind> = [.model2, .micro], effort: Effort, maxSymbols: Int = 64) {
        self.kinds = kinds
        self.effort = effort
        self.maxSymbols = maxSymbols
    }

    /// The symbols of `luma`.
    ///
    /// A quick look fits grids of 6,000 modules and 200 for each finder pattern, at most 86,000, before it gives up on
    /// what does not decode; a thorough one of 60,000 more.
    /// - Parameters:
    ///   - pass: the number of this look in its stream, from 0.
    ///   - budget: what the look may cost; nil for the effort's own bound.
    package mutating func read(_ luma: borrowing LumaView, pass: Int, budget: Budget? = nil) -> Findings {
        guard min(luma.width, luma.height) >= Self.leastSide else { return Findings() }
        pyramid.build(luma, leastSide: Self.leastReducedSide)
        let plan = DetectionPlan(
            effort: effort, width: luma.width, height: luma.height, levels: pyramid.count, pass: pass)
        locator.locate(plan, in: luma, pyramid)
        var look = Look(
            finders: locator.finders, maxSymbols: maxSymbols,
            work: (effort == .thorough ? 60_000 : 6_000) + 200 * locator.finders.count, budget: budget,
            reader: TrialReader(
                filters: effort == .thorough || pass % 2 != 0 ? ModuleFilter.allCases : [.none, .isotropic]))
        if kinds.contains(.model2) { readModel2(in: luma, &look) }
        if kinds.contains(.micro) { readMicro(in: luma, &look) }
        return look.sorted
    }

    private func readModel2(in luma: borrowing LumaView, _ look: inout Look) {
        var trials: [Trial] = []
        for candidate in grouping.candidates(of: look.finders, most: effort == .thorough ? 2000 : 600) {
            let level = level(ofModule: candidate.module)
            let hypotheses = versions.hypotheses(
                for: candidate.scaled(by: 1 / Double(1 << level)), in: pyramid.view(level, of: luma))
            for (i, hypothesis) in hypotheses.prefix(effort == .thorough ? 3 : 2).enumerated()
            where hypothesis.score > (effort == .thorough ? -0.3 : 0.25) {
                let score = hypothesis.score - candidate.cost / 2 - Double(i) / 10
                trials.append(Trial(candidate: candidate, level: level, patterns: hypothesis.patterns, score: score))
            }
        }
        trials.sort { $0.score > $1.score }
        for trial in trials where look.mayTry(trial.candidate.members) {
            let scale = Double(1 << trial.level)
            let outcome = look.reader.read(
                trial.candidate.scaled(by: 1 / scale), trial.patterns, in: pyramid.view(trial.level, of: luma),
                scale: scale)
            look.add(outcome, of: trial.candidate.members)
        }
    }

    private func readMicro(in luma: borrowing LumaView, _ look: inout Look) {
        for (i, finder) in look.finders.enumerated() where look.mayTry([i]) && !look.isInSymbol(finder.center) {
            let level = level(ofModule: finder.module)
            let scale = Double(1 << level)
            let view = pyramid.view(level, of: luma)
            guard let hypothesis = micro.hypothesis(for: finder.scaled(by: 1 / scale), in: view) else { continue }
            look.add(look.reader.read(hypothesis, in: view, scale: scale), of: [i])
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
        var candidate: SymbolCandidate
        var level: Int
        var patterns: FunctionPatterns
        var score: Double
    }
}
