internal import Imaging

/// A picture at its size, at half of it, at a quarter, and so on. Its memory stays.
struct Pyramid: ~Copyable {
    /// The picture where it could not be used as it lies, and its reductions.
    private(set) var levels: [Level] = []
    /// Levels in use, the picture itself counted.
    private(set) var count = 0

    /// One level's samples.
    final class Level {
        var image = GrayImage()
    }

    /// Reduces `luma` until its shorter side would be under `leastSide`.
    mutating func build(_ luma: borrowing LumaView, leastSide: Int) {
        count = 1
        if levels.isEmpty { levels.append(Level()) }
        if luma.pixelStride != 1 { levels[0].image.copy(luma) }
        while min(luma.width, luma.height) >> count >= leastSide && count < 6 {
            if levels.count == count { levels.append(Level()) }
            if count == 1 {
                levels[1].image.copyReduced(luma, by: 2)
            } else {
                let source = levels[count - 1]
                levels[count].image.copyReduced(source.image.view, by: 2)
            }
            count += 1
        }
    }
}
