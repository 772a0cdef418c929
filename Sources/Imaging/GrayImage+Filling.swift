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
        if factor == 2 { return copyHalved(luma) }
        resize(width: luma.width / factor, height: luma.height / factor)
        guard width > 0 && height > 0 else { return }
        let step = luma.pixelStride
        // The division by the area as a multiplication: exact, as sums are below 2^16 and the area is at most 2^8.
        let area = UInt32(factor * factor)
        let reciprocal = (UInt64(1) << 32) / UInt64(area) + 1
        var columns = takeColumnSums(count: width * factor)
        defer { keepColumnSums(&columns) }
        for y in 0..<height {
            var sums = columns.mutableSpan
            Self.set(&sums, to: luma.row(y &* factor), step: step)
            for line in 1..<max(factor, 1) { Self.add(luma.row(y &* factor &+ line), step: step, to: &sums) }
            withRow(y) { row in
                if factor == 3 {
                    // 7282 / 2^16 for 1/9: exact up to 9 x 255.
                    for x in 0..<min(row.count, sums.count / 3) {
                        let sum = sums[3 &* x] &+ sums[3 &* x &+ 1] &+ sums[3 &* x &+ 2]
                        row[x] = UInt8(truncatingIfNeeded: ((UInt32(sum) &+ 4) &* 7282) &>> 16)
                    }
                    return
                }
                var x = 0
                for i in 0..<row.count {
                    var sum = area / 2
                    for _ in 0..<factor {
                        sum &+= UInt32(sums[x])
                        x &+= 1
                    }
                    row[i] = UInt8(truncatingIfNeeded: (UInt64(sum) &* reciprocal) &>> 32)
                }
            }
        }
    }

    private mutating func copyHalved(_ luma: borrowing LumaView) {
        resize(width: luma.width / 2, height: luma.height / 2)
        guard width > 0 else { return }
        let step = luma.pixelStride
        for y in 0..<height {
            let (upper, lower) = (luma.row(2 &* y), luma.row(2 &* y &+ 1))
            withRow(y) { row in
                let whole = step == 1 ? Self.halve(upper, lower, in: &row) : 0
                for x in whole..<row.count {
                    let (left, right) = (2 &* x &* step, (2 &* x &+ 1) &* step)
                    let sum = UInt16(upper[left]) &+ UInt16(upper[right]) &+ UInt16(lower[left]) &+ UInt16(lower[right])
                    row[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
                }
            }
        }
    }

    /// Sets the first samples of `row`, in whole groups of 4, to the rounded means of two samples of each of two rows; how
    /// many it set. Four sums of 16 bits are made in one word.
    private static func halve(_ upper: Span<UInt8>, _ lower: Span<UInt8>, in row: inout MutableSpan<UInt8>) -> Int {
        let groups = min(row.count / 4, min(upper.count, lower.count) / 8)
        let (above, below) = unsafe (upper.bytes, lower.bytes)
        var out = unsafe row.mutableBytes
        let even: UInt64 = 0x00ff_00ff_00ff_00ff
        for group in 0..<groups {
            // SAFETY: 8 bytes of both rows and 4 of `row` for each group, by the number of groups.
            let upperWord = unsafe above.unsafeLoadUnaligned(fromUncheckedByteOffset: 8 &* group, as: UInt64.self)
            let lowerWord = unsafe below.unsafeLoadUnaligned(fromUncheckedByteOffset: 8 &* group, as: UInt64.self)
            let (a, b) = (upperWord.littleEndian, lowerWord.littleEndian)
            let sums = (a & even) &+ ((a &>> 8) & even) &+ (b & even) &+ ((b &>> 8) & even) &+ 0x0002_0002_0002_0002
            let means = (sums &>> 2) & even
            let pairs = (means | (means &>> 8)) & 0x0000_ffff_0000_ffff
            let four = UInt32(truncatingIfNeeded: pairs | (pairs &>> 16)).littleEndian
            unsafe out.storeBytes(of: four, toUncheckedByteOffset: 4 &* group, as: UInt32.self)
        }
        return 4 * groups
    }

    /// Makes this picture `luma` at twice its size, bilinear: each new sample lies a quarter of a pixel beside an old
    /// one and is 9/16 of it, 3/16 of each of its two neighbours on that side, 1/16 of the one across.
    package mutating func copyEnlarged(_ luma: borrowing LumaView) {
        resize(width: luma.width * 2, height: luma.height * 2)
        guard width > 0 && height > 0 else { return }
        let step = luma.pixelStride
        var columns = takeColumnSums(count: luma.width)
        defer { keepColumnSums(&columns) }
        for y in 0..<height {
            let far = min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), luma.height - 1)
            var sums = columns.mutableSpan
            Self.set(&sums, to: luma.row(far), step: step)
            for _ in 0..<3 { Self.add(luma.row(y / 2), step: step, to: &sums) }
            withRow(y) { row in
                let last = sums.count &- 1
                for x in 0...last {
                    let middle = 3 &* sums[x] &+ 8
                    row[2 &* x] = UInt8(truncatingIfNeeded: (middle &+ sums[max(x &- 1, 0)]) &>> 4)
                    row[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (middle &+ sums[min(x &+ 1, last)]) &>> 4)
                }
            }
        }
    }

    private static func set(_ sums: inout MutableSpan<UInt16>, to row: Span<UInt8>, step: Int) {
        if step == 1 {
            for x in 0..<min(sums.count, row.count) { sums[x] = UInt16(row[x]) }
        } else {
            for x in 0..<sums.count { sums[x] = UInt16(row[x &* step]) }
        }
    }

    private static func add(_ row: Span<UInt8>, step: Int, to sums: inout MutableSpan<UInt16>) {
        if step == 1 {
            for x in 0..<min(sums.count, row.count) { sums[x] &+= UInt16(row[x]) }
        } else {
            for x in 0..<sums.count { sums[x] &+= UInt16(row[x &* step]) }
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
