internal import Imaging
internal import Media
package import Symbols

/// A rectangle of the upright picture, in fractions of its size or in pixels.
package struct ScanRegion: Sendable, Hashable {
    package enum Unit: Sendable { case fraction, pixel }

    package var box: Box
    package var unit: Unit

    package init(_ box: Box, unit: Unit) {
        self.box = box
        self.unit = unit
    }

    /// By how much the part that the reader works on is larger than the region, in its width and height: a code whose
    /// centre is inside may stick out.
    private static let margin = 0.15

    /// The region in pixels of an upright picture.
    package func pixels(width: Int, height: Int) -> Box {
        guard unit == .fraction else { return box }
        return Box(
            x: box.x * Double(width), y: box.y * Double(height), width: box.width * Double(width),
            height: box.height * Double(height))
    }

    /// Whether any pixel of a picture is inside.
    package func overlaps(width: Int, height: Int) -> Bool {
        let box = pixels(width: width, height: height)
        return box.x < Double(width) && box.y < Double(height) && box.x + box.width > 0 && box.y + box.height > 0
    }

    /// The part of the upright picture that is read, grown by the margin and cut to the picture; nil where it is empty.
    func readPart(width: Int, height: Int) -> Box? {
        guard overlaps(width: width, height: height) else { return nil }
        let box = pixels(width: width, height: height)
        let (dx, dy) = (box.width * Self.margin / 2, box.height * Self.margin / 2)
        let left = max(0, (box.x - dx).rounded(.down))
        let top = max(0, (box.y - dy).rounded(.down))
        let right = min(Double(width), (box.x + box.width + dx).rounded(.up))
        let bottom = min(Double(height), (box.y + box.height + dy).rounded(.up))
        guard right - left >= 1, bottom - top >= 1 else { return nil }
        return Box(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether a code with its centre at `point` counts.
    func contains(_ point: Point, width: Int, height: Int) -> Bool {
        let box = pixels(width: width, height: height)
        return point.x >= box.x && point.y >= box.y && point.x < box.x + box.width && point.y < box.y + box.height
    }
}
