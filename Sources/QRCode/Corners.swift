/// A place in a picture, in pixels; (0, 0) is the upper left corner of the first pixel, its middle (0.5, 0.5).
package struct PixelPoint: Sendable, Hashable {
    package var x: Double
    package var y: Double

    /// The place (x, y).
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Four corners in a symbol's own order: upper left, upper right, lower right, lower left.
package struct Corners: Sendable, Hashable {
    package var upperLeft: PixelPoint
    package var upperRight: PixelPoint
    package var lowerRight: PixelPoint
    package var lowerLeft: PixelPoint

    /// The quadrilateral with these corners.
    package init(upperLeft: PixelPoint, upperRight: PixelPoint, lowerRight: PixelPoint, lowerLeft: PixelPoint) {
        self.upperLeft = upperLeft
        self.upperRight = upperRight
        self.lowerRight = lowerRight
        self.lowerLeft = lowerLeft
    }
}
