import CPangoCairo

/// The ground of a label and where things lie on it, in pixels.
///
/// The height follows from the font size alone, so that labels in any script stand alike; taller glyphs are cut.
struct Plate {
    let height: Int
    let padding: Int
    /// Where the text begins and the line that its letters stand on.
    let textLeft: Int
    let baseline: Int
    private let markRadius: Double

    init(fontSize: Double) {
        height = Int((fontSize * 1.7).rounded())
        padding = Int((fontSize * 0.55).rounded())
        markRadius = fontSize * 0.26
        textLeft = padding + Int((fontSize * 0.95).rounded())
        // The middle of the capitals, which are about 0.72 em high, on the middle of the plate.
        baseline = Int((Double(height) / 2 + fontSize * 0.36).rounded())
    }

    /// Draws the rounded ground, a fine edge and the round mark.
    func draw(on context: OpaquePointer?, width: Int, mark: Color) {
        let (width, height) = (Double(width), Double(height))
        // SAFETY: the caller's context is alive; cairo ignores calls on a context in error.
        unsafe addRoundedRectangle(context, inset: 0, width, height)
        unsafe cairo_set_source_rgba(context, 0.06, 0.07, 0.09, 0.8)
        unsafe cairo_fill(context)
        unsafe addRoundedRectangle(context, inset: 0.5, width, height)
        unsafe cairo_set_source_rgba(context, 1, 1, 1, 0.14)
        unsafe cairo_set_line_width(context, 1)
        unsafe cairo_stroke(context)
        unsafe cairo_arc(context, Double(padding) + markRadius, height / 2, markRadius, 0, 2 * Double.pi)
        unsafe cairo_set_source_rgba(context, mark.red, mark.green, mark.blue, 1)
        unsafe cairo_fill(context)
    }

    private func addRoundedRectangle(_ context: OpaquePointer?, inset: Double, _ width: Double, _ height: Double) {
        let radius = height * 0.28 - inset
        let (left, top) = (inset + radius, inset + radius)
        let (right, bottom) = (width - inset - radius, height - inset - radius)
        let quarter = Double.pi / 2
        // SAFETY: the caller's context is alive.
        unsafe cairo_new_path(context)
        unsafe cairo_arc(context, right, top, radius, -quarter, 0)
        unsafe cairo_arc(context, right, bottom, radius, 0, quarter)
        unsafe cairo_arc(context, left, bottom, radius, quarter, 2 * quarter)
        unsafe cairo_arc(context, left, top, radius, 2 * quarter, 3 * quarter)
        unsafe cairo_close_path(context)
    }
}
