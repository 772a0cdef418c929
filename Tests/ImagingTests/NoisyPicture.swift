import Imaging

/// A picture of 640 x 480 made from a formula and noise that is the same each time.
struct NoisyPicture {
    static let width = 640
    static let height = 480
    /// The samples, rows without gaps.
    let pixels: [UInt8]

    /// - Parameter noise: standard deviation of normal noise in grey levels.
    init(noise: Double = 0, luma: (_ x: Int, _ y: Int) -> UInt8) {
        var state: UInt64 = 1
        pixels = (0..<Self.width * Self.height).map { index in
            // The sum of twelve uniform numbers is normal well enough: variance 1, mean 6.
            var sum = 0.0
            for _ in 0..<12 {
                // D. E. Knuth's MMIX.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                sum += Double(state >> 40) / Double(1 << 24)
            }
            let value = Double(luma(index % Self.width, index / Self.width)) + noise * (sum - 6)
            return UInt8(min(max(value.rounded(), 0), 255))
        }
    }

    /// The noise that is measured in it.
    func noise(range: LumaRange = .full) -> Double? {
        let view = LumaView(pixels.span, width: Self.width, height: Self.height, stride: Self.width)
        return NoiseEstimate(of: view, range: range)?.deviation
    }
}
