internal import Imaging

/// Fits a symbol's grid to a picture.
struct GridFitter {
    /// A grid that was fitted.
    struct Fit {
        var warp: GridWarp
        var mesh: GridMesh
        var patterns: FunctionPatterns
        /// Luma of light less that of dark modules; below 0 for light on dark.
        var contrast: Float

        /// Nil where the warp leaves the picture.
        init?(_ warp: GridWarp, _ patterns: FunctionPatterns, contrast: Float, in luma: borrowing LumaView) {
            guard let mesh = GridMesh(warp, width: luma.width, height: luma.height) else { return nil }
            (self.warp, self.mesh, self.patterns, self.contrast) = (warp, mesh, patterns, contrast)
        }
    }

    /// Least luma of light less that of dark modules.
    private static let leastContrast: Float = 3

    private let meter = EdgeMeter()
    private let search = PatternSearch()

    /// The grid of a candidate in a version, its lower right corner starting at `fourth`; nil where none fits.
    func fit(
        _ candidate: SymbolCandidate, _ patterns: FunctionPatterns, fourth: Vector, in luma: borrowing LumaView
    ) -> Fit? {
        let n = Double(patterns.dimension)
        let finders = [Vector(3.5, 3.5), Vector(n - 3.5, 3.5), Vector(3.5, n - 3.5)]
        let places = [candidate.upperLeft.center, candidate.upperRight.center, candidate.lowerLeft.center]
        guard let base = Homography(from: finders + [Vector(n - 3.5, n - 3.5)], to: places + [fourth]) else {
            return nil
        }
        let isInverted = candidate.upperLeft.isInverted
        var warp = GridWarp(dimension: patterns.dimension, base: base)
        let contrast = contrast(of: [candidate.upperLeft, candidate.upperRight, candidate.lowerLeft], in: luma)
        guard abs(contrast) >= Self.leastContrast else { return nil }
        guard adjust(&warp, patterns, [], degree: 2, includesData: false, contrast: contrast, in: luma) else {
            return nil
        }
        var anchors: [Anchor] = []
        if let last = patterns.alignmentCenters.last {
            if patterns.alignmentCenters.count == 1 {
                let center = Vector(Double(last.column) + 0.5, Double(last.row) + 0.5)
                if let match = search.match(
                    .alignment, x: center.x, y: center.y, reach: 4, warp, in: luma, isInverted: isInverted)
                {
                    let place = center + match.offset
                    // A new base through the pattern, as a bend cannot make up for a far corner.
                    if let base = Homography(
                        from: finders + [center], to: places + [warp.place(place.x, place.y)])
                    {
                        warp = GridWarp(dimension: patterns.dimension, base: base)
                        anchors = [Anchor(x: center.x, y: center.y, offset: .zero, weight: 4 * match.score)]
                    }
                    guard adjust(&warp, patterns, anchors, degree: 2, includesData: false, contrast: contrast, in: luma)
                    else { return nil }
                }
            } else {
                followAlignment(&warp, patterns, isInverted: isInverted, contrast: contrast, in: luma)
            }
        }
        return Fit(warp, patterns, contrast: contrast, in: luma)
    }

    /// The grid of a Micro QR symbol from its one finder pattern, `u` pointing right and `v` down; nil where none fits.
    func fit(_ finder: FinderPattern, _ patterns: FunctionPatterns, in luma: borrowing LumaView) -> Fit? {
        let corners = [Vector(0, 0), Vector(7, 0), Vector(7, 7), Vector(0, 7)]
        let places = corners.map { finder.center + finder.u * ($0.x - 3.5) + finder.v * ($0.y - 3.5) }
        guard let base = Homography(from: corners, to: places) else { return nil }
        var warp = GridWarp(dimension: patterns.dimension, base: base)
        let contrast = contrast(of: [finder], in: luma)
        guard abs(contrast) >= Self.leastContrast else { return nil }
        for degree in [1, 2] {
            guard adjust(&warp, patterns, [], degree: degree, includesData: false, contrast: contrast, in: luma) else {
                return nil
            }
        }
        return Fit(warp, patterns, contrast: contrast, in: luma)
    }

    /// The fit bent further, to the edges between data modules too; nil where it leaves the picture.
    /// - Parameter degrees: of the bend, one fit for each.
    func refined(_ fit: Fit, degrees: [Int], in luma: borrowing LumaView) -> Fit? {
        var warp = fit.warp
        for degree in degrees {
            guard
                adjust(
                    &warp, fit.patterns, [], degree: degree, includesData: true, contrast: fit.contrast,
                    in: luma)
            else { return nil }
        }
        return Fit(warp, fit.patterns, contrast: fit.contrast, in: luma)
    }

    /// A point of the symbol that was found away from where the warp has it.
    private struct Anchor {
        var x: Double
        var y: Double
        /// In modules.
        var offset: Vector
        var weight: Double
    }

    /// Finds the alignment patterns of versions with several, nearest to the finder patterns first, and bends the grid
    /// to them.
    private func followAlignment(
        _ warp: inout GridWarp, _ patterns: FunctionPatterns, isInverted: Bool, contrast: Float,
        in luma: borrowing LumaView
    ) {
        let n = Double(patterns.dimension)
        let corners = [Vector(3.5, 3.5), Vector(n - 3.5, 3.5), Vector(3.5, n - 3.5)]
        func distance(_ place: ModulePlace) -> Double {
            corners.map { ($0 - Vector(Double(place.column), Double(place.row))).length }.min() ?? 0
        }
        var waves: [Int: [ModulePlace]] = [:]
        let step =
            patterns.alignmentCoordinates.count > 2
            ? Double(patterns.alignmentCoordinates[2] - patterns.alignmentCoordinates[1]) : n
        for center in patterns.alignmentCenters { waves[Int(distance(center) / step), default: []].append(center) }
        for wave in waves.keys.sorted() {
            var anchors: [Anchor] = []
            for earlier in waves.keys.sorted() where earlier <= wave {
                for center in waves[earlier] ?? [] {
                    let (x, y) = (Double(center.column) + 0.5, Double(center.row) + 0.5)
                    let match = search.match(
                        .alignment, x: x, y: y, reach: earlier == wave ? 2 : 1, warp, in: luma, isInverted: isInverted)
                    guard let match, match.score > 0.6 else { continue }
                    anchors.append(Anchor(x: x, y: y, offset: match.offset, weight: 6 * match.score))
                }
            }
            _ = adjust(
                &warp, patterns, anchors, degree: wave < 2 ? 2 : 3, includesData: false, contrast: contrast, in: luma)
        }
    }

    /// Bends the warp to the edges and anchors that can be seen; false where it leaves the picture.
    private func adjust(
        _ warp: inout GridWarp, _ patterns: FunctionPatterns, _ anchors: [Anchor], degree: Int, includesData: Bool,
        contrast: Float, in luma: borrowing LumaView
    ) -> Bool {
        guard let mesh = GridMesh(warp, width: luma.width, height: luma.height) else { return false }
        let edges = meter.edges(of: mesh, patterns, in: luma, contrast: contrast, includesData: includesData)
        let count = GridWarp.termCount(degree: degree)
        var (alongX, alongY) = (NormalEquations(unknowns: count), NormalEquations(unknowns: count))
        var terms = [Double](repeating: 0, count: count)
        for edge in edges {
            warp.setTerms(&terms, x: edge.x, y: edge.y)
            if edge.isUpright {
                alongX.add(terms, value: edge.offset, weight: edge.weight)
            } else {
                alongY.add(terms, value: edge.offset, weight: edge.weight)
            }
        }
        for anchor in anchors {
            warp.setTerms(&terms, x: anchor.x, y: anchor.y)
            alongX.add(terms, value: anchor.offset.x, weight: anchor.weight)
            alongY.add(terms, value: anchor.offset.y, weight: anchor.weight)
        }
        var (ridge, centers) = ([Double](repeating: 0, count: count), (x: [Double](), y: [Double]()))
        for k in 0..<count {
            let total = GridWarp.degrees[k].x + GridWarp.degrees[k].y
            ridge[k] = 0.3 + (total < 2 ? 0 : 0.004 * alongX.weight * Double(total - 1))
            centers.x.append(-warp.bend.x[k])
            centers.y.append(-warp.bend.y[k])
        }
        guard let x = alongX.solve(ridge: ridge, centers: centers.x),
            let y = alongY.solve(ridge: ridge, centers: centers.y)
        else { return false }
        warp.add(x: x, y: y)
        return true
    }

    /// Luma of light less that of dark modules, from the finder patterns.
    private func contrast(of finders: [FinderPattern], in luma: borrowing LumaView) -> Float {
        var (light, dark): (Float, Float) = (0, 0)
        for finder in finders {
            for row in 1...5 {
                for column in 1...5 {
                    let place = finder.center + finder.u * Double(column - 3) + finder.v * Double(row - 3)
                    let value = luma.luma(place.x, place.y)
                    if FinderPattern.isDark(column: column, row: row) { dark += value / 9 } else { light += value / 16 }
                }
            }
        }
        return (light - dark) / Float(finders.count)
    }
}
