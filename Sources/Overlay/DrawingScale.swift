/// Sizes in pixels for a picture, in proportion to its shorter side and readable at the smallest.
struct DrawingScale: Sendable, Hashable {
    /// Width of the bright line of an outline: 4 at 720 rows, at least 2.
    let coreWidth: Double
    /// Width of the dark casing on each side of it.
    let casingWidth: Double
    /// About the length of a dash: 16 at 720 rows.
    var dashLength: Double { 4 * coreWidth }
    /// Size of a label's letters: 18 at 720 rows, at least 10.
    let fontSize: Double

    init(width: Int, height: Int) {
        let scale = Double(min(width, height)) / 720
        coreWidth = max(2, 4 * scale)
        casingWidth = max(1, 1.5 * scale)
        fontSize = max(10, (18 * scale).rounded())
    }
}
