/// Format information that a grid may hold, the likeliest first.
struct FormatCandidate: Sendable, Hashable {
    var format: FormatInformation
    /// Whether it stands in the grid as in a mirrored symbol.
    var isMirrored: Bool
    /// 1 if all of its modules agree, 0 if they agree no better than chance.
    var agreement: Float
    /// Bits by which the copy differs that differs least.
    var distance: Int

    /// Most candidates that are tried.
    static let limit = 4

    /// The candidates of a grid: those that agree nearly as well as the best one.
    ///
    /// All modules of both copies weigh as their confidence; a copy that agrees almost completely counts by itself too,
    /// for the other one may be hidden. Words differ in five bits and more, so a clean copy leaves one candidate.
    static func of(values: [Float], layout: SymbolLayout, mirrors: Bool) -> [FormatCandidate] {
        var candidates: [FormatCandidate] = []
        for isMirrored in mirrors ? [false, true] : [false] {
            let copies = layout.patterns.formatCopies.map { copy in
                copy.map { place in
                    let place = isMirrored ? place.transposed : place
                    return values[place.row * layout.patterns.dimension + place.column]
                }
            }
            for format in layout.formats {
                candidates.append(FormatCandidate(format: format, isMirrored: isMirrored, copies: copies))
            }
        }
        candidates.sort { $0.agreement > $1.agreement }
        let least = max(0.2, (candidates.first?.agreement ?? 0) - 0.45)
        return Array(candidates.prefix(limit).prefix { $0.agreement >= least })
    }

    private init(format: FormatInformation, isMirrored: Bool, copies: [[Float]]) {
        self.format = format
        self.isMirrored = isMirrored
        var sum: Float = 0
        var weight: Float = 0
        var alone: Float = 0
        distance = 15
        for copy in copies {
            var copySum: Float = 0
            var copyWeight: Float = 0
            var differences = 0
            for (bit, value) in copy.enumerated() {
                let agrees = (format.word >> (14 - bit) & 1 == 1) == (value > 0)
                copySum += agrees ? value.magnitude : -value.magnitude
                copyWeight += value.magnitude
                if !agrees { differences += 1 }
            }
            sum += copySum
            weight += copyWeight
            if copyWeight > 0 { alone = max(alone, copySum / copyWeight) }
            distance = min(distance, differences)
        }
        agreement = weight > 0 ? max(sum / weight, alone - 0.3) : 0
    }
}
