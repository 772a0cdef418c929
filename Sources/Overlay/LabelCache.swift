import Media

/// Painted labels, the least recently used of which are dropped when there are many.
struct LabelCache {
    private struct Entry {
        var picture: OverlayPicture?
        var lastUse: Int
    }

    private var entries: [LabelPainter.Key: Entry] = [:]
    private var uses = 0
    private let limit: Int

    /// - Parameter limit: the most labels that are kept, at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// The label of the key, from before or painted now; nil where it cannot be painted.
    mutating func picture(_ key: LabelPainter.Key, paint: (LabelPainter.Key) -> OverlayPicture?) -> OverlayPicture? {
        uses += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = uses
            return entry.picture
        }
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        let picture = paint(key)
        entries[key] = Entry(picture: picture, lastUse: uses)
        return picture
    }
}
