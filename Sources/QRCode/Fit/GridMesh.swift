/// The places of all module corners of a symbol in the picture, and of one ring of modules around it.
struct GridMesh {
    /// Modules a side.
    let dimension: Int
    private var nodes: [SIMD2<Float>]

    /// The mesh of a warp; nil where the warp leaves the picture by more than its own size, or turns over.
    init?(_ warp: GridWarp, width: Int, height: Int) {
        dimension = warp.dimension
        let side = warp.dimension + 3
        nodes = [SIMD2<Float>](repeating: .zero, count: side * side)
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { x, y in
            Vector(x * Double(dimension), y * Double(dimension))
        }
        guard corners.allSatisfy({ warp.base.weight($0) > 0.05 }) else { return nil }
        for y in 0..<side {
            for x in 0..<side {
                let place = warp.place(Double(x - 1), Double(y - 1))
                guard place.x > -Double(width), place.x < 2 * Double(width), place.y > -Double(height),
                    place.y < 2 * Double(height)
                else { return nil }
                nodes[y * side + x] = SIMD2(Float(place.x), Float(place.y))
            }
        }
    }

    /// The upper left corner of the module in that column and row, −1 to the dimension + 1.
    @inline(__always)
    func node(_ column: Int, _ row: Int) -> SIMD2<Float> {
        nodes[(row &+ 1) &* (dimension &+ 3) &+ column &+ 1]
    }
}
