internal import CGStreamer

/// Blends premultiplied pictures onto a mapped frame whose components are whole bytes or little-endian 16-bit words,
/// planar or packed, subsampled or not: touches only the samples under a picture's opaque pixels.
///
/// GStreamer's own blend unpacks and packs whole rows of the frame for each row of a picture, which on wide frames
/// costs more than decoding them. Valid while the frame is mapped.
@safe struct SampleBlender {
    /// How samples of one component lie and what a pixel adds to them.
    @safe struct Component {
        var start: UnsafeMutablePointer<UInt8>
        /// Bytes from row to row, and from sample to sample in a row.
        var rowStride: Int
        var pixelStride: Int
        var sampleBytes: Int
        /// Bits below the value in its word.
        var shift: Int
        var largest: Int32
        /// Samples in a row, and rows.
        var width: Int
        var height: Int
        /// Powers of two of frame pixels in one sample, across and down.
        var subsampling: SIMD2<Int>
        /// What blue, green, red and alpha of 0…255 add to the sample, in units of 2⁻¹⁴.
        var weights: SIMD4<Int32>
    }

    static let weightBits: Int32 = 14
    /// Components of equal subsampling together.
    private let groups: [[Component]]
    private let width: Int
    private let height: Int

    /// Nil where the format's samples lie in another way.
    init?(_ frame: inout GstVideoFrame) {
        // SAFETY: the frame is mapped; its description is static memory.
        guard let weights = unsafe BlendWeights(frame.info) else { return nil }
        var groups: [[Component]] = []
        for index in unsafe 0..<Int(frame.info.finfo.pointee.n_components) {
            guard let component = unsafe Self.component(index, weights, &frame) else { return nil }
            if let group = groups.firstIndex(where: { $0[0].subsampling == component.subsampling }) {
                groups[group].append(component)
            } else {
                groups.append([component])
            }
        }
        self.groups = groups
        width = unsafe Int(frame.info.width)
        height = unsafe Int(frame.info.height)
    }

    private static func component(
        _ index: Int, _ weights: BlendWeights, _ frame: inout GstVideoFrame
    ) -> Component? {
        // SAFETY: the tuples of the description have four elements, and a format at most four components.
        let layout = unsafe lumascan_component_layout(frame.info.finfo, guint(index))
        guard layout.is_plain != 0, let start = unsafe lumascan_component_data(&frame, guint(index)) else { return nil }
        let sampleBytes = layout.depth > 8 ? 2 : 1
        let rowStride = unsafe Int(lumascan_component_stride(&frame, guint(index)))
        let isAligned = Int(bitPattern: start) % sampleBytes == 0 && rowStride % sampleBytes == 0
        guard isAligned, rowStride > 0 else { return nil }
        return unsafe Component(
            start: UnsafeMutablePointer(mutating: start), rowStride: rowStride, pixelStride: Int(layout.pixel_stride),
            sampleBytes: sampleBytes, shift: Int(layout.shift), largest: Int32(1) << layout.depth - 1,
            width: Int(lumascan_component_width(&frame, guint(index))),
            height: Int(lumascan_component_height(&frame, guint(index))),
            subsampling: SIMD2(Int(layout.across), Int(layout.down)), weights: weights.component(index))
    }

    /// Blends a picture whose top left pixel goes to (`x`, `y`); what lies outside of the frame is cut off.
    func blend(_ picture: borrowing Span<UInt32>, width pictureWidth: Int, x: Int, y: Int) {
        let pictureHeight = picture.count / pictureWidth
        let columns = max(0, x)..<max(max(0, x), min(width, x + pictureWidth))
        let rows = max(0, y)..<max(max(0, y), min(height, y + pictureHeight))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        for group in groups {
            let subsampling = group[0].subsampling
            guard subsampling != .zero else {
                for row in rows {
                    let start = (row - y) * pictureWidth - x
                    let line = picture.extracting(start + columns.lowerBound..<start + columns.upperBound)
                    Self.blend(line, columns.lowerBound, row, group)
                }
                continue
            }
            var reduced = ReducedRow(columns: columns, across: subsampling.x)
            for row in (rows.lowerBound >> subsampling.y)...((rows.upperBound - 1) >> subsampling.y) {
                reduced.clear()
                let first = max(rows.lowerBound, row << subsampling.y)
                let end = min(rows.upperBound, (row + 1) << subsampling.y)
                for line in first..<end {
                    let start = (line - y) * pictureWidth - x
                    reduced.add(picture.extracting(start + columns.lowerBound..<start + columns.upperBound))
                }
                reduced.finish(down: subsampling.y)
                Self.blend(reduced.pixels.span, reduced.first, row, group)
            }
        }
    }

    /// Blends pixels at the resolution of the group's components, the first of them on the sample at `column`.
    private static func blend(_ source: borrowing Span<UInt32>, _ column: Int, _ row: Int, _ group: [Component]) {
        let opaque = opaqueRange(source, limit: group[0].width - column)
        guard row < group[0].height, !opaque.isEmpty else { return }
        for component in group {
            blend(source.extracting(opaque), column + opaque.lowerBound, row, component)
        }
    }

    /// From the first to the last pixel that is not transparent.
    static func opaqueRange(_ pixels: borrowing Span<UInt32>, limit: Int) -> Range<Int> {
        var (first, end) = (0, max(0, min(pixels.count, limit)))
        while first < end, pixels[first] == 0 { first += 1 }
        while first < end, pixels[end - 1] == 0 { end -= 1 }
        return first..<end
    }

    private static func blend(_ pixels: borrowing Span<UInt32>, _ column: Int, _ row: Int, _ component: Component) {
        let stride = component.pixelStride / component.sampleBytes
        let extent = (pixels.count - 1) * stride + 1
        // SAFETY: a mapped plane has `height` rows of `width` samples at these strides, the last ends with its sample.
        let start =
            unsafe component.start + row * component.rowStride + column * component.pixelStride
        if component.sampleBytes == 1 {
            var samples = unsafe MutableSpan(_unsafeStart: start, count: extent)
            // Weights of bytes are at most 1; products of 16 bits, at distances that are constants, are vectorised.
            let weights = SIMD4<Int16>(truncatingIfNeeded: component.weights)
            switch stride {
            case 1: blendSamples(pixels, &samples, 1, 0, 255, weights)
            case 2: blendSamples(pixels, &samples, 2, 0, 255, weights)
            default: blendSamples(pixels, &samples, stride, 0, 255, weights)
            }
        } else {
            unsafe start.withMemoryRebound(to: UInt16.self, capacity: extent) { words in
                var samples = unsafe MutableSpan(_unsafeStart: words, count: extent)
                blendSamples(pixels, &samples, stride, component.shift, component.largest, component.weights)
            }
        }
    }
}

/// "Over" on one row of samples, one for each pixel, `stride` apart; transparent pixels leave theirs as they are.
@inline(__always)
private func blendSamples<Sample: FixedWidthInteger & UnsignedInteger, Weight: FixedWidthInteger & SIMDScalar>(
    _ pixels: borrowing Span<UInt32>, _ samples: inout MutableSpan<Sample>, _ stride: Int, _ shift: Int,
    _ largest: Int32, _ weights: SIMD4<Weight>
) {
    let (blueWeight, greenWeight) = (Int32(weights.x), Int32(weights.y))
    let (redWeight, alphaWeight) = (Int32(weights.z), Int32(weights.w))
    let shift = Sample(truncatingIfNeeded: shift)
    precondition(samples.count > (pixels.count - 1) * stride)
    for column in 0..<pixels.count {
        // SAFETY: the precondition holds for every column.
        let pixel = unsafe pixels[unchecked: column]
        let blue = Int32(truncatingIfNeeded: pixel & 0xff) &* blueWeight
        let green = Int32(truncatingIfNeeded: pixel &>> 8 & 0xff) &* greenWeight
        let red = Int32(truncatingIfNeeded: pixel &>> 16 & 0xff) &* redWeight
        let alpha = Int32(truncatingIfNeeded: pixel &>> 24)
        let added = (blue &+ green &+ red &+ alpha &* alphaWeight &+ 1 << 13) &>> SampleBlender.weightBits
        let old = Int32(truncatingIfNeeded: unsafe samples[unchecked: column &* stride] &>> shift)
        // A division by 255, rounded: exact for products of two bytes, and within one step of a word's.
        let product = old &* (255 &- alpha) &+ 128
        let kept = (product &+ product &>> 8 &+ product &>> 16) &>> 8
        let mixed = min(max(0, kept &+ added), largest)
        unsafe samples[unchecked: column &* stride] = Sample(truncatingIfNeeded: mixed) &<< shift
    }
}

/// One row of a picture at a component's resolution: each pixel the mean over the frame pixels of one sample, of which
/// those outside of the picture count as transparent.
struct ReducedRow: ~Copyable {
    /// The component's column of the first pixel.
    let first: Int
    private(set) var pixels: [UInt32]
    private var sums: [SIMD2<UInt32>]
    private let columns: Range<Int>
    private let across: Int

    init(columns: Range<Int>, across: Int) {
        self.columns = columns
        self.across = across
        first = columns.lowerBound >> across
        let count = (columns.upperBound - 1) >> across - first + 1
        pixels = Array(repeating: 0, count: count)
        sums = Array(repeating: .zero, count: count)
    }

    mutating func clear() {
        for index in sums.indices { sums[index] = .zero }
    }

    /// Adds a picture row's pixels in `columns`. Two bytes lie in each word, so that sixteen pixels add up in it.
    mutating func add(_ line: borrowing Span<UInt32>) {
        let (across, width) = (across, columns.count)
        let offset = columns.lowerBound - first << across
        var sums = self.sums.mutableSpan
        precondition(line.count == width && (line.count - 1 + offset) >> across < sums.count)
        for index in SampleBlender.opaqueRange(line, limit: width) {
            // SAFETY: the precondition holds for every pixel.
            let pixel = unsafe line[unchecked: index]
            let sum = (index &+ offset) &>> across
            unsafe sums[unchecked: sum] &+= SIMD2(pixel & 0xff00ff, pixel &>> 8 & 0xff00ff)
        }
    }

    /// Makes `pixels` from what was added.
    mutating func finish(down: Int) {
        let bits = UInt32(across + down)
        let half: UInt32 = bits == 0 ? 0 : 0x1_0001 &<< (bits &- 1)
        let (halves, shifts) = (SIMD2(repeating: half), SIMD2(repeating: bits))
        for index in 0..<min(sums.count, pixels.count) {
            let sum = (sums[index] &+ halves) &>> shifts & SIMD2(repeating: 0xff00ff)
            pixels[index] = sum.x | sum.y &<< 8
        }
    }
}
