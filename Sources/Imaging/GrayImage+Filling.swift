extension GrayImage {
    /// Takes over size and samples of `luma`.
    package mutating func copy(_ luma: borrowing LumaView) {
        map(luma) { $0 }
    }

    /// Takes over size and samples of `luma`, dark for light.
    package mutating func copyInverted(_ luma: borrowing LumaView) {
        map(luma) { ~$0 }
    }

    /// Makes this picture `luma` at 1/`factor` of its size, each sample the rounded mean of `factor` x `factor`
    /// samples. A rest of rows or columns at the far edges is left out. Traps unless `factor` is 1 to 16.
    package mutating func copyReduced(_ luma: borrowing LumaView, by factor: Int) {
        precondition((1...16).contains(factor))
        resize(width: luma.width / factor, height: luma.height / factor)
        guard width > 0 && height > 0 else { return }
        let step = luma.pixelStride
        // A division by the area as a multiplication: exact, because sums stay below 2^16 and the area below 2^9.
        let area = UInt32(factor * factor)
        let reciprocal = (UInt64(1) << 32) / UInt64(area) + 1
        var sums = [UInt32](repeating: 0, count: width)
        for y in 0..<height {
            for i in sums.indices { sums[i] = area / 2 }
            for subrow in 0..<factor {
                let row = luma.row(y &* factor &+ subrow)
                var x = 0
                for i in sums.indices {
                    var sum: UInt32 = 0
                    for _ in 0..<factor {
                        sum &+= UInt32(row[x])
                        x &+= step
                    }
                    sums[i] &+= sum
                }
            }
            withRow(y) { out in
                for i in 0..<min(out.count, sums.count) {
                    out[i] = UInt8(truncatingIfNeeded: (UInt64(sums[i]) &* reciprocal) &>> 32)
                }
            }
        }
    }

    /// Makes this picture `luma` at twice its size, bilinear: each new sample lies a quarter of a pixel beside an old
    /// one and is 9/16 of it, 3/16 of each of its two neighbours on that side, 1/16 of the one across.
    package mutating func copyEnlarged(_ luma: borrowing LumaView) {
        resize(width: luma.width * 2, height: luma.height * 2)
        guard width > 0 && height > 0 else { return }
        let step = luma.pixelStride
        let last = luma.width - 1
        for y in 0..<height {
            let near = luma.row(y / 2)
            let far = luma.row(min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), luma.height - 1))
            withRow(y) { out in
                for x in 0..<out.count {
                    let here = (x / 2) &* step
                    let beside = min(max(x / 2 &+ (x % 2 == 0 ? -1 : 1), 0), last) &* step
                    let sum =
                        9 &* UInt32(near[here]) &+ 3 &* (UInt32(near[beside]) &+ UInt32(far[here]))
                        &+ UInt32(far[beside])
                    out[x] = UInt8(truncatingIfNeeded: (sum &+ 8) &>> 4)
                }
            }
        }
    }

    private mutating func map(_ luma: borrowing LumaView, _ transform: (UInt8) -> UInt8) {
        resize(width: luma.width, height: luma.height)
        guard width > 0 else { return }
        for y in 0..<height {
            let row = luma.row(y)
            let step = luma.pixelStride
            withRow(y) { out in
                if step == 1 {
                    for x in 0..<min(out.count, row.count) { out[x] = transform(row[x]) }
                } else {
                    for x in 0..<out.count { out[x] = transform(row[x &* step]) }
                }
            }
        }
    }
}
