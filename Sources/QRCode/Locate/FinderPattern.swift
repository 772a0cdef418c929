/// A finder pattern of a picture: its place, and the frame of its modules.
struct FinderPattern {
    /// The middle, in pixels of the picture.
    var center: Vector
    /// The way of one module along the pattern's one side, in pixels.
    var u: Vector
    /// The way of one module along its other side, clockwise from `u` on a screen.
    var v: Vector
    /// Correlation of the picture with the pattern: 1 for a perfect one.
    var score: Double
    /// Whether it is light on dark.
    var isInverted: Bool

    /// Mean size of a module in pixels.
    var module: Double { abs(u.cross(v)).squareRoot() }

    /// The pattern in a picture that is `factor` times as large.
    func scaled(by factor: Double) -> FinderPattern {
        var scaled = self
        scaled.center *= factor
        scaled.u *= factor
        scaled.v *= factor
        return scaled
    }

    /// `displacement` in modules of this pattern.
    func inModules(_ displacement: Vector) -> Vector {
        let area = u.cross(v)
        return Vector(displacement.cross(v) / area, u.cross(displacement) / area)
    }

    /// Whether modules of the pattern are dark, by its 7 rows.
    static func isDark(column: Int, row: Int) -> Bool {
        let ring = max(abs(column - 3), abs(row - 3))
        return ring != 2
    }
}
