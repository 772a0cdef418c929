internal import CGStreamer

/// Blends premultiplied pictures onto a mapped frame whose components are whole bytes or little-endian 16-bit words,
/// planar or packed, subsampled or not: touches only the samples under a picture's pixels from the first
/// to the last in each row that are not transparent.
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
        /// Samples in a row, and rows.
        var width: Int
        var height: Int
        /// Powers of two of frame pixels in one sample, across and down.
        var subsampling: SIMD2<Int>
        var conversion: PictureSamples.Conversion
    }

    /// Components of equal subsampling.
    private struct Group {
        var subsampling: SIMD2<Int>
        var components: [Component]
        /// By component.
        var conversions: [PictureSamples.Conversion]
    }

    private let groups: [Group]

    /// Nil where the format's samples lie in another way.
    init?(_ frame: inout GstVideoFrame) {
        // SAFETY: the frame is mapped; its description is static memory.
        guard let weights = unsafe BlendWeights(frame.info) else { return nil }
        var groups: [Group] = []
        for index in unsafe 0..<Int(frame.info.finfo.pointee.n_components) {
            guard let component = unsafe Self.component(index, weights, &frame) else { return nil }
            let group = groups.firstIndex { $0.subsampling == component.subsampling } ?? groups.count
            if group == groups.count {
                groups.append(Group(subsampling: component.subsampling, components: [], conversions: []))
            }
            groups[group].components.append(component)
            groups[group].conversions.append(component.conversion)
        }
        self.groups = groups
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
            sampleBytes: sampleBytes, shift: Int(layout.shift),
            width: Int(lumascan_component_width(&frame, guint(index))),
            height: Int(lumascan_component_height(&frame, guint(index))),
            subsampling: SIMD2(Int(layout.across), Int(layout.down)),
            conversion: PictureSamples.Conversion(
                weights: weights.component(index), largest: Int32(1) << layout.depth - 1))
    }

    /// Blends a picture; what lies outside of the frame is cut off.
    func blend(_ placed: PlacedPicture) {
        for group in groups {
            let (across, down) = (group.subsampling.x, group.subsampling.y)
            let (column, row) = (placed.x >> across, placed.y >> down)
            let key = PictureSamples.Key(
                subsampling: group.subsampling, phase: SIMD2(placed.x - column << across, placed.y - row << down),
                conversions: group.conversions)
            let samples = placed.picture.samples(for: key)
            for (index, component) in group.components.enumerated() {
                Self.blend(samples, index, column, row, component)
            }
        }
    }

    private static func blend(
        _ picture: PictureSamples, _ index: Int, _ column: Int, _ row: Int, _ component: Component
    ) {
        let kept = picture.kept.span
        let added = picture.added.span.extracting(index * kept.count..<(index + 1) * kept.count)
        for run in picture.runs {
            let (left, y) = (column + run.column, row + run.row)
            let (first, end) = (max(0, left), min(component.width, left + run.count))
            guard first < end, y >= 0, y < component.height else { continue }
            let range = run.start + first - left..<run.start + end - left
            blend(kept.extracting(range), added.extracting(range), first, y, component)
        }
    }

    private static func blend(
        _ kept: borrowing Span<UInt8>, _ added: borrowing Span<UInt16>, _ column: Int, _ row: Int,
        _ component: Component
    ) {
        let stride = component.pixelStride / component.sampleBytes
        let extent = (kept.count - 1) * stride + 1
        // SAFETY: a mapped plane has `height` rows of `width` samples at these strides, the last ends with its sample.
        let start = unsafe component.start + row * component.rowStride + column * component.pixelStride
        if component.sampleBytes == 1 {
            var samples = unsafe MutableSpan(_unsafeStart: start, count: extent)
            // Distances that are constants are vectorised.
            switch stride {
            case 1: blendBytes(kept, added, &samples, 1)
            case 2: blendBytes(kept, added, &samples, 2)
            default: blendBytes(kept, added, &samples, stride)
            }
        } else {
            unsafe start.withMemoryRebound(to: UInt16.self, capacity: extent) { words in
                var samples = unsafe MutableSpan(_unsafeStart: words, count: extent)
                blendWords(kept, added, &samples, stride, component)
            }
        }
    }
}

/// "Over" on one row of bytes, one for each sample of the picture, `stride` apart.
@inline(__always)
private func blendBytes(
    _ kept: borrowing Span<UInt8>, _ added: borrowing Span<UInt16>, _ samples: inout MutableSpan<UInt8>, _ stride: Int
) {
    precondition(added.count == kept.count && samples.count > (kept.count - 1) * stride)
    for index in 0..<kept.count {
        // SAFETY: the precondition holds for every index.
        let old = unsafe UInt16(samples[unchecked: index &* stride])
        // A division by 255, rounded: exact for products of two bytes.
        let product = unsafe old &* UInt16(kept[unchecked: index]) &+ 128
        let mixed = unsafe (product &+ product &>> 8) &>> 8 &+ added[unchecked: index]
        unsafe samples[unchecked: index &* stride] = UInt8(truncatingIfNeeded: min(mixed, 255))
    }
}

/// As `blendBytes`, on words whose values may stand above empty bits.
private func blendWords(
    _ kept: borrowing Span<UInt8>, _ added: borrowing Span<UInt16>, _ samples: inout MutableSpan<UInt16>,
    _ stride: Int, _ component: SampleBlender.Component
) {
    precondition(added.count == kept.count && samples.count > (kept.count - 1) * stride)
    let shift = UInt16(truncatingIfNeeded: component.shift)
    let largest = UInt32(truncatingIfNeeded: component.conversion.largest)
    for index in 0..<kept.count {
        // SAFETY: the precondition holds for every index.
        let old = unsafe UInt32(samples[unchecked: index &* stride] &>> shift)
        // As for bytes, within one step.
        let product = unsafe old &* UInt32(kept[unchecked: index]) &+ 128
        let mixed = unsafe (product &+ product &>> 8 &+ product &>> 16) &>> 8 &+ UInt32(added[unchecked: index])
        unsafe samples[unchecked: index &* stride] = UInt16(truncatingIfNeeded: min(mixed, largest)) &<< shift
    }
}
