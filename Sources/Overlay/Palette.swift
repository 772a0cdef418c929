/// An opaque colour, each part 0…1.
struct Color: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ rgb: UInt32) {
        red = Double((rgb >> 16) & 0xff) / 255
        green = Double((rgb >> 8) & 0xff) / 255
        blue = Double(rgb & 0xff) / 255
    }
}

/// The colours of tracks: bright, so that they stand out from their dark casing, and apart in hue, neighbours most.
enum Palette {
    static let colors = [0x2ee6a6, 0xffc533, 0x4db8ff, 0xff6fa8, 0xb7f04a, 0xff8f4d, 0xb99cff, 0x3fe3f2].map(Color.init)

    /// Of what could not be read: none of the colours of tracks.
    static let unread = Color(0xf4f4f4)

    static func color(ofTrack track: Int) -> Color {
        let remainder = track % colors.count
        return colors[remainder < 0 ? remainder + colors.count : remainder]
    }
}
