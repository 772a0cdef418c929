internal import CGStreamer

extension VideoFrame {
    /// A part of the picture that has a meaning.
    package struct Region {
        /// What it is, `barcode`.
        package var kind: String
        /// Which one of its kind, of a fixed set of names.
        package var label: String
        package var id: Int
        /// Running times of its first and its last sight.
        package var seen: ClosedRange<Duration>
        /// In pixels; what lies outside of the picture is cut off.
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double
        package var facts: MessageStructure

        package init(
            kind: String, label: String, id: Int, seen: ClosedRange<Duration>, x: Double, y: Double, width: Double,
            height: Double, facts: MessageStructure
        ) {
            (self.kind, self.label, self.id, self.seen, self.facts) = (kind, label, id, seen, facts)
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Puts regions onto the frame's buffer, whose pixels stay shared: as GstVideoRegionOfInterestMeta and, from
    /// GStreamer 1.24 on, as object detection, classification and tracking of GstAnalyticsRelationMeta.
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
            attachDetection(region, x: left, y: top, width: right - left, height: bottom - top)
        }
    }

    private func attachDetection(_ region: Region, x: guint, y: guint, width: guint, height: guint) {
        // SAFETY: the strings live for the call, and the buffer's metadata is this frame's alone.
        unsafe region.kind.withCString { kind in
            unsafe region.label.withCString { label in
                var detection = unsafe LumascanDetection(
                    x: gint(x), y: gint(y), width: gint(width), height: gint(height), kind: kind, label: label,
                    track: guint64(clamping: region.id),
                    first_seen: guint64(clamping: region.seen.lowerBound.clampedNanoseconds),
                    last_seen: guint64(clamping: region.seen.upperBound.clampedNanoseconds))
                unsafe lumascan_attach_detection(buffer, &detection)
            }
        }
    }
}
