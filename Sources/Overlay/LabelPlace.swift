import Media
import Symbols

/// Where the label of a code goes: above the code, else below it, else into it, and always inside the picture.
struct LabelPlace {
    private let left: Double
    private let right: Double
    private let top: Double
    private let bottom: Double
    private let distance: Int
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - box: what the code takes up, in pixels.
    ///   - distance: pixels to leave between the code's sides and the label.
    ///   - width, height: size of the picture.
    /// - Returns: nil where no part of the code lies in the picture.
    init?(box: Box, distance: Double, width: Int, height: Int) {
        left = max(0, box.x)
        right = min(Double(width), box.x + box.width)
        top = max(0, box.y)
        bottom = min(Double(height), box.y + box.height)
        guard left <= right, top <= bottom else { return nil }
        self.distance = Int(distance.rounded(.up))
        self.width = width
        self.height = height
    }

    /// The label at its place; nil where it is larger than the picture.
    func placed(_ label: OverlayPicture) -> PlacedPicture? {
        guard label.width <= width, label.height <= height else { return nil }
        let x = Int(((left + right) / 2).rounded(.down)) - label.width / 2
        let above = Int(top.rounded(.down)) - distance - label.height
        let below = Int(bottom.rounded(.up)) + distance
        let inside = Int(top.rounded(.down)) + distance
        let y = above >= 0 ? above : below + label.height <= height ? below : inside
        return PlacedPicture(label, x: min(max(0, x), width - label.width), y: min(max(0, y), height - label.height))
    }
}
