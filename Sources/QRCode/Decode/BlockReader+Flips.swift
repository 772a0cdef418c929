extension BlockReader {
    /// Most modules of a block that are tried either way.
    static let mostFlips = 10

    /// A module of a block that may be wrong.
    private struct Weak {
        var confidence: Float
        /// Position in the block.
        var codeword: Int
        var bit: UInt8
    }

    /// Corrects a block's errors with its weakest modules tried either way (Chase's second algorithm): each that is wrong
    /// and flipped leaves a correction for another one.
    /// - Parameters:
    ///   - word: the codewords as they were taken.
    ///   - flips: number of modules; up to 2 to this power tries.
    func flipped(_ word: [UInt8], syndromes: FieldPolynomial, block: Int, flips: Int) -> Block? {
        let weakest = weakestModules(ofBlock: block, length: word.count, count: max(0, min(flips, Self.mostFlips)))
        guard !weakest.isEmpty else { return nil }
        let changes = weakest.map { change(of: $0, length: word.count) }
        var word = word
        var syndromes = syndromes
        var isFlipped = [Bool](repeating: false, count: weakest.count)
        // Gray's order: from one try to the next one module changes, and each set of them comes once.
        // The first 2 to the power n tries change the weakest n alone, and take that many bits of evidence.
        for number in 1..<(1 << weakest.count) {
            let flips = Int.bitWidth - number.leadingZeroBitCount
            let module = number.trailingZeroBitCount
            word[weakest[module].codeword] ^= weakest[module].bit
            for root in 0..<blocks.checks { syndromes[root] ^= changes[module][root] }
            isFlipped[module].toggle()
            if var corrected = corrected(word, syndromes: syndromes, erasures: [], flips: flips) {
                corrected.used = min(blocks.checks, corrected.used + isFlipped.filter { $0 }.count)
                return corrected
            }
        }
        return nil
    }

    private func weakestModules(ofBlock block: Int, length: Int, count: Int) -> [Weak] {
        var weakest: [Weak] = []
        for codeword in 0..<length {
            for (place, module) in modules(of: blocks.place(ofBlock: block, codeword: codeword)).enumerated() {
                let confidence = values[Int(layout.order[module])].magnitude
                let rank = weakest.firstIndex { confidence < $0.confidence } ?? weakest.count
                guard rank < count else { continue }
                weakest.insert(Weak(confidence: confidence, codeword: codeword, bit: 0x80 >> UInt8(place)), at: rank)
                if weakest.count > count { weakest.removeLast() }
            }
        }
        return weakest
    }

    /// What flipping a module changes in the syndromes.
    private func change(of module: Weak, length: Int) -> FieldPolynomial {
        let field = GaloisField.tables
        var change = FieldPolynomial()
        for root in 0..<blocks.checks {
            change[root] = field.product(module.bit, power: root * (length - 1 - module.codeword) % 255)
        }
        return change
    }
}
