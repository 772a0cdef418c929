/// The colour across a line: a bright core, a dark translucent casing around it, both with soft edges.
struct StrokeProfile: Sendable, Hashable {
    let color: Color
    /// Half the width of the core and of core and casing together, in pixels.
    let coreRadius: Double
    let casingRadius: Double

    init(color: Color, scale: DrawingScale) {
        self.color = color
        coreRadius = scale.coreWidth / 2
        casingRadius = scale.coreWidth / 2 + scale.casingWidth
    }

    /// The distance from the line's centre from which on nothing is drawn.
    var reach: Double { casingRadius + 0.5 }

    /// Steps of `table` in a pixel.
    static let stepsPerPixel = 32.0

    /// Premultiplied pixels (blue in the lowest byte, alpha in the highest) by distance from the centre line, in
    /// steps of 1/32 pixel; the last entry is transparent. Alpha never grows with the distance.
    var table: [UInt32] {
        let count = Int((reach * Self.stepsPerPixel).rounded(.up)) + 1
        return (0..<count).map { step in
            let distance = Double(step) / Self.stepsPerPixel
            // Coverage of a pixel by an edge at this distance, as for an edge parallel to the pixel's sides.
            let core = min(1, max(0, coreRadius + 0.5 - distance))
            let casing = min(1, max(0, casingRadius + 0.5 - distance)) * Self.casingOpacity * (1 - core)
            let alpha = core + casing
            func byte(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }
            return byte(alpha) << 24 | byte(color.red * core) << 16 | byte(color.green * core) << 8
                | byte(color.blue * core)
        }
    }

    private static let casingOpacity = 0.62
}
