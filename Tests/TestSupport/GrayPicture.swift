package import Imaging

/// A picture of 8-bit luma over the full range (0 black, 255 white), rows without gaps.
package struct GrayPicture: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// `width * height` samples.
    package var pixels: [UInt8]

    package init(width: Int, height: Int, luma: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = Array(repeating: luma, count: width * height)
    }

    /// Traps if (x, y) is outside.
    package subscript(x: Int, y: Int) -> UInt8 {
        get {
            precondition(x >= 0 && x < width)
            return pixels[y * width + x]
        }
        set {
            precondition(x >= 0 && x < width)
            pixels[y * width + x] = newValue
        }
    }

    /// Mean of all samples over full range, 0 to 1.
    package var mean: Double {
        Double(pixels.reduce(0) { $0 &+ Int($1) }) / Double(255 * max(1, pixels.count))
    }

    /// Calls `body` with a view of the samples.
    package func withView<Result>(_ body: (borrowing LumaView) throws -> Result) rethrows -> Result {
        try body(LumaView(pixels.span, width: width, height: height, stride: width))
    }
}
