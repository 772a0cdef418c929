internal import Imaging

/// Where a symbol lies in the picture that it was read from.
struct SymbolPlace {
    /// Its corners in pixels, in the symbol's own order.
    let corners: Quad
    /// What to paint over so that nothing of it is read again.
    let mask: Quad
    /// Whether the library said where it is; the corners are the picture's otherwise.
    let isKnown: Bool
    /// Whether it looks like a symbol there.
    let isPlausible: Bool

    init(_ answer: ZXingCall.Answer, in luma: borrowing LumaView) {
        let given = answer.symbol.corners
        if answer.isPlaceless {
            let (right, bottom) = (Double(luma.width), Double(luma.height))
            corners = Quad(
                topLeft: Point(x: 0, y: 0), topRight: Point(x: right, y: 0), bottomRight: Point(x: right, y: bottom),
                bottomLeft: Point(x: 0, y: bottom))
            mask = corners
            isKnown = false
            isPlausible = true
        } else if answer.symbol.symbology.isLinear {
            // The library names the first and the last pixel of the bars on a scan line.
            let half = Point(x: 0.5, y: 0.5)
            let start = (given.topLeft + given.bottomLeft) * 0.5 + half
            let end = (given.topRight + given.bottomRight) * 0.5 + half
            let outwards = (end - start) * (0.5 / max(1, (end - start).length))
            let extent = BarExtent(of: luma, from: start - outwards, to: end + outwards)
            corners = extent.quad
            // A quiet zone is at least 7 of the 67 to 113 modules that most symbols have; half of it is taken.
            mask = extent.quad.grown(across: max(2, 0.04 * extent.quad.width), along: max(2, 0.03 * extent.quad.width))
            isKnown = true
            isPlausible = extent.barLength >= max(3, 0.02 * extent.quad.width)
        } else {
            corners = given
            mask = given.grown(across: 1 + 0.05 * given.width, along: 1 + 0.05 * given.height)
            isKnown = true
            isPlausible = true
        }
    }
}
