package import Media
package import Symbols

/// Makes the pictures for the highlights of a frame; keeps what does not change between frames.
///
/// Belongs to one thread at a time. The pixels depend on the arguments alone, never on what was drawn before.
package final class HighlightRenderer {
    /// The outlines of the frame before, for those that stand still or move by whole pixels.
    private var outlines: [OutlinePictures.Key: OutlinePictures] = [:]
    private var labels = LabelCache(limit: 128)
    private let painter = LabelPainter()

    /// Codes beyond so many are not drawn: the picture would show nothing else.
    private static let highlightLimit = 128

    package init() {}

    /// Draws the highlights onto the frame, whose pixels are copied first where someone else still holds them. False
    /// where the frame cannot be written.
    package func draw(_ highlights: [Highlight], on frame: VideoFrame) -> Bool {
        guard !highlights.isEmpty else { return true }
        let drawn = Array(highlights.prefix(Self.highlightLimit))
        return frame.blend(pictures(for: drawn, width: frame.format.width, height: frame.format.height))
    }

    /// The pictures to blend, in order: all outlines, then the labels above them.
    ///
    /// Highlights with a corner that is not a number are left out, and so is what lies outside of the picture.
    ///
    /// - Parameters:
    ///   - width, height: size of the frame in pixels.
    package func pictures(for highlights: [Highlight], width: Int, height: Int) -> [PlacedPicture] {
        guard width > 0, height > 0 else { return [] }
        let scale = DrawingScale(width: width, height: height)
        var kept: [OutlinePictures.Key: OutlinePictures] = [:]
        var outlinePictures: [PlacedPicture] = []
        var labelPictures: [PlacedPicture] = []
        for highlight in highlights {
            guard let quad = highlight.corners.snapped else { continue }
            let color = highlight.isUnread ? Palette.unread : Palette.color(ofTrack: highlight.track)
            let profile = StrokeProfile(color: color, scale: scale)
            let box = quad.boundingBox
            let origin = (x: Int(box.x.rounded(.down)), y: Int(box.y.rounded(.down)))
            let relative = quad.map { Point(x: $0.x - Double(origin.x), y: $0.y - Double(origin.y)) }
            let shape =
                highlight.isUnread
                ? OutlineShape(dashedAround: relative, dash: scale.dashLength) : OutlineShape(around: relative)
            let key = OutlinePictures.Key(shape: shape, profile: profile)
            let outline = kept[key] ?? outlines[key] ?? OutlinePictures(key)
            kept[key] = outline
            outlinePictures += outline.placed(at: origin, width: width, height: height)
            guard !highlight.isUnread else { continue }

            let place = LabelPlace(box: box, distance: profile.reach + scale.casingWidth, width: width, height: height)
            let label = LabelPainter.Key(
                text: LabelText(highlight), fontSize: scale.fontSize, color: color, widthLimit: width)
            guard let place, let picture = labels.picture(label, paint: painter.paint) else { continue }
            if let placed = place.placed(picture) { labelPictures.append(placed) }
        }
        outlines = kept
        return outlinePictures + labelPictures
    }
}

extension Quad {
    /// The corners on the grid of quarter pixels, those far away brought nearer; nil where one is not a number.
    ///
    /// Whole quarters of at most 2²⁰ pixels leave differences and products exact enough for distances in `Double`.
    fileprivate var snapped: Quad? {
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        func snap(_ value: Double) -> Double { (min(max(value, -1_048_576), 1_048_576) * 4).rounded() / 4 }
        return map { Point(x: snap($0.x), y: snap($0.y)) }
    }
}
