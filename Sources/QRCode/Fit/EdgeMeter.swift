internal import Imaging

/// Measures how far the edges between modules lie from where a mesh has them.
///
/// Every edge of a symbol lies on a line of its grid: those of the function patterns with a known side dark, those of
/// the data with either. An edge is taken where the luma changes: at the centroid of its slope along a short line
/// across, which a blur does not shift.
struct EdgeMeter {
    /// An edge of a module.
    struct Edge {
        /// The middle of the edge in modules.
        var x: Double
        var y: Double
        /// Whether the edge stands upright, and so tells the displacement along x.
        var isUpright: Bool
        /// How far it lies from there along x or y, in modules.
        var offset: Double
        var weight: Double
    }

    /// Samples across an edge lie a fifth of a module apart, up to 0.8 modules to each side.
    private static let sampleCount = 9

    /// The edges that can be seen.
    /// - Parameters:
    ///   - contrast: luma of light less that of dark modules; below 0 for light on dark.
    ///   - includesData: whether edges count of which it is not known that they are there.
    func edges(
        of mesh: GridMesh, _ patterns: FunctionPatterns, in luma: borrowing LumaView, contrast: Float,
        includesData: Bool
    ) -> [Edge] {
        let n = mesh.dimension
        var edges: [Edge] = []
        edges.reserveCapacity(includesData ? n * n : 400)
        // Large symbols have more edges than the fit needs.
        let stride = includesData ? max(1, n / 40) : 1
        for row in Swift.stride(from: 0, to: n, by: stride) {
            for line in 0...n {
                for isUpright in [true, false] {
                    let (column, other) = isUpright ? (line, row) : (row, line)
                    let before = isUpright ? value(patterns, line - 1, row) : value(patterns, row, line - 1)
                    let after = isUpright ? value(patterns, line, row) : value(patterns, row, line)
                    let isKnown = before != 0 && after != 0
                    guard isKnown ? before != after : includesData else { continue }
                    let isBorder = line == 0 || line == n
                    // Outside is light, but a quiet zone may be missing.
                    let sign: Int8 = isKnown ? before : isBorder ? (line == 0 ? -1 : 1) : 0
                    guard
                        var edge = edge(
                            mesh, column: column, row: other, isUpright: isUpright, in: luma, contrast: contrast,
                            sign: sign, isKnown: isKnown)
                    else { continue }
                    if isBorder { edge.weight *= 0.5 }
                    if !isKnown { edge.weight *= 0.5 }
                    edges.append(edge)
                }
            }
        }
        return edges
    }

    /// 1 for dark, −1 for light, 0 for unknown; light outside.
    @inline(__always)
    private func value(_ patterns: FunctionPatterns, _ column: Int, _ row: Int) -> Int8 {
        let n = patterns.dimension
        guard column >= 0, row >= 0, column < n, row < n else { return -1 }
        return patterns.values[row &* n &+ column]
    }

    /// - Parameter sign: 1 where the side before the edge is dark, −1 where it is light, 0 where either may be.
    @inline(__always)
    private func edge(
        _ mesh: GridMesh, column: Int, row: Int, isUpright: Bool, in luma: borrowing LumaView, contrast: Float,
        sign: Int8, isKnown: Bool
    ) -> Edge? {
        let (sx, sy) = isUpright ? (1, 0) : (0, 1)
        let middle = (mesh.node(column, row) + mesh.node(column &+ sy, row &+ sx)) / 2
        let before = (mesh.node(column &- sx, row &- sy) + mesh.node(column &- sx &+ sy, row &- sy &+ sx)) / 2 - middle
        let after = (mesh.node(column &+ sx, row &+ sy) + mesh.node(column &+ sx &+ sy, row &+ sy &+ sx)) / 2 - middle
        var slopes = SIMD8<Float>.zero
        var last: Float = 0
        for k in 0..<Self.sampleCount {
            let at = Float(k) * 0.2 - 0.8
            let place = at < 0 ? middle - before * at : middle + after * at
            let value = luma.luma(place)
            if k > 0 { slopes[k &- 1] = value - last }
            last = value
        }
        slopes /= contrast
        let places = SIMD8<Float>(-0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7)
        if !isKnown { (slopes[0], slopes[7]) = (0, 0) }
        // Dark before the edge: luma rises.
        let direction: Float = sign != 0 ? Float(sign) : slopes.sum() < 0 ? -1 : 1
        slopes *= direction
        slopes.replace(with: 0, where: slopes .< 0)
        let strength = slopes.sum()
        guard strength > (isKnown ? 0.2 : 0.35) else { return nil }
        let offset = (slopes * places).sum() / strength
        let half = (0.5 * Double(sy), 0.5 * Double(sx))
        return Edge(
            x: Double(column) + half.0, y: Double(row) + half.1, isUpright: isUpright, offset: Double(offset),
            weight: Double(min(strength, 1)))
    }
}
