extension QRSymbol {
    /// A decoded symbol where a fit has it; `scale` is how large the fit's pixels are in the picture.
    init(_ decoded: DecodedSymbol, _ fit: GridFitter.Fit, kind: SymbolKind, isInverted: Bool, scale: Double) {
        let corners = Corners(fit.mesh, isMirrored: decoded.isMirrored, scale: scale)
        self.init(
            kind: kind, version: decoded.version, level: decoded.level, mask: decoded.mask, payload: decoded.payload,
            correction: decoded.correction, corners: corners,
            modulePixels: corners.area.squareRoot() / Double(fit.mesh.dimension), isMirrored: decoded.isMirrored,
            isInverted: isInverted)
    }
}

extension UnreadSymbol {
    /// A symbol that a fit found and that did not decode.
    init(_ fit: GridFitter.Fit, _ samples: ModuleSamples, scale: Double) {
        let corners = Corners(fit.mesh, isMirrored: false, scale: scale)
        let module = corners.area.squareRoot() / Double(fit.mesh.dimension)
        self.init(corners: corners, modulePixels: module, reason: Self.reason(fit, samples, module: module))
    }

    /// Modules under two pixels are small. Samples within 3 of the ends of the range are saturated, where one end
    /// has a third of all more than the other: in a drawing, paper and ink are even. Blur takes contrast from the timing pattern,
    /// whose modules stand alone, and less from a finder pattern's.
    private static func reason(_ fit: GridFitter.Fit, _ samples: ModuleSamples, module: Double) -> Reason {
        if module < 2 { return .small }
        let (lowest, highest) = (samples.luma.count { $0 <= 3 }, samples.luma.count { $0 >= 252 })
        if 3 * abs(lowest - highest) > samples.luma.count { return .saturated }
        let n = fit.mesh.dimension
        let line = fit.patterns.kind == .model2 ? 6 : 0
        var (light, dark): ((Float, Float), (Float, Float)) = ((0, 0), (0, 0))
        for place in 8..<max(n - 8, 9) {
            for (column, row) in [(place, line), (line, place)] {
                let value = samples.luma[(row + 1) * samples.side + column + 1]
                if place % 2 == 0 {
                    dark = (dark.0 + value, dark.1 + 1)
                } else {
                    light = (light.0 + value, light.1 + 1)
                }
            }
        }
        guard light.1 > 0, dark.1 > 0 else { return .damaged }
        return (light.0 / light.1 - dark.0 / dark.1) / fit.contrast < 0.5 ? .blur : .damaged
    }
}

extension Corners {
    /// The outer corners of a mesh.
    init(_ mesh: GridMesh, isMirrored: Bool, scale: Double) {
        let n = mesh.dimension
        func corner(_ column: Int, _ row: Int) -> PixelPoint {
            let node = isMirrored ? mesh.node(row, column) : mesh.node(column, row)
            return PixelPoint(x: Double(node.x) * scale, y: Double(node.y) * scale)
        }
        self.init(upperLeft: corner(0, 0), upperRight: corner(n, 0), lowerRight: corner(n, n), lowerLeft: corner(0, n))
    }

    private var vectors: [Vector] {
        [upperLeft, upperRight, lowerRight, lowerLeft].map { Vector($0.x, $0.y) }
    }

    /// Area in square pixels.
    var area: Double {
        let points = vectors
        return abs((points[2] - points[0]).cross(points[3] - points[1])) / 2
    }

    /// Where the diagonals' middles lie on the mean.
    var middle: Vector { vectors.reduce(.zero, +) / 4 }

    /// Whether a place lies inside.
    func contains(_ place: Vector) -> Bool {
        let points = vectors
        let turns = (0..<4).map { (points[($0 + 1) % 4] - points[$0]).cross(place - points[$0]) }
        return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
    }

    /// Whether the middle of either lies inside of the other.
    func overlaps(_ other: Corners) -> Bool { contains(other.middle) || other.contains(middle) }
}
