/// A picture in the samples of some components of a format: "over" is then a multiplication and an addition for each.
struct PictureSamples: Sendable {
    /// What a component is made with.
    struct Conversion: Sendable, Equatable {
        /// What blue, green, red and alpha of 0…255 add to a sample, in units of 2⁻¹⁴.
        var weights: SIMD4<Int32>
        /// The largest value of a sample, at most 65535.
        var largest: Int32
    }

    /// What the samples of a picture depend on.
    struct Key: Sendable, Equatable {
        /// Powers of two of frame pixels in one sample, across and down.
        var subsampling: SIMD2<Int>
        /// Columns and rows of frame pixels of the first sample that lie before the picture.
        var phase: SIMD2<Int>
        /// By component.
        var conversions: [Conversion]
    }

    /// Samples side by side, from the first to the last of a row that is not transparent.
    struct Run: Sendable {
        var row: Int
        var column: Int
        var count: Int
        /// The place of the first one in `kept` and in each component of `added`.
        var start: Int
    }

    static let weightBits: Int32 = 14
    let runs: [Run]
    /// How much of 255 remains of the frame's sample.
    let kept: [UInt8]
    /// What is added to the frame's samples: as many as in `kept` for each component, one component after another.
    let added: [UInt16]

    /// - Parameters:
    ///   - pixels: premultiplied, rows of `width`, blue in the lowest byte.
    ///   - opaque: by row, the columns from the first to the last pixel that is not transparent.
    init(of pixels: borrowing Span<UInt32>, width: Int, opaque: [Range<Int>], _ key: Key) {
        runs = Self.runs(opaque, key)
        let count = runs.last.map { $0.start + $0.count } ?? 0
        var reduced = [UInt32](repeating: 0, count: count)
        var sums = [SIMD2<UInt32>](repeating: .zero, count: key.subsampling == .zero ? 0 : count)
        for run in runs {
            for line in Self.lines(of: run.row, key, height: opaque.count) where !opaque[line].isEmpty {
                let range = opaque[line]
                let row = pixels.extracting(line * width + range.lowerBound..<line * width + range.upperBound)
                if key.subsampling == .zero {
                    var target = reduced.mutableSpan
                    copy(row, to: &target, at: run.start)
                } else {
                    let before = range.lowerBound + key.phase.x - run.column << key.subsampling.x
                    var target = sums.mutableSpan
                    add(row, to: &target, at: run.start, before: before, across: key.subsampling.x)
                }
            }
        }
        if key.subsampling != .zero { takeMeans(of: sums, bits: key.subsampling.wrappedSum(), into: &reduced) }
        var kept = [UInt8](repeating: 0, count: count)
        var keptSpan = kept.mutableSpan
        invertAlpha(of: reduced.span, into: &keptSpan)
        self.kept = kept
        var added = [UInt16](repeating: 0, count: count * key.conversions.count)
        for (index, conversion) in key.conversions.enumerated() {
            var target = added.mutableSpan
            fill(&target, index * count, from: reduced.span, conversion)
        }
        self.added = added
    }

    private static func runs(_ opaque: [Range<Int>], _ key: Key) -> [Run] {
        let (across, down) = (key.subsampling.x, key.subsampling.y)
        let last = (opaque.count - 1 + key.phase.y) >> down
        var runs: [Run] = []
        runs.reserveCapacity(last + 1)
        var start = 0
        for row in 0...last {
            var (first, end) = (Int.max, 0)
            for line in Self.lines(of: row, key, height: opaque.count) where !opaque[line].isEmpty {
                first = min(first, opaque[line].lowerBound)
                end = max(end, opaque[line].upperBound)
            }
            guard first < end else { continue }
            let column = (first + key.phase.x) >> across
            let count = (end - 1 + key.phase.x) >> across - column + 1
            runs.append(Run(row: row, column: column, count: count, start: start))
            start += count
        }
        return runs
    }

    /// The picture's rows that lie in a row of samples.
    private static func lines(of row: Int, _ key: Key, height: Int) -> Range<Int> {
        let first = row << key.subsampling.y - key.phase.y
        return max(0, first)..<min(height, first + 1 << key.subsampling.y)
    }
}

private func copy(_ pixels: borrowing Span<UInt32>, to target: inout MutableSpan<UInt32>, at start: Int) {
    precondition(start >= 0 && start + pixels.count <= target.count)
    for index in 0..<pixels.count {
        // SAFETY: the precondition holds for every index.
        unsafe target[unchecked: start &+ index] = pixels[unchecked: index]
    }
}

private func invertAlpha(of pixels: borrowing Span<UInt32>, into kept: inout MutableSpan<UInt8>) {
    precondition(kept.count == pixels.count)
    for index in 0..<pixels.count {
        // SAFETY: the precondition holds for every index.
        unsafe kept[unchecked: index] = 255 &- UInt8(truncatingIfNeeded: pixels[unchecked: index] &>> 24)
    }
}

/// Adds pixels to their samples' sums, the first of them `before` frame pixels behind the beginning of the sample at
/// `start`. Two bytes lie in each word, so that sixteen pixels add up in it.
private func add(
    _ pixels: borrowing Span<UInt32>, to sums: inout MutableSpan<SIMD2<UInt32>>, at start: Int, before: Int, across: Int
) {
    precondition(before >= 0 && start >= 0 && start + (pixels.count - 1 + before) >> across < sums.count)
    for index in 0..<pixels.count {
        // SAFETY: the precondition holds for every pixel.
        let pixel = unsafe pixels[unchecked: index]
        let sum = start &+ (index &+ before) &>> across
        unsafe sums[unchecked: sum] &+= SIMD2(pixel & 0xff00ff, pixel &>> 8 & 0xff00ff)
    }
}

/// Divides sums of 2 to the power of `bits` pixels, of which those outside of the picture count as transparent.
private func takeMeans(of sums: [SIMD2<UInt32>], bits: Int, into pixels: inout [UInt32]) {
    let half: UInt32 = bits == 0 ? 0 : 0x1_0001 &<< UInt32(bits - 1)
    let (halves, shifts) = (SIMD2(repeating: half), SIMD2(repeating: UInt32(bits)))
    for index in 0..<min(sums.count, pixels.count) {
        let mean = (sums[index] &+ halves) &>> shifts & SIMD2(repeating: 0xff00ff)
        pixels[index] = mean.x | mean.y &<< 8
    }
}

/// Sets what the pixels add to a component's samples, the first of them at `start`.
private func fill(
    _ samples: inout MutableSpan<UInt16>, _ start: Int, from pixels: borrowing Span<UInt32>,
    _ conversion: PictureSamples.Conversion
) {
    let (weights, largest) = (conversion.weights, conversion.largest)
    precondition(start >= 0 && start + pixels.count <= samples.count)
    for index in 0..<pixels.count {
        // SAFETY: the precondition holds for every index.
        let pixel = unsafe pixels[unchecked: index]
        let blue = Int32(truncatingIfNeeded: pixel & 0xff) &* weights.x
        let green = Int32(truncatingIfNeeded: pixel &>> 8 & 0xff) &* weights.y
        let red = Int32(truncatingIfNeeded: pixel &>> 16 & 0xff) &* weights.z
        let alpha = Int32(truncatingIfNeeded: pixel &>> 24) &* weights.w
        let value = (blue &+ green &+ red &+ alpha &+ 1 << 13) &>> PictureSamples.weightBits
        unsafe samples[unchecked: start &+ index] = UInt16(truncatingIfNeeded: min(max(0, value), largest))
    }
}
