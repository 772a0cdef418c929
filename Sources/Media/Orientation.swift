/// How a stored picture is turned to stand upright; the eight cases of EXIF's Orientation, in EXIF's numbers.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case rotated180 = 3
    case mirroredRotated180 = 4
    case mirroredRotated270 = 5
    case rotated90 = 6
    case mirroredRotated90 = 7
    case rotated270 = 8

    /// From GStreamer's tag `image-orientation`; nil for a text that is none of its eight values.
    package init?(tag: String) {
        switch tag {
        case "rotate-0": self = .upright
        case "flip-rotate-0": self = .mirrored
        case "rotate-180": self = .rotated180
        case "flip-rotate-180": self = .mirroredRotated180
        case "flip-rotate-270": self = .mirroredRotated270
        case "rotate-90": self = .rotated90
        case "flip-rotate-90": self = .mirroredRotated90
        case "rotate-270": self = .rotated270
        default: return nil
        }
    }

    /// GStreamer's name of the orientation: what is done to the stored picture, mirroring first, clockwise.
    public var name: String {
        switch self {
        case .upright: "rotate-0"
        case .mirrored: "flip-rotate-0"
        case .rotated180: "rotate-180"
        case .mirroredRotated180: "flip-rotate-180"
        case .mirroredRotated270: "flip-rotate-270"
        case .rotated90: "rotate-90"
        case .mirroredRotated90: "flip-rotate-90"
        case .rotated270: "rotate-270"
        }
    }

    /// Whether the stored picture is mirrored left to right before it is turned.
    package var isMirrored: Bool {
        switch self {
        case .upright, .rotated90, .rotated180, .rotated270: false
        case .mirrored, .mirroredRotated90, .mirroredRotated180, .mirroredRotated270: true
        }
    }

    /// Clockwise quarter turns after mirroring.
    package var quarterTurns: Int {
        switch self {
        case .upright, .mirrored: 0
        case .rotated90, .mirroredRotated90: 1
        case .rotated180, .mirroredRotated180: 2
        case .rotated270, .mirroredRotated270: 3
        }
    }

    /// Width and height of the upright picture.
    package func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
        quarterTurns % 2 == 0 ? (width, height) : (height, width)
    }

    /// Where a position of the stored picture (already mirrored, if it is to be) lies in the upright one.
    /// - Parameters width, height: size of the stored picture.
    package func turned(x: Double, y: Double, width: Int, height: Int) -> (x: Double, y: Double) {
        switch quarterTurns {
        case 1: (Double(height) - y, x)
        case 2: (Double(width) - x, Double(height) - y)
        case 3: (y, Double(width) - x)
        default: (x, y)
        }
    }

    /// The inverse of `turned`: where a position of the upright picture lies in the stored one, still mirrored.
    package func unturned(x: Double, y: Double, width: Int, height: Int) -> (x: Double, y: Double) {
        switch quarterTurns {
        case 1: (y, Double(height) - x)
        case 2: (Double(width) - x, Double(height) - y)
        case 3: (Double(width) - y, x)
        default: (x, y)
        }
    }
}
