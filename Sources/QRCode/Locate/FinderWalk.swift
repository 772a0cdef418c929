internal import Imaging

/// A way through pixels that are split into dark and light.
struct FinderWalk {
    var x: Int
    var y: Int
    var dx: Int
    var dy: Int
    /// Whether the core is light.
    var isLight: Bool

    /// Steps that stay inside of the picture and of its blocks.
    @inline(__always)
    private func limit(_ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int {
        let right = min(luma.width, map.columns &* map.side) &- 1 &- x
        let below = min(luma.height, map.rows &* map.side) &- 1 &- y
        return min(dx == 0 ? Int.max : dx > 0 ? right : x, dy == 0 ? Int.max : dy > 0 ? below : y)
    }

    /// Whether the pixel after that many steps is of the core's kind.
    @inline(__always)
    private func isCore(_ steps: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Bool {
        let (px, py) = (x &+ steps &* dx, y &+ steps &* dy)
        return (luma.bytes[py &* luma.stride &+ px] < map.threshold(px, py)) != isLight
    }

    /// Steps to the last pixel of the core, at most `most`.
    @inline(__always)
    func core(most: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int {
        let last = min(most, limit(luma, map))
        var steps = 0
        while steps < last, isCore(steps &+ 1, luma, map) { steps &+= 1 }
        return steps
    }

    /// Steps to the first pixel of the dark ring, where beyond the core come a light and a dark run, each of about
    /// two thirds of the way through the core; nil where they do not.
    func rings(most: Int, _ luma: borrowing LumaView, _ map: borrowing ThresholdMap) -> Int? {
        let core = core(most: most, luma, map)
        guard core < most else { return nil }
        let limit = limit(luma, map)
        var steps = core &+ 1
        while steps < min(core &* 3 &+ 4, limit), !isCore(steps, luma, map) { steps &+= 1 }
        let light = steps &- core &- 1
        // Two thirds of core + 1/2, from a third of that to twice as much and a pixel.
        guard light &* 9 >= 2 &* core &+ 1, 3 &* light <= 4 &* core &+ 5 else { return nil }
        let start = steps
        let least = (2 &* core &+ 8) / 9
        while steps &- start < least, steps <= limit, isCore(steps, luma, map) { steps &+= 1 }
        return steps &- start >= least ? start : nil
    }
}
