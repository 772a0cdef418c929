package import Symbols

/// A clip made of codes whose corners are known exactly in every frame.
///
/// Composed upright, in 8-bit luma over full range; how it is stored is the encoding's matter.
package struct GoldenClip: Sendable {
    /// When the frames are.
    package enum Timing: Sendable {
        /// `count` frames at `rate.frames / rate.seconds` a second.
        case constant(rate: (frames: Int, seconds: Int), count: Int)
        /// Times in seconds, rising.
        case explicit([Double])
    }

    /// What is behind the codes.
    package enum Background: Sendable {
        case plain(UInt8)
        /// From the first luma at the top left to the second at the bottom right.
        case gradient(UInt8, UInt8)
        /// Blocks of 8x8 pixels of random luma in the range, the same for the same seed.
        case blocks(ClosedRange<UInt8>, seed: UInt64)
        case picture(GrayPicture)
    }

    /// One code in one frame.
    package struct Truth: Sendable {
        /// Position in `placements`.
        package var placement: Int
        /// Corners in pixels of the upright frame.
        package var corners: Quad
    }

    package let width: Int
    package let height: Int
    package let timing: Timing
    package let placements: [Placement]
    private let background: GrayPicture
    private let brightness: @Sendable (Double) -> Double

    /// - Parameters:
    ///   - placements: later ones lie over earlier ones.
    ///   - brightness: the factor on all luma at a time in seconds.
    package init(
        width: Int = 640, height: Int = 360, timing: Timing = .constant(rate: (25, 1), count: 50),
        background: Background = .gradient(90, 170), placements: [Placement],
        brightness: @escaping @Sendable (Double) -> Double = { _ in 1 }
    ) {
        self.width = width
        self.height = height
        self.timing = timing
        self.placements = placements
        self.background = background.picture(width: width, height: height)
        self.brightness = brightness
    }

    /// The time of every frame in seconds.
    package var times: [Double] {
        switch timing {
        case .constant(let rate, let count): (0..<count).map { Double($0 * rate.seconds) / Double(rate.frames) }
        case .explicit(let times): times
        }
    }

    /// Seconds from the first frame to the end of the last, which lasts as long as the one before it.
    package var duration: Double {
        let times = times
        guard let first = times.first, let last = times.last else { return 0 }
        switch timing {
        case .constant(let rate, _): return last - first + Double(rate.seconds) / Double(rate.frames)
        case .explicit: return times.count > 1 ? last - first + last - times[times.count - 2] : 0.04
        }
    }

    /// The codes that lie in the frame at a time, even in part.
    package func truth(at time: Double) -> [Truth] {
        placements.indices.compactMap { index in
            guard let corners = placements[index].corners(at: time) else { return nil }
            let box = corners.boundingBox
            let isInside =
                box.x < Double(width) && box.y < Double(height) && box.x + box.width > 0 && box.y + box.height > 0
            return isInside ? Truth(placement: index, corners: corners) : nil
        }
    }

    /// The frame at a time, upright.
    package func frame(at time: Double) -> GrayPicture {
        var frame = background
        for placement in placements { placement.draw(into: &frame, at: time) }
        let factor = brightness(time)
        if factor != 1 {
            let dimmed = (0...255).map { UInt8(max(0, min(255, (Double($0) * factor).rounded()))) }
            frame.pixels = frame.pixels.map { dimmed[Int($0)] }
        }
        return frame
    }
}

extension GoldenClip.Background {
    fileprivate func picture(width: Int, height: Int) -> GrayPicture {
        var picture = GrayPicture(width: width, height: height)
        switch self {
        case .plain(let luma):
            return GrayPicture(width: width, height: height, luma: luma)
        case .picture(let given):
            precondition(given.width == width && given.height == height)
            return given
        case .gradient(let first, let second):
            for y in 0..<height {
                for x in 0..<width {
                    let part = (Int(second) - Int(first)) * (x + y) / max(1, width + height - 2)
                    picture[x, y] = UInt8(Int(first) + part)
                }
            }
        case .blocks(let range, let seed):
            var random = SplitMix(state: seed)
            let columns = (width + 7) / 8
            let blocks = (0..<(columns * ((height + 7) / 8))).map { _ in UInt8.random(in: range, using: &random) }
            for y in 0..<height {
                for x in 0..<width { picture[x, y] = blocks[y / 8 * columns + x / 8] }
            }
        }
        return picture
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): random numbers that repeat.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
