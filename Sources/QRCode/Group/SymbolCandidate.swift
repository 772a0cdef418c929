/// Three finder patterns that may belong to one symbol, turned so that `u` points right and `v` down in it.
struct SymbolCandidate {
    var upperLeft: FinderPattern
    var upperRight: FinderPattern
    var lowerLeft: FinderPattern
    /// Which of the located patterns they are; nil for one that was guessed.
    var members: [Int]
    /// Modules from the middle of one finder pattern to that of the next.
    var span: Double
    /// How badly they fit together; 0 for perfectly.
    var cost: Double

    /// Mean size of a module in pixels.
    var module: Double { (upperLeft.module + upperRight.module + lowerLeft.module) / 3 }

    /// The candidate in a picture that is `factor` times as large.
    func scaled(by factor: Double) -> SymbolCandidate {
        var scaled = self
        scaled.upperLeft = upperLeft.scaled(by: factor)
        scaled.upperRight = upperRight.scaled(by: factor)
        scaled.lowerLeft = lowerLeft.scaled(by: factor)
        return scaled
    }

    /// Where the middle of a fourth finder pattern, at the lower right, may lie.
    ///
    /// A parallelogram's corner; the corner by the change of scale towards the two other patterns; and where the rows
    /// of the lower left and the columns of the upper right pattern meet. Near ones count once.
    var fourthCenters: [Vector] {
        let (a, b, c) = (upperLeft, upperRight, lowerLeft)
        var centers = [b.center + c.center - a.center]
        // Along a line a projective map has x(t) = at / (1 + ct): the sizes of a module at both ends are as the square
        // of the homogeneous weights there, and weights add up as positions do.
        let right = (a.u.length / b.u.length).squareRoot()
        let below = (a.v.length / c.v.length).squareRoot()
        let corner = right + below - 1
        if corner > 0.3 {
            centers.append((b.center * right + c.center * below - a.center) / corner)
        }
        let across = b.v.cross(c.u)
        if abs(across) > 0.2 * b.v.length * c.u.length {
            let along = (c.center - b.center).cross(c.u) / across
            centers.append(b.center + b.v * along)
        }
        let near = 0.7 * module
        return centers.enumerated().filter { i, center in
            center.isFinite && !centers[..<i].contains { ($0 - center).length < near }
        }.map(\.element)
    }
}

extension FinderPattern {
    /// The pattern with those of its axes that point most along `right` and `down`.
    func turned(right: Vector, down: Vector) -> FinderPattern {
        var turned = self
        let axes = [u, v, -u, -v]
        turned.u = axes.max { $0.dot(right) / $0.length < $1.dot(right) / $1.length } ?? u
        let others = abs(turned.u.cross(u)) < abs(turned.u.cross(v)) ? [v, -v] : [u, -u]
        turned.v = others.max { $0.dot(down) < $1.dot(down) } ?? v
        return turned
    }
}
