/// The places of all module corners of a symbol in the picture, and of one ring of modules around it.
struct GridMesh {
    /// Modules a side.
    let dimension: Int
    private let nodes: [SIMD2<Float>]

    /// The mesh of a warp; nil where the warp leaves the picture by more than its own size, or turns over.
    init?(_ warp: GridWarp, width: Int, height: Int) {
        dimension = warp.dimension
        let side = warp.dimension + 3
        let n = Double(warp.dimension)
        let corners = [Vector(0, 0), Vector(n, 0), Vector(n, n), Vector(0, n)]
        guard corners.allSatisfy({ warp.base.weight($0) > 0.05 }) else { return nil }
        var nodes: [SIMD2<Float>] = []
        nodes.reserveCapacity(side * side)
        let limit = SIMD2(Float(2 * width), Float(2 * height))
        var isInside = true
        for y in -1...(warp.dimension + 1) {
            warp.forEachPlace(x: -1..<(warp.dimension + 2), y: Double(y)) { place in
                let node = SIMD2<Float>(place)
                if !(all(node .> -limit) && all(node .< limit)) { isInside = false }
                nodes.append(node)
            }
            guard isInside else { return nil }
        }
        self.nodes = nodes
    }

    /// The upper left corner of the module in that column and row, −1 to the dimension + 1.
    @inline(__always)
    func node(_ column: Int, _ row: Int) -> SIMD2<Float> {
        nodes[(row &+ 1) &* (dimension &+ 3) &+ column &+ 1]
    }
}
