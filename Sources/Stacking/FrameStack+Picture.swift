package import Imaging

extension FrameStack {
    /// Makes `picture` the mean of the frames, its levels stretched so that all but the darkest and the brightest half
    /// percent of the samples lie between black and white.
    package func copyStretched(to picture: inout GrayImage) {
        let (low, high) = levels()
        let scale = 255 / max(high - low, 1e-3)
        picture.resize(width: mean.width, height: mean.height)
        for y in 0..<mean.height {
            let row = mean.row(y)
            picture.withRow(y) { out in
                for x in 0..<min(out.count, row.count) {
                    out[x] = UInt8(min(max((row[x] - low) * scale + 0.5, 0), 255))
                }
            }
        }
    }

    /// The place in the newest frame of a place in the stack's picture, in pixels.
    package func framePlace(x: Double, y: Double) -> (x: Double, y: Double) {
        let (centerX, centerY) = (Double(mean.width - 1) / 2, Double(mean.height - 1) / 2)
        // Places count from the corner of the first pixel.
        let place = motion.undo(x - 0.5 - centerX, y - 0.5 - centerY)
        return (place.x + centerX + 0.5, place.y + centerY + 0.5)
    }

    /// Half a percent of the samples lies below the first, half a percent above the second level.
    private func levels() -> (low: Float, high: Float) {
        var histogram = [Int](repeating: 0, count: 256 * Self.binsInLevel)
        for y in 0..<mean.height {
            let row = mean.row(y)
            var bins = histogram.mutableSpan
            for x in 0..<row.count {
                bins[min(max(Int(row[x] * Float(Self.binsInLevel)), 0), bins.count &- 1)] &+= 1
            }
        }
        let least = mean.width * mean.height / 200
        func bin(_ bins: some Sequence<Int>) -> Float {
            var sum = 0
            for index in bins {
                sum += histogram[index]
                if sum > least { return Float(index) / Float(Self.binsInLevel) }
            }
            return 0
        }
        let low = bin(histogram.indices)
        return (low, max(bin(histogram.indices.reversed()), low))
    }

    private static var binsInLevel: Int { 16 }
}
