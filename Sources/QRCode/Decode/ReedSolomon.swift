/// Decoding of QR Code's Reed–Solomon codes with errors and erasures.
///
/// A codeword polynomial has its first codeword as the highest coefficient; the code's roots are the powers 0 to
/// checks − 1 of the field's generator.
enum ReedSolomon {
    /// A codeword that is wrong, and what to add (exclusive-or) to mend it.
    struct Correction: Sendable, Hashable {
        var position: Int
        var difference: UInt8
    }

    /// The values of the polynomial at the code's roots: all 0 for a word of the code.
    static func syndromes(of codewords: [UInt8], checks: Int) -> [UInt8] {
        let field = GaloisField.tables
        var syndromes = [UInt8](repeating: 0, count: checks)
        for codeword in codewords {
            for root in syndromes.indices {
                syndromes[root] = field.product(syndromes[root], power: root) ^ codeword
            }
        }
        return syndromes
    }

    /// What turns a word into the nearest word of the code.
    ///
    /// Berlekamp–Massey, started with the locator of the erasures, then Chien's search and Forney's formula; the outcome
    /// is checked against every syndrome.
    /// - Parameters:
    ///   - syndromes: of the word; not more than 254.
    ///   - length: codewords of the word, at most 255.
    ///   - erasures: different positions of codewords that are not known.
    /// - Returns: The corrections at the erasures and, after them, at the errors, or nil if there is no word of the code
    ///   with 2 · errors + erasures ≤ checks.
    static func corrections(syndromes: [UInt8], length: Int, erasures: some Sequence<Int>) -> [Correction]? {
        let field = GaloisField.tables
        guard var locator = Locator(erasures: erasures, length: length, checks: syndromes.count, field: field) else {
            return nil
        }
        let erased = locator.degree
        locator.addErrors(syndromes: syndromes, field: field)
        guard 2 * locator.degree - erased <= syndromes.count else { return nil }
        let positions = locator.roots(length: length, field: field)
        guard positions.count == locator.degree else { return nil }
        let corrections = differences(
            at: positions, locator: locator, syndromes: syndromes, length: length, field: field)
        return isConsistent(corrections, syndromes: syndromes, length: length, field: field) ? corrections : nil
    }

    /// Forney's formula, for a code whose first root is the generator to the power 0.
    private static func differences(
        at positions: [Int], locator: Locator, syndromes: [UInt8], length: Int, field: GaloisField
    ) -> [Correction] {
        let degree = locator.degree
        var evaluator = [UInt8](repeating: 0, count: degree)
        for power in evaluator.indices {
            for term in 0...power {
                evaluator[power] ^= field.product(locator.coefficients[term], syndromes[power &- term])
            }
        }
        return positions.map { position in
            let exponent = length - 1 - position
            let inverse = (255 - exponent) % 255
            var numerator: UInt8 = 0
            var power = 0
            for coefficient in evaluator {
                numerator ^= field.product(coefficient, power: power)
                power = (power + inverse) % 255
            }
            // The formal derivative keeps the odd powers.
            var denominator: UInt8 = 0
            power = 0
            for term in stride(from: 1, through: degree, by: 2) {
                denominator ^= field.product(locator.coefficients[term], power: power)
                power = (power + 2 * inverse) % 255
            }
            let difference = field.product(field.quotient(numerator, by: denominator), power: exponent)
            return Correction(position: position, difference: difference)
        }
    }

    private static func isConsistent(
        _ corrections: [Correction], syndromes: [UInt8], length: Int, field: GaloisField
    ) -> Bool {
        var rest = syndromes
        for correction in corrections {
            let exponent = length - 1 - correction.position
            var power = 0
            for root in rest.indices {
                rest[root] ^= field.product(correction.difference, power: power)
                power = (power + exponent) % 255
            }
        }
        return rest.allSatisfy { $0 == 0 }
    }
}

/// The polynomial whose roots tell the places of a word's errors and erasures.
private struct Locator {
    /// From the constant on; as many as the checks, and one.
    var coefficients: [UInt8]
    /// Erasures and errors.
    private(set) var degree: Int

    /// The locator of the erasures; nil if one lies outside or there are more than checks.
    init?(erasures: some Sequence<Int>, length: Int, checks: Int, field: GaloisField) {
        coefficients = [UInt8](repeating: 0, count: checks + 1)
        coefficients[0] = 1
        degree = 0
        for position in erasures {
            guard position >= 0, position < length, length <= 255, degree < checks else { return nil }
            let exponent = length - 1 - position
            degree += 1
            for term in stride(from: degree, through: 1, by: -1) {
                coefficients[term] ^= field.product(coefficients[term - 1], power: exponent)
            }
        }
    }

    /// Berlekamp–Massey from the erasures on.
    mutating func addErrors(syndromes: [UInt8], field: GaloisField) {
        let erased = degree
        let checks = syndromes.count
        var length = erased
        var auxiliary = coefficients
        var step = erased
        while step < checks {
            step += 1
            var discrepancy: UInt8 = 0
            for term in 0..<step {
                discrepancy ^= field.product(coefficients[term], syndromes[step &- 1 &- term])
            }
            // The auxiliary polynomial times x.
            for term in stride(from: checks, through: 1, by: -1) {
                auxiliary[term] = auxiliary[term &- 1]
            }
            auxiliary[0] = 0
            guard discrepancy != 0 else { continue }
            let grows = 2 * length <= step + erased - 1
            for term in 0...checks {
                let old = coefficients[term]
                coefficients[term] = old ^ field.product(discrepancy, auxiliary[term])
                if grows { auxiliary[term] = field.quotient(old, by: discrepancy) }
            }
            if grows { length = step + erased - length }
        }
        degree = coefficients.lastIndex { $0 != 0 } ?? 0
    }

    /// The positions whose inverse is a root (Chien's search), at most as many as the degree.
    func roots(length: Int, field: GaloisField) -> [Int] {
        var positions: [Int] = []
        positions.reserveCapacity(degree)
        // Terms at the last position, whose exponent is 0; each step forward divides term k by the generator's power k.
        var terms = Array(coefficients[0...degree])
        for position in stride(from: length - 1, through: 0, by: -1) {
            var sum: UInt8 = 0
            for term in terms.indices {
                sum ^= terms[term]
                terms[term] = field.product(terms[term], power: 255 &- term)
            }
            if sum == 0 {
                positions.append(position)
                if positions.count == degree { break }
            }
        }
        return positions
    }
}
