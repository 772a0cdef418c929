internal import Imaging

/// A picture at its size, at half of it, at a quarter, and so on. Its memory stays.
struct Pyramid: ~Copyable {
    /// Levels in use, the picture itself counted.
    private(set) var count = 0
    private var levels = InlineArray<6, GrayImage> { _ in GrayImage() }
    private var hasCopy = false

    /// Reduces `luma` until its shorter side would be under `leastSide`. Samples that do not lie side by side are
    /// copied.
    mutating func build(_ luma: borrowing LumaView, leastSide: Int) {
        hasCopy = luma.pixelStride != 1
        if hasCopy { levels[0].copy(luma) }
        count = 1
        while min(luma.width, luma.height) >> count >= leastSide, count < levels.count {
            if count == 1 {
                levels[1].copyReduced(luma, by: 2)
            } else {
                // The source leaves its place while the next level is made of it.
                var source = GrayImage()
                swap(&source, &levels[count - 1])
                levels[count].copyReduced(source.view, by: 2)
                swap(&source, &levels[count - 1])
            }
            count += 1
        }
    }

    /// The picture `luma` that the pyramid was built of, at a level. Traps if there is no such level.
    @_lifetime(borrow self, copy luma)
    func view(_ level: Int, of luma: borrowing LumaView) -> LumaView {
        precondition(level < count)
        if level == 0 && !hasCopy { return copy luma }
        return levels[level].view
    }
}
