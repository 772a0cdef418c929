/// Decoding of QR Code's Reed–Solomon codes with errors and erasures.
///
/// A word has its first codeword as the highest coefficient of a polynomial; the code's roots are the powers 0 to
/// checks − 1 of the field's generator. Words have at most 255 codewords, of which at most 30 are checks.
enum ReedSolomon {
    /// A codeword that is wrong, and what to add (exclusive-or) to mend it.
    struct Correction: Sendable, Hashable {
        var position: Int
        var difference: UInt8
    }

    /// The values of the polynomial at the code's roots: all 0 for a word of the code.
    static func syndromes(of codewords: [UInt8], checks: Int) -> FieldPolynomial {
        let field = GaloisField.tables
        var syndromes = FieldPolynomial()
        for codeword in codewords {
            for root in 0..<min(checks, FieldPolynomial.capacity) {
                syndromes[root] = field.product(syndromes[root], smallPower: root) ^ codeword
            }
        }
        return syndromes
    }

    /// What turns a word into a word of the code.
    ///
    /// The erasures are taken out of the syndromes (Forney), so that what is left tells the errors alone; their locator
    /// comes from Berlekamp–Massey and its roots from Chien's search. The outcome is checked against every syndrome.
    /// - Parameters:
    ///   - syndromes: of the word.
    ///   - length: codewords of the word.
    ///   - erasures: different positions of codewords that are not known.
    ///   - mostErrors: how many errors may be corrected, at most half of the checks that the erasures leave.
    /// - Returns: The corrections at the erasures and, after them, at the errors; nil if no word of the code is so near.
    static func corrections(
        syndromes: FieldPolynomial, checks: Int, length: Int, erasures: [Int], mostErrors: Int
    ) -> [Correction]? {
        let field = GaloisField.tables
        guard length <= 255, checks <= FieldPolynomial.capacity, erasures.count <= checks,
            erasures.allSatisfy({ (0..<length).contains($0) })
        else { return nil }
        var modified = syndromes
        for (known, position) in erasures.enumerated() {
            let exponent = length - 1 - position
            for index in 0..<checks - 1 - known {
                modified[index] = modified[index &+ 1] ^ field.product(modified[index], power: exponent)
            }
        }
        let errors = errorLocator(of: modified, count: checks - erasures.count, field: field)
        guard errors.degree <= mostErrors, 2 * errors.degree <= checks - erasures.count else { return nil }
        let roots = roots(of: errors.polynomial, degree: errors.degree, length: length, field: field)
        guard roots.count == errors.degree, !roots.contains(where: erasures.contains) else { return nil }
        let corrections = differences(at: erasures + roots, syndromes: syndromes, length: length, field: field)
        return isConsistent(corrections, syndromes: syndromes, checks: checks, length: length, field: field)
            ? corrections : nil
    }

    /// Berlekamp–Massey: the shortest recurrence that the first `count` syndromes follow. The degree is its length, which
    /// is the polynomial's own degree wherever it locates errors.
    private static func errorLocator(
        of syndromes: FieldPolynomial, count: Int, field: GaloisField
    ) -> (polynomial: FieldPolynomial, degree: Int) {
        var locator = FieldPolynomial(one: ())
        var auxiliary = FieldPolynomial(one: ())
        var degree = 0
        for step in 0..<count {
            auxiliary.shift(upTo: step + 1)
            var discrepancy: UInt8 = 0
            for term in 0...min(degree, step) {
                discrepancy ^= field.product(locator[term], syndromes[step &- term])
            }
            guard discrepancy != 0 else { continue }
            let previous = locator
            for term in 0...step + 1 { locator[term] ^= field.product(discrepancy, auxiliary[term]) }
            if 2 * degree <= step {
                degree = step + 1 - degree
                for term in 0...step + 1 { auxiliary[term] = field.quotient(previous[term], by: discrepancy) }
            }
        }
        return (locator, degree)
    }

    /// The positions whose inverse is a root (Chien's search), at most as many as the degree.
    private static func roots(of locator: FieldPolynomial, degree: Int, length: Int, field: GaloisField) -> [Int] {
        guard degree > 0 else { return [] }
        var positions: [Int] = []
        // The terms at the first position; from each position to the next one, term k is multiplied by the generator's
        // power k.
        var terms = locator
        let inverse = (256 - length) % 255
        for term in 1...degree { terms[term] = field.product(terms[term], power: term * inverse % 255) }
        for position in 0..<length {
            var sum: UInt8 = terms[0]
            for term in 1...degree {
                sum ^= terms[term]
                terms[term] = field.product(terms[term], smallPower: term)
            }
            if sum == 0 {
                positions.append(position)
                if positions.count == degree { break }
            }
        }
        return positions
    }

    /// Forney's formula, for a code whose first root is the generator to the power 0.
    private static func differences(
        at positions: [Int], syndromes: FieldPolynomial, length: Int, field: GaloisField
    ) -> [Correction] {
        let degree = positions.count
        var locator = FieldPolynomial(one: ())
        for (known, position) in positions.enumerated() {
            locator.multiply(byRootWithExponent: length - 1 - position, degree: known, field: field)
        }
        var evaluator = FieldPolynomial()
        for power in 0..<degree {
            for term in 0...power {
                evaluator[power] ^= field.product(locator[term], syndromes[power - term])
            }
        }
        return positions.map { position in
            let exponent = length - 1 - position
            let inverse = (255 - exponent) % 255
            var numerator: UInt8 = 0
            for term in 0..<degree { numerator ^= field.product(evaluator[term], power: term * inverse % 255) }
            // The formal derivative keeps the odd powers.
            var denominator: UInt8 = 0
            for term in stride(from: 1, through: degree, by: 2) {
                denominator ^= field.product(locator[term], power: (term - 1) * inverse % 255)
            }
            let difference = field.product(field.quotient(numerator, by: denominator), power: exponent)
            return Correction(position: position, difference: difference)
        }
    }

    private static func isConsistent(
        _ corrections: [Correction], syndromes: FieldPolynomial, checks: Int, length: Int, field: GaloisField
    ) -> Bool {
        (0..<checks).allSatisfy { root in
            corrections.reduce(syndromes[root]) { rest, correction in
                let exponent = length - 1 - correction.position
                return rest ^ field.product(correction.difference, power: root * exponent % 255)
            } == 0
        }
    }
}
