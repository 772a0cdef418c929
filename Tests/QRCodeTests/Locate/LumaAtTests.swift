import Imaging
import Testing

@testable import QRCode

/// The luma between pixels.
@Suite struct LumaAtTests {
    /// A place and the luma there in the picture 10 20 / 30 60.
    @Test(
        arguments: [
            (0.5, 0.5, 10), (1.5, 0.5, 20), (0.5, 1.5, 30), (1.5, 1.5, 60), (1, 0.5, 15), (1, 1, 30),
            (0.75, 1.25, 31.25),
            (-5, 0.5, 10), (99, 99, 60), (1.5, -.infinity, 20), (.infinity, .infinity, 60), (1e300, 0, 20),
            (.nan, 1.5, 30),
            (.nan, .nan, 10), (-.nan, -1e300, 10),
        ] as [(Double, Double, Float)])
    func isBilinearInsideAndOfTheNearestPixelOutside(x: Double, y: Double, luma: Float) {
        var picture = Picture(width: 2, height: 2, level: 0)
        picture.pixels = [10, 20, 30, 60]
        #expect(picture.withView { $0.luma(x, y) } == luma)
    }
}
