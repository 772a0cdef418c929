internal import Imaging

/// Fits, samples and decodes one candidate in one version.
struct TrialReader {
    /// What a trial came to.
    enum Outcome {
        case read(QRSymbol)
        /// It looks like a symbol, and did not decode.
        case unread(UnreadSymbol)
        /// It is none.
        case nothing
    }

    /// How the samples are filtered before they are decoded, in order of cost.
    private let filters: [ModuleFilter]
    /// Modules that were fitted and sampled so far.
    private(set) var work = 0
    private let isPersistent: Bool
    private let fitter = GridFitter()
    private let threshold = ModuleThreshold()

    /// Least agreement of the modules between the finder patterns for a candidate to be worth more than one fit, and
    /// for one that is told as unread. Of symbols that were read all had 0.65, of other candidates 4 % had 0.45.
    private static let leastAgreement: (fitted: Float, unread: Float) = (0.45, 0.7)

    /// - Parameter isPersistent: whether what looks like a symbol is bent further, and its least sure modules tried both
    ///   ways, before it is given up.
    init(filters: [ModuleFilter], isPersistent: Bool) {
        self.filters = filters
        self.isPersistent = isPersistent
    }

    /// Tries a candidate, in pixels of `luma`; `scale` is how large these are in the picture.
    mutating func read(
        _ candidate: SymbolCandidate, _ patterns: FunctionPatterns, in luma: borrowing LumaView, scale: Double
    ) -> Outcome {
        var outcome = Outcome.nothing
        for fourth in candidate.fourthCenters {
            guard let fit = fitter.fit(candidate, patterns, fourth: fourth, in: luma) else { continue }
            switch read(fit, kind: .model2, isInverted: candidate.upperLeft.isInverted, in: luma, scale: scale) {
            case .read(let symbol): return .read(symbol)
            case .unread(let symbol): outcome = .unread(symbol)
            case .nothing: break
            }
        }
        return outcome
    }

    /// Tries a finder pattern as that of a Micro QR symbol.
    mutating func read(_ hypothesis: MicroChoice.Hypothesis, in luma: borrowing LumaView, scale: Double) -> Outcome {
        guard let fit = fitter.fit(hypothesis.finder, hypothesis.patterns, in: luma) else { return .nothing }
        let outcome = read(fit, kind: .micro, isInverted: hypothesis.finder.isInverted, in: luma, scale: scale)
        // One finder pattern alone is too little to be told as a symbol that was not read.
        if case .unread = outcome { return .nothing }
        return outcome
    }

    private mutating func read(
        _ fit: GridFitter.Fit, kind: SymbolKind, isInverted: Bool, in luma: borrowing LumaView, scale: Double
    ) -> Outcome {
        let modules = fit.patterns.dimension * fit.patterns.dimension
        work += modules
        let agreement = fit.agreementBetweenFinders(in: luma, isInverted: isInverted)
        guard agreement > Self.leastAgreement.fitted else { return .nothing }
        let samples = ModuleSamples(fit.mesh, in: luma)
        let grid = threshold.grid(samples, fit.patterns, isInverted: isInverted)
        if case .success(let decoded) = SymbolDecoder.decode(grid, kind: kind, mirrors: true) {
            return .read(QRSymbol(decoded, fit, kind: kind, isInverted: isInverted, scale: scale))
        }
        // Four more fits, and as many samplings as filters.
        work += 4 * modules
        if let refined = fitter.refined(fit, degrees: [2, 3, 4, 4], in: luma) {
            if let decoded = decode(refined, filters, kind: kind, isInverted: isInverted, in: luma) {
                return .read(QRSymbol(decoded, refined, kind: kind, isInverted: isInverted, scale: scale))
            }
            if isPersistent && agreement > Self.leastAgreement.unread {
                work += 4 * modules
                let bent = fitter.refined(refined, degrees: [5, 6, 6], in: luma) ?? refined
                if let decoded = decode(bent, filters, kind: kind, flips: 6, isInverted: isInverted, in: luma) {
                    return .read(QRSymbol(decoded, bent, kind: kind, isInverted: isInverted, scale: scale))
                }
            }
        }
        guard agreement > Self.leastAgreement.unread else { return .nothing }
        return .unread(UnreadSymbol(fit, samples, scale: scale))
    }

    private func decode(
        _ fit: GridFitter.Fit, _ filters: [ModuleFilter], kind: SymbolKind, flips: Int = 0, isInverted: Bool,
        in luma: borrowing LumaView
    ) -> DecodedSymbol? {
        let samples = ModuleSamples(fit.mesh, in: luma)
        for filter in filters {
            guard let filtered = filter.apply(to: samples, fit.patterns) else { continue }
            let grid = threshold.grid(filtered, fit.patterns, isInverted: isInverted)
            if case .success(let decoded) = SymbolDecoder.decode(grid, kind: kind, mirrors: true, flips: flips) {
                return decoded
            }
        }
        return nil
    }
}
