/// How surely a read is right, in bits: a wrong one passes with a probability of about 2 to the power −bits.
///
/// Correcting v errors and e erasures in a word of N codewords, a random word is mended to some word of the code with a
/// probability of about C(N − e, v) · 256^v / 256^(checks − e). So every error and every erasure costs evidence, and the
/// codes that are short (version 1-L has seven check codewords) have little to give: mending three errors there leaves
/// 20 bits, one wrong read in a million of spoilt symbols. What the data say adds to it: a mode and a count that fit
/// (counted as `header` bits), and each bit of the terminator and the padding.
///
/// Each module that is tried either way doubles the tries and takes one bit.
///
/// All errors that ISO/IEC 18004 allows to be corrected pass these bounds in each version and level of Model 2, and more
/// where the padding bears it out. Full symbols of M3 and M4-M, whose codes guard little against wrong reads, pass with
/// one or two errors less. Erasures use up check codewords one by one; the bounds keep two to four of each block unused.
enum Evidence {
    /// What a symbol of one block must have, the padding's bits counted: at thousands of grids a second, one wrong read
    /// in more than ten years.
    static let ofSymbol = 40.0
    /// What each of several blocks must have: padding bears out only the last ones.
    static let ofBlock = 32.0
    /// What the block of a symbol of one block must have before its data are looked at.
    static let ofSingleBlock = 14.0
    /// What each block must have for data whose padding is not the standard's. Some encoders pad with zeros or not at
    /// all; their data are taken where the correction alone leaves no doubt: always without errors in Model 2.
    static let withoutPadding = 56.0
    /// A mode and a count of characters that reach just up to the padding: 12–14 bits in Model 2, 4–7 in Micro QR, less
    /// some because there are four modes.
    static func header(of kind: SymbolKind) -> Double { kind == .model2 ? 10 : 3 }

    /// What format information bears out that differs by `distance` of 15 bits from one of `words`.
    static func format(distance: Int, words: Int) -> Double {
        var spheres = 0.0
        var choices = 1.0
        for difference in 0...max(0, min(distance, 15)) {
            spheres += choices
            choices *= Double(15 - difference) / Double(difference + 1)
        }
        return Double(15 - (spheres * Double(words)).exponent)
    }

    /// What the correction of a block bears out.
    struct Bound {
        /// Of the block, checks included.
        var codewords: Int
        var checks: Int
        var erasures: Int
        /// Evidence that the block must have.
        var least: Double

        /// Evidence of a correction of so many errors beside the erasures.
        func evidence(errors: Int) -> Double {
            var choices = 1.0
            for error in 0..<errors { choices *= choicesOf(error) }
            return evidence(errors: errors, choices: choices)
        }

        /// The most errors, up to a limit, that leave the evidence that is asked for; nil if not even none do.
        func mostErrors(_ limit: Int) -> Int? {
            var choices = 1.0
            var errors = 0
            while errors <= limit, evidence(errors: errors, choices: choices) >= least {
                choices *= choicesOf(errors)
                errors += 1
            }
            return errors > 0 ? errors - 1 : nil
        }

        /// What one error more multiplies the number of sets of errors by.
        private func choicesOf(_ error: Int) -> Double {
            Double(max(1, codewords - erasures - error)) / Double(error + 1)
        }

        private func evidence(errors: Int, choices: Double) -> Double {
            // One more than the exponent: the logarithm to base 2, rounded up.
            Double(8 * (checks - errors - erasures)) - (errors > 0 ? Double(choices.exponent + 1) : 0)
        }
    }
}
