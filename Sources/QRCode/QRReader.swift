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

    /// - Parameters:
    ///   - kinds: what to look for.
    ///   - maxSymbols: most symbols to read in a picture.
    package init(kinds: Set<SymbolKind> = [.model2, .micro], effort: Effort, maxSymbols: Int = 64) {
        self.kinds = kinds
        self.effort = effort
        self.maxSymbols = maxSymbols
    }

    /// The symbols of `luma`.
    /// - Parameters:
    ///   - pass: the number of this look in its stream, from 0.
    ///   - budget: what the look may cost; nil for the effort's own bound.
    package mutating func read(_ luma: borrowing LumaView, pass: Int, budget: Budget? = nil) -> Findings {
        var findings = Findings()
        pyramid.build(luma, leastSide: 64)
        locator.reset()
        locator.locate(luma, pyramid, thorough: effort == .thorough)
        let isThorough = effort == .thorough
        var trials: [Trial] = []
        for candidate in grouping.candidates(of: locator.finders, most: isThorough ? 2000 : 600) {
            add(candidate, luma, to: &trials)
        }
        trials.sort { $0.score > $1.score }
        var used = Set<Int>()
        var work = 0
        for trial in trials where !trial.candidate.members.contains(where: used.contains) {
            guard work < (isThorough ? 60_000 : 6_000) + 200 * locator.finders.count else { break }
            var spent = 0
            guard let symbol = read(trial, luma, work: &spent) else {
                work += spent
                if QRLab.debug { print("fail", trial.score, trial.candidate.cost, trial.patterns.version, spent, trial.candidate.upperLeft.isInverted, trial.candidate.members, trial.candidate.upperLeft.center, trial.candidate.upperRight.center, trial.candidate.lowerLeft.center, trial.candidate.module) }
                continue
            }
            if QRLab.debug { print("ok score", trial.score, "cost", trial.candidate.cost, "work", work, "trials", trials.count) }
            findings.symbols.append(symbol)
            used.formUnion(trial.candidate.members)
        }
        if QRLab.debug { print("work", work, "trials", trials.count) }
        return findings
    }

    /// A candidate in one version.
    private struct Trial {
        var candidate: SymbolCandidate
        var patterns: FunctionPatterns
        var score: Double
    }

    private func level(of candidate: SymbolCandidate) -> Int {
        var level = 0
        while level + 1 < pyramid.count, candidate.module / Double(2 << level) >= 3.5 { level += 1 }
        return level
    }

    private func add(_ candidate: SymbolCandidate, _ luma: borrowing LumaView, to trials: inout [Trial]) {
        let level = level(of: candidate)
        let hypotheses: [VersionChoice.Hypothesis]
        if level == 0 {
            hypotheses = versions.hypotheses(for: candidate, in: luma)
        } else {
            let image = pyramid.levels[level]
            hypotheses = versions.hypotheses(for: candidate.scaled(by: 1 / Double(1 << level)), in: image.image.view)
        }
        for (i, hypothesis) in hypotheses.prefix(effort == .thorough ? 3 : 2).enumerated() where hypothesis.score > (effort == .thorough ? -0.3 : 0.25) {
            trials.append(Trial(candidate: candidate, patterns: hypothesis.patterns, score: hypothesis.score - candidate.cost * 0.5 - 0.1 * Double(i)))
        }
    }

    private func read(_ trial: Trial, _ luma: borrowing LumaView, work: inout Int) -> QRSymbol? {
        let level = level(of: trial.candidate)
        if level == 0 { return read(trial, in: luma, scale: 1, work: &work) }
        let image = pyramid.levels[level]
        return read(trial, in: image.image.view, scale: Double(1 << level), work: &work)
    }

    private func read(_ trial: Trial, in luma: borrowing LumaView, scale: Double, work: inout Int) -> QRSymbol? {
        let candidate = trial.candidate.scaled(by: 1 / scale)
        let isInverted = candidate.upperLeft.isInverted
        let fitter = GridFitter()
        for fourth in candidate.fourthCenters {
            guard let fit = fitter.fit(candidate, trial.patterns, fourth: fourth, in: luma) else { continue }
            work += trial.patterns.dimension * trial.patterns.dimension
            let samples = ModuleSamples(fit.mesh, in: luma)
            let grid = ModuleThreshold().grid(samples, fit.patterns, isInverted: isInverted)
            guard fit.patterns.agreementBetweenFinders(with: grid) > 0.35 else { continue }
            if case .success(let decoded) = SymbolDecoder.decode(grid, kind: .model2, mirrors: true) {
                return symbol(decoded, fit, scale: scale, isInverted: isInverted)
            }
            work += 4 * trial.patterns.dimension * trial.patterns.dimension
            guard let refined = fitter.refined(fit, in: luma) else { continue }
            if let decoded = decode(refined, effort == .thorough ? ModuleFilter.allCases : [.none, .isotropic], isInverted: isInverted, in: luma) {
                return symbol(decoded, refined, scale: scale, isInverted: isInverted)
            }
        }
        return nil
    }

    private func decode(_ fit: GridFitter.Fit, _ filters: [ModuleFilter], isInverted: Bool, in luma: borrowing LumaView) -> DecodedSymbol? {
        let samples = ModuleSamples(fit.mesh, in: luma)
        for filter in filters {
            let grid = ModuleThreshold().grid(filter.apply(to: samples), fit.patterns, isInverted: isInverted)
            if case .success(let decoded) = SymbolDecoder.decode(grid, kind: .model2, mirrors: true) { return decoded }
        }
        return nil
    }

    private func symbol(_ decoded: DecodedSymbol, _ fit: GridFitter.Fit, scale: Double, isInverted: Bool) -> QRSymbol {
        let n = fit.patterns.dimension
        func corner(_ column: Int, _ row: Int) -> PixelPoint {
            let node = decoded.isMirrored ? fit.mesh.node(row, column) : fit.mesh.node(column, row)
            return PixelPoint(x: Double(node.x) * scale, y: Double(node.y) * scale)
        }
        return QRSymbol(
            kind: .model2, version: decoded.version, level: decoded.level, mask: decoded.mask, payload: decoded.payload,
            correction: decoded.correction,
            corners: Corners(upperLeft: corner(0, 0), upperRight: corner(n, 0), lowerRight: corner(n, n), lowerLeft: corner(0, n)),
            modulePixels: 1, isMirrored: decoded.isMirrored, isInverted: isInverted)
    }
}
