internal import Imaging

extension LumaView {
    /// Whether `point` lies on the picture.
    func contains(_ point: Point) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
    }

    /// Luma at `point`, bilinear between the centres of the pixels around it; the picture's edge goes on outside.
    /// Traps if the picture is empty.
    func sample(_ point: Point) -> Double {
        let x = min(max(point.x - 0.5, 0), Double(width - 1))
        let y = min(max(point.y - 0.5, 0), Double(height - 1))
        let (left, top) = (Int(x), Int(y))
        let (fx, fy) = (x - Double(left), y - Double(top))
        let upper = top &* stride &+ left &* pixelStride
        let right = left &+ 1 < width ? pixelStride : 0
        let lower = top &+ 1 < height ? upper &+ stride : upper
        let above = Double(bytes[upper]) * (1 - fx) + Double(bytes[upper &+ right]) * fx
        let below = Double(bytes[lower]) * (1 - fx) + Double(bytes[lower &+ right]) * fx
        return above * (1 - fy) + below * fy
    }

    /// Whether the lightest and the darkest of the samples of every fourth row and column are `difference` apart.
    func hasContrast(_ difference: UInt8) -> Bool {
        var (darkest, lightest) = (UInt8.max, UInt8.min)
        for y in Swift.stride(from: 0, to: height, by: 4) {
            let row = row(y)
            var x = 0
            while x < row.count {
                darkest = min(darkest, row[x])
                lightest = max(lightest, row[x])
                x &+= pixelStride &* 4
            }
            if lightest >= darkest && lightest - darkest >= difference { return true }
        }
        return false
    }
}
