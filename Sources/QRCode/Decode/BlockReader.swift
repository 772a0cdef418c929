/// Takes the codewords from the modules of a symbol and corrects them, block by block.
struct BlockReader {
    /// The data of a symbol, and what it took to correct them.
    struct Reading: Sendable, Hashable {
        /// Data codewords; the last one of M1 and M3 has its four bits above four zeros, in the standard's codes too.
        var data: [UInt8]
        /// Bits of data.
        var bits: Int
        /// Check codewords used: two for an error, one for an erasure.
        var used: Int
        /// Evidence of the block that has the least.
        var evidence: Double
    }

    let layout: SymbolLayout
    let blocks: BlockLayout
    let values: [Float]
    private let codewords: [UInt8]
    private var confidences: [Float]?

    /// Takes the codewords.
    /// - Parameter values: the modules, row by row, as many as the layout has, all finite.
    init(values: [Float], layout: SymbolLayout, blocks: BlockLayout, mask: Int) {
        self.values = values
        self.layout = layout
        self.blocks = blocks
        var codewords = [UInt8](repeating: 0, count: blocks.codewords)
        let order = layout.order
        let masks = layout.masks
        var next = 0
        for codeword in codewords.indices {
            var bits: UInt8 = 0
            let width = Self.width(of: codeword, layout: layout, blocks: blocks)
            for _ in 0..<width where next < order.count {
                let dark: UInt8 = values[Int(order[next])] > 0 ? 1 : 0
                bits = bits &<< 1 | (dark ^ masks[next] &>> UInt8(truncatingIfNeeded: mask) & 1)
                next &+= 1
            }
            codewords[codeword] = bits &<< UInt8(truncatingIfNeeded: 8 - width)
        }
        self.codewords = codewords
    }

    /// The corrected data, or the number of blocks that could not be corrected.
    /// - Parameters:
    ///   - counts: whether to go on after a block that cannot be corrected, to count all of them.
    ///   - flips: modules of a block that are tried either way if nothing else helps; nil to correct errors alone.
    mutating func read(counts: Bool, flips: Int?) -> Result<Reading, Uncorrected> {
        var reading = Reading(data: [], bits: 8 * blocks.dataCodewords, used: 0, evidence: .infinity)
        reading.data.reserveCapacity(blocks.dataCodewords)
        var uncorrected = 0
        for block in 0..<blocks.blocks {
            // Where one is lost all are: the others are only counted, and erasures would cost too much for that.
            guard let corrected = correct(block, flips: uncorrected == 0 ? flips : nil) else {
                uncorrected += 1
                if counts { continue }
                break
            }
            reading.used += corrected.used
            reading.evidence = min(reading.evidence, corrected.evidence)
            reading.data += corrected.codewords.prefix(blocks.dataCodewords(ofBlock: block))
        }
        guard uncorrected == 0 else { return .failure(Uncorrected(blocks: uncorrected)) }
        if halfCodeword != nil {
            guard let last = reading.data.last, last & 0x0F == 0 else { return .failure(Uncorrected(blocks: 1)) }
            reading.bits -= 4
        }
        return .success(reading)
    }

    /// Blocks that could not be corrected.
    struct Uncorrected: Error {
        var blocks: Int
    }

    /// A corrected block.
    struct Block {
        var codewords: [UInt8]
        var used: Int
        var evidence: Double
    }

    /// Corrects errors; if that fails, takes the codewords that are least sure for erased, more and more of them; then
    /// tries the modules that are least sure either way.
    /// - Parameter flips: so many of them; nil to correct errors alone.
    private mutating func correct(_ block: Int, flips: Int?) -> Block? {
        let length = blocks.dataCodewords(ofBlock: block) + blocks.checks
        let word = (0..<length).map { codewords[blocks.place(ofBlock: block, codeword: $0)] }
        let syndromes = ReedSolomon.syndromes(of: word, checks: blocks.checks)
        if syndromes == FieldPolynomial() {
            return Block(codewords: word, used: 0, evidence: Double(8 * blocks.checks))
        }
        if let corrected = corrected(word, syndromes: syndromes, erasures: []) { return corrected }
        guard let flips else { return nil }
        let doubtful = doubtfulCodewords(ofBlock: block, length: length)
        for count in erasureCounts(doubtful) {
            if let corrected = corrected(word, syndromes: syndromes, erasures: doubtful.prefix(count).map(\.codeword)) {
                return corrected
            }
        }
        return flipped(word, syndromes: syndromes, block: block, flips: flips)
    }

    /// A word with its errors and erasures corrected; nil if that is not possible, or not sure enough.
    /// - Parameter flips: number of modules that are tried either way: as many bits of evidence are lost by the tries.
    func corrected(_ word: [UInt8], syndromes: FieldPolynomial, erasures: [Int], flips: Int = 0) -> Block? {
        let spare = blocks.checks - blocks.guards - erasures.count
        let bound = Evidence.Bound(
            codewords: word.count, checks: blocks.checks, erasures: erasures.count,
            least: (blocks.blocks > 1 ? Evidence.ofBlock : Evidence.ofSingleBlock) + Double(flips))
        guard let mostErrors = bound.mostErrors(spare / 2),
            let corrections = ReedSolomon.corrections(
                syndromes: syndromes, checks: blocks.checks, length: word.count, erasures: erasures,
                mostErrors: mostErrors)
        else { return nil }
        let errors = corrections.count - erasures.count
        var codewords = word
        for correction in corrections { codewords[correction.position] ^= correction.difference }
        return Block(
            codewords: codewords, used: 2 * errors + erasures.count,
            evidence: bound.evidence(errors: errors) - Double(flips))
    }

    private struct Doubtful {
        var codeword: Int
        var confidence: Float
    }

    /// The codewords of a block whose weakest module is less than half as sure as modules are on average, the weakest
    /// first.
    private mutating func doubtfulCodewords(ofBlock block: Int, length: Int) -> [Doubtful] {
        let confidences = self.confidences ?? codewordConfidences()
        self.confidences = confidences
        return (0..<length).map {
            Doubtful(codeword: $0, confidence: confidences[blocks.place(ofBlock: block, codeword: $0)])
        }
        .filter { $0.confidence < 0.5 }
        .sorted { ($0.confidence, $0.codeword) < ($1.confidence, $1.codeword) }
    }

    /// How many of the doubtful codewords to erase, one try after the other: those of which nothing is known, and
    /// even steps up to as many as leave two checks or the guards, in symbols of several blocks four.
    private func erasureCounts(_ doubtful: [Doubtful]) -> [Int] {
        let most = min(doubtful.count, blocks.checks - max(blocks.guards, blocks.blocks > 1 ? 4 : 2))
        guard most > 0 else { return [] }
        let tries = min(most, 6)
        let unknown = doubtful.prefix { $0.confidence <= 0 }.count
        var counts = (1...tries).map { (most * $0 + tries - 1) / tries }
        if unknown > 0, unknown < most, !counts.contains(unknown) { counts.append(unknown) }
        return counts.sorted()
    }

    /// For each codeword the confidence of its weakest module, the mean of all data modules being 1.
    private func codewordConfidences() -> [Float] {
        let order = layout.order
        var confidences = [Float](repeating: 0, count: blocks.codewords)
        var sum: Float = 0
        var next = 0
        for codeword in confidences.indices {
            var weakest = Float.infinity
            for _ in 0..<Self.width(of: codeword, layout: layout, blocks: blocks) where next < order.count {
                let confidence = values[Int(order[next])].magnitude
                weakest = min(weakest, confidence)
                sum += confidence
                next &+= 1
            }
            confidences[codeword] = weakest
        }
        guard sum > 0 else { return confidences }
        let scale = Float(next) / sum
        return confidences.map { $0 * scale }
    }

    private var halfCodeword: Int? { Self.halfCodeword(layout: layout, blocks: blocks) }

    /// The codeword of four bits: the last of the data in M1 and M3.
    private static func halfCodeword(layout: SymbolLayout, blocks: BlockLayout) -> Int? {
        let patterns = layout.patterns
        return patterns.kind == .micro && patterns.version % 2 == 1 ? blocks.dataCodewords - 1 : nil
    }

    /// Where in `layout.order` the modules of a codeword stand.
    func modules(of codeword: Int) -> Range<Int> {
        let start = 8 * codeword - (halfCodeword.map { codeword > $0 ? 4 : 0 } ?? 0)
        let end = start + Self.width(of: codeword, layout: layout, blocks: blocks)
        return min(start, layout.order.count)..<min(end, layout.order.count)
    }

    @inline(__always)
    private static func width(of codeword: Int, layout: SymbolLayout, blocks: BlockLayout) -> Int {
        halfCodeword(layout: layout, blocks: blocks) == codeword ? 4 : 8
    }
}
