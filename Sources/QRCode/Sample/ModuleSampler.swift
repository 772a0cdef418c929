internal import Imaging

/// Luma of a symbol's modules and of one ring around them.
struct ModuleSamples {
    /// Modules a side, without the ring.
    let dimension: Int
    /// Row by row, the ring included.
    var luma: [Float]

    /// Modules a side with the ring.
    var side: Int { dimension + 2 }

    /// Samples a picture: nine points in the middle half of each module.
    init(_ mesh: GridMesh, in picture: borrowing LumaView) {
        dimension = mesh.dimension
        let side = mesh.dimension + 2
        luma = [Float](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                let (a, b) = (mesh.node(column - 1, row - 1), mesh.node(column, row - 1))
                let (c, d) = (mesh.node(column - 1, row), mesh.node(column, row))
                let middle = (a + b + c + d) / 4
                let (right, down) = ((b - a + d - c) / 8, (c - a + d - b) / 8)
                var sum: Float = 0
                for j in -1...1 {
                    for i in -1...1 {
                        let place = middle + right * Float(i) + down * Float(j)
                        sum += picture.luma(place)
                    }
                }
                luma[row * side + column] = sum / 9
            }
        }
    }
}
