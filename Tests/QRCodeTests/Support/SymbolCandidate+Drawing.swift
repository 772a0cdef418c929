@testable import QRCode

extension SymbolDrawing {
    /// The finder pattern with its middle there, in modules, as it is drawn: `u` along x and `v` along y.
    func finder(x: Double, y: Double, isInverted: Bool = false) -> FinderPattern {
        let axes = axes(x, y)
        return FinderPattern(center: place(x, y), u: axes.u, v: axes.v, score: 1, isInverted: isInverted)
    }

    /// What the symbol's three finder patterns are as a candidate.
    func candidate(isInverted: Bool = false) -> SymbolCandidate {
        let n = Double(grid.dimension)
        return SymbolCandidate(
            upperLeft: finder(x: 3.5, y: 3.5, isInverted: isInverted),
            upperRight: finder(x: n - 3.5, y: 3.5, isInverted: isInverted),
            lowerLeft: finder(x: 3.5, y: n - 3.5, isInverted: isInverted), members: [0, 1, 2], span: n - 7, cost: 0)
    }

    /// How far a mesh is off in modules at the symbol's corners, the worst first.
    func cornerErrors(of mesh: GridMesh) -> [Double] {
        let n = mesh.dimension
        return [(0, 0), (n, 0), (n, n), (0, n)].map { x, y in
            let (dx, dy) = (place(Double(x), Double(y)).x, place(Double(x), Double(y)).y)
            let axes = axes(Double(x), Double(y))
            let node = mesh.node(x, y)
            return (Vector(Double(node.x), Double(node.y)) - Vector(dx, dy)).length
                / abs(axes.u.cross(axes.v)).squareRoot()
        }.sorted(by: >)
    }
}
