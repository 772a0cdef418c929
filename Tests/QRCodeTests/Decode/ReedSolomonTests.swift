import Testing

@testable import QRCode

@Suite struct ReedSolomonTests {
    /// ISO/IEC 18004, annex I: "01234567" in version 1-M, and in M2-L.
    static let annexModel2: [UInt8] = [
        0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
    ]
    static let annexMicro: [UInt8] = [0x40, 0x18, 0xAC, 0xC3, 0x00, 0x86, 0x0D, 0x22, 0xAE, 0x30]

    @Test(arguments: [(annexModel2, 10), (annexMicro, 5)])
    func knowsTheStandardsWords(word: [UInt8], checks: Int) {
        #expect(ReedSolomon.syndromes(of: word, checks: checks) == FieldPolynomial())
    }

    @Test(arguments: [(7, 26), (10, 44), (13, 26), (17, 26), (30, 152), (30, 45)])
    func correctsAllErrorsAndErasuresWithinReach(checks: Int, length: Int) {
        var random = SeededRandom(seed: UInt64(checks * length))
        for erasures in 0...checks {
            for errors in 0...(checks - erasures) / 2 {
                let data = (0..<length - checks).map { _ in UInt8.random(in: 0...255, using: &random) }
                let word = data + QREncoder.checks(data, count: checks)
                let places = Array((0..<length).shuffled(using: &random).prefix(erasures + errors))
                var spoilt = word
                for place in places { spoilt[place] ^= UInt8.random(in: 1...255, using: &random) }
                let corrections = ReedSolomon.corrections(
                    syndromes: ReedSolomon.syndromes(of: spoilt, checks: checks), checks: checks, length: length,
                    erasures: Array(places.prefix(erasures)), mostErrors: errors)
                for correction in corrections ?? [] { spoilt[correction.position] ^= correction.difference }
                #expect(spoilt == word, "\(errors) errors, \(erasures) erasures")
            }
        }
    }

    @Test func correctsNoMoreErrorsThanAllowed() {
        var word = Self.annexModel2
        for place in 0..<3 { word[place] ^= 1 }
        let syndromes = ReedSolomon.syndromes(of: word, checks: 10)
        let corrections = ReedSolomon.corrections(
            syndromes: syndromes, checks: 10, length: word.count, erasures: [], mostErrors: 2)
        #expect(corrections == nil)
    }

    @Test(arguments: [[26], [-1], Array(0..<11)])
    func refusesErasuresThatCannotBe(erasures: [Int]) {
        let corrections = ReedSolomon.corrections(
            syndromes: FieldPolynomial(one: ()), checks: 10, length: 26, erasures: erasures, mostErrors: 0)
        #expect(corrections == nil)
    }
}
