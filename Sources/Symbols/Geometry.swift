/// A position in pixels: x to the right, y down, (0, 0) the outer corner of the first pixel.
public struct Point: Sendable, Hashable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double

    /// The position with these coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The four corners of a symbol, in the symbol's own order: `topLeft` is the corner that is at the top left when the
/// symbol stands upright, wherever it lies in the picture.
public struct Quad: Sendable, Hashable {
    /// The symbol's own top left corner.
    public var topLeft: Point
    /// The symbol's own top right corner.
    public var topRight: Point
    /// The symbol's own bottom right corner.
    public var bottomRight: Point
    /// The symbol's own bottom left corner.
    public var bottomLeft: Point

    /// The quadrilateral with these corners.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corners in the order top left, top right, bottom right, bottom left.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The mean of the corners.
    public var center: Point {
        Point(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
    }

    /// The same quadrilateral with every corner passed through `transform`.
    public func map(_ transform: (Point) -> Point) -> Quad {
        Quad(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft))
    }

    /// The smallest upright rectangle around the corners.
    public var boundingBox: Box {
        let xs = [topLeft.x, topRight.x, bottomRight.x, bottomLeft.x].sorted()
        let ys = [topLeft.y, topRight.y, bottomRight.y, bottomLeft.y].sorted()
        return Box(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
    }
}

/// An upright rectangle in pixels.
public struct Box: Sendable, Hashable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double
    /// Pixels across.
    public var width: Double
    /// Pixels down.
    public var height: Double

    /// The rectangle with this upper left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
