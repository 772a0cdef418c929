import Monitoring
import Symbols
import Testing

@Suite struct ConfirmationTests {
    @Test(
        arguments: zip(
            Symbology.allCases,
            [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 2, 2, 3, 3, 3, 3, 3]))
    func looksBySymbology(_ symbology: Symbology, looks: Int) {
        #expect(Confirmation().looks(for: symbology) == looks)
    }

    @Test(arguments: [(5, 5), (1, 1), (0, 1), (-3, 1)])
    func oneNumberForAll(override: Int, looks: Int) {
        let confirmation = Confirmation(override: override)
        #expect(Set(Symbology.allCases.map(confirmation.looks)) == [looks])
    }
}
