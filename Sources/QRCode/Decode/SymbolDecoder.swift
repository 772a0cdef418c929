/// The last stage: from a grid of modules to what it says (ISO/IEC 18004, 12).
///
/// No payload is guessed: one is reported only if the corrected codewords, the segments and the padding bear each other
/// out by at least `Evidence.ofSymbol`.
package enum SymbolDecoder {
    /// What a grid says.
    /// - Parameters:
    ///   - grid: signed confidences, above 0 dark; those that are not finite count as not known.
    ///   - kind: as what to read it.
    ///   - mirrors: whether to read it transposed too, where its format information asks for that.
    ///   - flips: a last resort for the likeliest format information: so many of a block's least sure modules, at most
    ///     10, are tried either way. A grid that cannot be read costs 2 to this power tries of a few microseconds more.
    package static func decode(
        _ grid: ModuleGrid, kind: SymbolKind, mirrors: Bool, flips: Int = 0
    ) -> Result<DecodedSymbol, DecodeFailure> {
        guard let version = FunctionPatterns.version(of: kind, dimension: grid.dimension),
            let layout = SymbolLayout.of(kind, version: version), grid.values.count == layout.patterns.values.count,
            layout.patterns.agreement(with: grid) >= leastAgreement(of: kind)
        else { return .failure(.notASymbol) }
        let values = grid.values.map(ModuleGrid.known)
        var failure = DecodeFailure.notASymbol
        for candidate in FormatCandidate.of(values: values, layout: layout, mirrors: mirrors) {
            let reader = CandidateReader(candidate: candidate, layout: layout)
            let modules = candidate.isMirrored ? transposed(values, grid.dimension) : values
            // The likeliest one is worth erasures and flips, and tells how far the symbol is from being read.
            let isFirst = failure == .notASymbol
            switch reader.read(modules, counts: isFirst, flips: isFirst ? flips : nil) {
            case .success(let symbol): return .success(symbol)
            case .failure(.malformed): failure = .malformed
            case .failure(let other): if isFirst { failure = other }
            }
        }
        return .failure(failure)
    }

    /// What the fixed modules must agree by: chance alone gives less than 0.25 (Model 2, 200 modules and more) or 0.4
    /// (Micro QR, 70 and more) in all but one of a thousand grids.
    private static func leastAgreement(of kind: SymbolKind) -> Float { kind == .model2 ? 0.25 : 0.4 }

    private static func transposed(_ values: [Float], _ dimension: Int) -> [Float] {
        var transposed = values
        for row in 0..<dimension {
            for column in 0..<dimension { transposed[row * dimension + column] = values[column * dimension + row] }
        }
        return transposed
    }
}

/// Reads a grid as one of its format candidates says.
private struct CandidateReader {
    let candidate: FormatCandidate
    let layout: SymbolLayout

    /// - Parameters:
    ///   - values: row by row, transposed if the candidate is mirrored.
    ///   - counts: whether to count all blocks that cannot be corrected.
    ///   - flips: modules of a block that are tried either way; nil to correct errors alone.
    func read(_ values: [Float], counts: Bool, flips: Int?) -> Result<DecodedSymbol, DecodeFailure> {
        let patterns = layout.patterns
        let format = candidate.format
        guard let blocks = BlockLayout(kind: patterns.kind, version: patterns.version, level: format.level),
            format.level != nil || isExact(values)
        else { return .failure(.notASymbol) }
        var reader = BlockReader(values: values, layout: layout, blocks: blocks, mask: format.mask)
        switch reader.read(counts: counts, flips: flips) {
        case .failure(let uncorrected):
            return .failure(.damaged(blocks: uncorrected.blocks, of: blocks.blocks))
        case .success(let reading):
            // What was hardly corrected surely is not called malformed: more likely it was corrected wrongly.
            let isCorrected = reading.evidence >= Evidence.ofBlock
            guard
                let segments = SegmentReader.read(
                    reading.data, bits: reading.bits, kind: patterns.kind, version: patterns.version),
                let paddingBits = segments.paddingBits ?? (reading.evidence >= Evidence.withoutPadding ? 0 : nil)
            else {
                return .failure(isCorrected ? .malformed : .damaged(blocks: 1, of: blocks.blocks))
            }
            guard blocks.blocks > 1 || isSure(reading.evidence, paddingBits: paddingBits) else {
                return .failure(.damaged(blocks: 1, of: 1))
            }
            return .success(
                DecodedSymbol(
                    version: patterns.version, level: format.level, mask: format.mask, payload: segments.payload,
                    correction: QRSymbol.Correction(used: reading.used, capacity: blocks.blocks * blocks.checks),
                    isMirrored: candidate.isMirrored))
        }
    }

    /// Whether a symbol of one block has the evidence it needs. Micro QR has few check codewords: its one copy of the
    /// format information counts too. M1, with two, was asked for exact patterns instead.
    private func isSure(_ evidence: Double, paddingBits: Int) -> Bool {
        let kind = layout.patterns.kind
        guard candidate.format.level != nil else { return true }
        let format = kind == .micro ? Evidence.format(distance: candidate.distance, words: layout.formats.count) : 0
        return evidence + Evidence.header(of: kind) + Double(paddingBits) + format >= Evidence.ofSymbol
    }

    /// M1 can detect errors and not correct them, and its 16 check bits alone would let one random grid in 65,000 pass:
    /// every fixed module and every bit of the format information must be right, 76 modules more.
    private func isExact(_ values: [Float]) -> Bool {
        candidate.distance == 0
            && zip(values, layout.patterns.values).allSatisfy { $1 == 0 || ($1 > 0 ? $0 > 0 : $0 < 0) }
    }
}
