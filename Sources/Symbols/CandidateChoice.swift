internal import Imaging

/// Which candidates one look shows to the library.
struct CandidateChoice {
    /// The chosen places, in order of promise.
    private(set) var layers: [LookPlan.Layer] = []
    private var grids: [PixelRect] = []
    private var budget: Int

    /// Candidates that every look at video considers, and further ones that take turns.
    private static let always = 16
    private static let inTurn = 4
    /// Pixels that may be shown even of a small picture.
    private static let leastBudget = 200_000
    /// Below this regularity edges run every way, as in foliage; from the other on they are those of a grid or of print.
    private static let leastRegularity = 0.3
    private static let gridRegularity = 0.5

    /// The most promising: all of these for a picture that is looked at once; in video as many as a bound on pixels
    /// admits, and some of the others in turns.
    init(
        of candidates: [CandidateLocator.Candidate], in luma: borrowing LumaView, effort: Effort, pass: Int
    ) {
        budget = max(Self.leastBudget, luma.width * luma.height / 8)
        if effort == .thorough {
            for candidate in candidates.prefix(Self.always + Self.inTurn) {
                layers.append(.candidate(candidate.rect, Grain(of: luma, in: candidate.rect)))
            }
            return
        }
        for candidate in candidates.prefix(Self.always) where !grids.contains(where: { candidate.isScrap(of: $0) }) {
            consider(candidate.rect, in: luma)
        }
        let others = candidates.dropFirst(Self.always)
        let first = Int(pass.magnitude % 4096) * Self.inTurn
        for turn in 0..<min(Self.inTurn, others.count) {
            consider(others[others.startIndex + (first + turn) % others.count].rect, in: luma)
        }
    }

    private mutating func consider(_ rect: PixelRect, in luma: borrowing LumaView) {
        let grain = Grain(of: luma, in: rect)
        guard grain.regularity >= Self.leastRegularity else { return }
        let layer = LookPlan.Layer.candidate(rect, grain)
        let cost = layer.pixelCount(of: luma.width * luma.height)
        guard cost <= budget else { return }
        budget -= cost
        layers.append(layer)
        if grain.regularity >= Self.gridRegularity { grids.append(rect) }
    }
}

extension CandidateLocator.Candidate {
    /// Whether this is a small part of `other`.
    fileprivate func isScrap(of other: PixelRect) -> Bool {
        rect.x >= other.x && rect.x + rect.width <= other.x + other.width
            && rect.y >= other.y && rect.y + rect.height <= other.y + other.height
            && rect.width * rect.height < other.width * other.height / 8
    }
}
