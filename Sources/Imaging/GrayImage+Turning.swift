extension GrayImage {
    /// A rectangle of a picture that need not stand upright.
    package struct Cutout: Sendable, Hashable {
        /// The centre, in pixels of the picture; (0, 0) is the outer corner of the first one.
        package var centerX: Double
        package var centerY: Double
        /// The cutout's own size in pixels.
        package var width: Int
        package var height: Int
        /// The step in the picture from one pixel of the cutout to the next on its right; the one below is the same step
        /// turned a quarter, clockwise as seen with y down.
        package var stepX: Double
        package var stepY: Double

        package init(centerX: Double, centerY: Double, width: Int, height: Int, stepX: Double, stepY: Double) {
            (self.centerX, self.centerY, self.width, self.height) = (centerX, centerY, width, height)
            (self.stepX, self.stepY) = (stepX, stepY)
        }

        /// The place in the picture of a place of the cutout, both in pixels from the outer corner of the first one.
        package func inPicture(x: Double, y: Double) -> (x: Double, y: Double) {
            let (u, v) = (x - Double(width) / 2, y - Double(height) / 2)
            return (centerX + u * stepX - v * stepY, centerY + u * stepY + v * stepX)
        }
    }

    /// Makes this picture the cutout of `luma`, bilinear; the picture's edge goes on outside.
    ///
    /// Traps if a side of the cutout is negative, or `luma` is empty or has a side over 2^20.
    package mutating func copy(_ cutout: Cutout, of luma: borrowing LumaView) {
        precondition(luma.width > 0 && luma.height > 0 && max(luma.width, luma.height) <= 1 << 20)
        resize(width: cutout.width, height: cutout.height)
        // Places in 1/65536 of a pixel, from the centre of the first pixel.
        let one = 65536.0
        let (stepX, stepY) = (Int(cutout.stepX * one), Int(cutout.stepY * one))
        let (right, bottom) = (luma.width &- 1, luma.height &- 1)
        for row in 0..<height {
            let start = cutout.inPicture(x: 0.5, y: Double(row) + 0.5)
            var (x, y) = (Int((start.x - 0.5) * one), Int((start.y - 0.5) * one))
            let (bytes, stride, pixelStride) = (luma.bytes, luma.stride, luma.pixelStride)
            withRow(row) { out in
                for i in 0..<out.count {
                    let (inX, inY) = (min(max(x, 0), right &<< 16), min(max(y, 0), bottom &<< 16))
                    let (column, line) = (inX &>> 16, inY &>> 16)
                    let (fx, fy) = ((inX &>> 8) & 255, (inY &>> 8) & 255)
                    let upper = line &* stride &+ column &* pixelStride
                    let lower = line < bottom ? upper &+ stride : upper
                    let next = column < right ? pixelStride : 0
                    let above = Int(bytes[upper]) &* (256 &- fx) &+ Int(bytes[upper &+ next]) &* fx
                    let below = Int(bytes[lower]) &* (256 &- fx) &+ Int(bytes[lower &+ next]) &* fx
                    out[i] = UInt8(truncatingIfNeeded: (above &* (256 &- fy) &+ below &* fy &+ 32768) &>> 16)
                    x &+= stepX
                    y &+= stepY
                }
            }
        }
    }

    /// Exchanges dark and light.
    package mutating func invert() {
        for y in 0..<height {
            withRow(y) { row in
                for x in 0..<row.count { row[x] = ~row[x] }
            }
        }
    }
}
