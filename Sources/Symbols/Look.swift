/// What one look at a picture has found and may still cost.
struct Look {
    private let maxCodes: Int
    private var work: Int
    private var found: [(symbol: Symbol, isPlaced: Bool)] = []
    private var asked = 0

    init(maxCodes: Int, work: Int) {
        self.maxCodes = maxCodes
        self.work = work
    }

    /// Whether a symbol was found.
    var hasFound: Bool { !found.isEmpty }

    /// Whether there is work left for a call that shows the library so many pixels; takes it if so.
    mutating func mayAsk(pixels: Int) -> Bool {
        guard found.count < maxCodes && work >= pixels && asked < 4 * maxCodes + 16 else { return false }
        work -= pixels
        asked += 1
        return true
    }

    /// Takes in a symbol; `isPlaced` says whether its corners are known.
    mutating func add(_ symbol: Symbol, isPlaced: Bool) {
        found.append((symbol, isPlaced))
    }

    /// Each symbol once, without what was read out of a part of another, by the place of their centres.
    var symbols: [Symbol] {
        var kept: [(symbol: Symbol, isPlaced: Bool)] = []
        for candidate in found.sorted(by: { Self.isStronger($0.symbol, $1.symbol) }) {
            let isPart = kept.contains { other in
                if other.symbol.symbology == candidate.symbol.symbology && other.symbol.bytes == candidate.symbol.bytes
                {
                    return Self.areNear(other.symbol, candidate.symbol)
                }
                return candidate.symbol.symbology.isLinear && other.isPlaced
                    && other.symbol.corners.overlaps(candidate.symbol.corners)
            }
            if !isPart { kept.append(candidate) }
        }
        return kept.map(\.symbol).sorted(by: Self.isBefore).prefix(maxCodes).map { $0 }
    }

    /// Whether two readings of one payload are of one symbol. The bars of a linear symbol may have been followed only
    /// part of the way, where they bend or are soiled; the rest then reads as a symbol right beside it.
    private static func areNear(_ a: Symbol, _ b: Symbol) -> Bool {
        guard a.symbology.isLinear else { return a.corners.overlaps(b.corners) }
        let along = { (quad: Quad) in min(0.15 * quad.width, quad.height) }
        return a.corners.grown(across: 0, along: along(a.corners)).overlaps(
            b.corners.grown(across: 0, along: along(b.corners)))
    }

    /// Matrix before linear, well checked before weak, long before short.
    private static func isStronger(_ a: Symbol, _ b: Symbol) -> Bool {
        let (ra, rb) = (rank(a.symbology), rank(b.symbology))
        if ra != rb { return ra < rb }
        if a.corners.width != b.corners.width { return a.corners.width > b.corners.width }
        return isBefore(a, b)
    }

    private static func rank(_ symbology: Symbology) -> Int {
        !symbology.isLinear ? 0 : SymbologySet.weak.contains(symbology) ? 2 : 1
    }

    /// Top to bottom, then left to right, then by what they are.
    private static func isBefore(_ a: Symbol, _ b: Symbol) -> Bool {
        let (ca, cb) = (a.corners.center, b.corners.center)
        if ca.y != cb.y { return ca.y < cb.y }
        if ca.x != cb.x { return ca.x < cb.x }
        if a.symbology != b.symbology { return a.symbology.position < b.symbology.position }
        return a.bytes.lexicographicallyPrecedes(b.bytes)
    }
}
