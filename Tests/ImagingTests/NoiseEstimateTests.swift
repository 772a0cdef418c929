import Imaging
import Testing

@Suite struct NoiseEstimateTests {
    // The lower quartile is about a twentieth too little.
    @Test(arguments: [(0, 0), (1, 0.99), (2, 1.88), (5, 4.75), (10, 9.45), (20, 18.85)])
    func measuresNoiseOfAFlatPicture(deviation: Double, measured: Double) throws {
        let estimate = try #require(NoisyPicture(noise: deviation) { _, _ in 120 }.noise())
        #expect(abs(estimate - measured) < 0.06)
    }

    @Test func aSlopeIsNoNoise() throws {
        let estimate = try #require(NoisyPicture { x, y in UInt8(20 + x / 4 + y / 8) }.noise())
        #expect(estimate < 0.5)
    }

    // Two thirds of the picture are stripes of 4 pixels.
    @Test func textureIsNoNoise() throws {
        let texture = NoisyPicture(noise: 3) { x, y in y < 320 ? (x / 4 % 2 == 0 ? 30 : 220) : 120 }
        let estimate = try #require(texture.noise())
        #expect(abs(estimate - 3) < 0.25)
    }

    // Noise is cut off in three quarters of the picture.
    @Test(arguments: [0, 255] as [UInt8]) func leavesOutWhatIsClipped(luma: UInt8) throws {
        let estimate = try #require(NoisyPicture(noise: 6) { x, _ in x < 480 ? luma : 120 }.noise())
        #expect(abs(estimate - 5.65) < 0.2)
    }

    @Test(arguments: [(0, .full), (255, .full), (16, .limited), (235, .limited)] as [(UInt8, LumaRange)])
    func hasNothingToSayOfAClippedPicture(luma: UInt8, range: LumaRange) {
        #expect(NoisyPicture { _, _ in luma }.noise(range: range) == nil)
    }

    @Test(arguments: [(17, 40, false), (40, 17, false), (18, 18, true), (1000, 18, true), (0, 0, false)])
    func needsASquareAndItsRim(width: Int, height: Int, isMeasured: Bool) {
        let pixels = [UInt8](repeating: 100, count: width * height)
        let estimate = NoiseEstimate(of: LumaView(pixels.span, width: width, height: height, stride: width))
        #expect((estimate?.deviation == 0) == isMeasured)
    }

    @Test func ignoresWhatIsBetweenSamples() {
        let plain = NoisyPicture(noise: 4) { _, _ in 120 }
        // Packed 4:2:2: every second byte is chroma. The last row ends after its last sample.
        let packed = plain.pixels.enumerated().flatMap { [$1, UInt8(truncatingIfNeeded: $0 &* 37)] }.dropLast()
        let bytes = Array(packed)
        let view = LumaView(
            bytes.span, width: NoisyPicture.width, height: NoisyPicture.height, stride: 2 * NoisyPicture.width,
            pixelStride: 2)
        #expect(NoiseEstimate(of: view)?.deviation == plain.noise())
    }
}
