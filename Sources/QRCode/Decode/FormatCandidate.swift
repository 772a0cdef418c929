/// Format information that a grid may hold.
struct FormatCandidate: Sendable, Hashable {
    /// What it says.
    var format: FormatInformation
    /// Whether it stands in the grid as in a mirrored symbol.
    var isMirrored: Bool
    /// 1 if all of its modules agree, 0 if they agree no better than chance.
    var agreement: Float
    /// Bits by which the copy differs that differs least.
    var distance: Int

    /// Most candidates that are tried.
    static let limit = 3

    /// The candidates of a grid, those that agree best first: all that agree nearly as well as the first.
    ///
    /// All modules of both copies weigh as their confidence; a copy that agrees almost completely counts by itself too,
    /// for the other one may be hidden. Words differ in five bits and more, so a clean copy leaves one candidate.
    static func of(values: [Float], layout: SymbolLayout, mirrors: Bool) -> [FormatCandidate] {
        let dimension = layout.patterns.dimension
        var best: [FormatCandidate] = []
        for isMirrored in mirrors ? [false, true] : [false] {
            let copies = layout.patterns.formatCopies.map { copy in
                FormatCopy(
                    modules: copy.map {
                        values[isMirrored ? $0.column * dimension + $0.row : $0.row * dimension + $0.column]
                    }
                )
            }
            for format in layout.formats {
                let candidate = FormatCandidate(format: format, isMirrored: isMirrored, copies: copies)
                let place = best.firstIndex { $0.agreement < candidate.agreement } ?? best.count
                guard place < limit else { continue }
                best.insert(candidate, at: place)
                if best.count > limit { best.removeLast() }
            }
        }
        let least = max(0.2, (best.first?.agreement ?? 0) - 0.45)
        return Array(best.prefix { $0.agreement >= least })
    }

    private init(format: FormatInformation, isMirrored: Bool, copies: [FormatCopy]) {
        self.format = format
        self.isMirrored = isMirrored
        var sum: Float = 0
        var weight: Float = 0
        var alone: Float = 0
        distance = 15
        for copy in copies {
            let agreement = copy.agreement(with: format.word)
            sum += agreement
            weight += copy.weight
            if copy.weight > 0 { alone = max(alone, agreement / copy.weight) }
            distance = min(distance, (copy.word ^ format.word).nonzeroBitCount)
        }
        agreement = weight > 0 ? max(sum / weight, alone - 0.3) : 0
    }
}

/// The modules of one copy of the format information, added up for quick comparison with many words.
private struct FormatCopy {
    /// The nearest bits.
    private(set) var word = 0
    /// Sum of the confidences.
    private(set) var weight: Float = 0
    /// For each pattern of the upper, middle and lower five bits, how far they agree with it.
    private var sums = [Float](repeating: 0, count: 3 * 32)

    /// - Parameter modules: 15, the most significant bit first.
    init(modules: [Float]) {
        for (bit, value) in modules.prefix(15).enumerated() {
            word = word << 1 | (value > 0 ? 1 : 0)
            weight += value.magnitude
            // Each bit of a group doubles the patterns: those before become its zeros.
            let start = bit / 5 * 32
            let known = 1 << (bit % 5)
            for pattern in (0..<known).reversed() {
                let sum = sums[start + pattern]
                sums[start + 2 * pattern] = sum - value
                sums[start + 2 * pattern + 1] = sum + value
            }
        }
    }

    /// The sum of all modules, those that do not agree with the word taken negative.
    func agreement(with word: Int) -> Float {
        sums[word >> 10 & 31] + sums[32 + (word >> 5 & 31)] + sums[64 + (word & 31)]
    }
}
