internal import CGStreamer

extension VideoFrame {
    /// A part of the picture that has a meaning, as a GstVideoRegionOfInterestMeta tells it.
    package struct Region {
        /// What it is, `barcode`.
        package var kind: String
        package var id: Int
        /// In pixels; what lies outside of the picture is cut off.
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double
        package var facts: MessageStructure

        package init(
            kind: String, id: Int, x: Double, y: Double, width: Double, height: Double, facts: MessageStructure
        ) {
            (self.kind, self.id, self.facts) = (kind, id, facts)
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Puts regions onto the frame's buffer, whose pixels stay shared.
    package func attach(_ regions: [Region]) {
        guard !regions.isEmpty else { return }
        makeWritable()
        for region in regions {
            func edge(_ value: Double, _ limit: Int) -> guint {
                value.isFinite ? guint(min(max(0, value), Double(limit))) : 0
            }
            let (left, top) = (
                edge(region.x.rounded(.down), format.width), edge(region.y.rounded(.down), format.height)
            )
            let right = edge((region.x + region.width).rounded(.up), format.width)
            let bottom = edge((region.y + region.height).rounded(.up), format.height)
            guard left < right, top < bottom else { continue }
            // SAFETY: the buffer's metadata is this frame's alone; the structure is taken over.
            guard
                let meta = unsafe gst_buffer_add_video_region_of_interest_meta(
                    buffer, region.kind, left, top, right - left, bottom - top)
            else { continue }
            unsafe meta.pointee.id = gint(clamping: region.id)
            unsafe gst_video_region_of_interest_meta_add_param(meta, region.facts.copy())
        }
    }
}
