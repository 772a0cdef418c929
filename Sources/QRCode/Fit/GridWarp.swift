/// Where each point of a symbol lies in the picture: a projective map, bent by smooth displacements in module space.
///
/// The displacements along x and y are sums of products of Legendre polynomials over the symbol, up to a total degree.
struct GridWarp {
    /// Modules a side.
    let dimension: Int
    /// The map without the bend.
    var base: Homography
    /// Coefficients of the displacement along x and along y in modules, term by term.
    private(set) var bend: (x: [Double], y: [Double])
    /// Terms whose coefficients may differ from 0.
    private var active = 0

    /// Highest total degree of the polynomials.
    static let highestDegree = 6
    /// Terms up to a total degree.
    static func termCount(degree: Int) -> Int { (degree + 1) * (degree + 2) / 2 }
    /// The degrees in x and y of each term, lower totals first.
    static let degrees: [(x: Int, y: Int)] = (0...highestDegree).flatMap { total in (0...total).map { (total - $0, $0) }
    }

    /// An unbent grid.
    init(dimension: Int, base: Homography) {
        self.dimension = dimension
        self.base = base
        let zeros = [Double](repeating: 0, count: Self.termCount(degree: Self.highestDegree))
        bend = (zeros, zeros)
    }

    /// The terms at (x, y) in modules, as many as `terms` holds.
    func setTerms(_ terms: inout [Double], x: Double, y: Double) {
        let (px, py) = (polynomials(x), polynomials(y))
        for k in terms.indices {
            let degree = Self.degrees[k]
            terms[k] = px[degree.x] * py[degree.y]
        }
    }

    /// Legendre polynomials of the place's coordinate, −1 to 1 over the symbol, by Bonnet's recursion.
    @inline(__always)
    private func polynomials(_ place: Double) -> SIMD8<Double> {
        let t = 2 * place / Double(dimension) - 1
        var p = SIMD8<Double>(1, t, 0, 0, 0, 0, 0, 0)
        for k in 2...Self.highestDegree {
            p[k] = (Double(2 * k - 1) * t * p[k - 1] - Double(k - 1) * p[k - 2]) / Double(k)
        }
        return p
    }

    /// Adds to the first coefficients.
    mutating func add(x: [Double], y: [Double]) {
        active = max(active, x.count, y.count)
        for k in x.indices { bend.x[k] += x[k] }
        for k in y.indices { bend.y[k] += y[k] }
    }

    /// Calls `body` with the places of the points (x, y) for whole x in a range, in their order.
    @inline(__always)
    func forEachPlace(x range: Range<Int>, y: Double, _ body: (Vector) -> Void) {
        let py = polynomials(y)
        // The sums over y first: what is left are polynomials in x.
        var (alongX, alongY) = (SIMD8<Double>(), SIMD8<Double>())
        for k in 0..<active {
            let degree = Self.degrees[k]
            alongX[degree.x] += bend.x[k] * py[degree.y]
            alongY[degree.x] += bend.y[k] * py[degree.y]
        }
        for x in range {
            let px = polynomials(Double(x))
            body(base(Vector(Double(x) + (alongX * px).sum(), y + (alongY * px).sum())))
        }
    }

    /// Where the point (x, y), in modules from the symbol's upper left corner, lies in the picture.
    func place(_ x: Double, _ y: Double) -> Vector {
        let (px, py) = (polynomials(x), polynomials(y))
        var (dx, dy) = (0.0, 0.0)
        for k in 0..<active {
            let degree = Self.degrees[k]
            let term = px[degree.x] * py[degree.y]
            dx += bend.x[k] * term
            dy += bend.y[k] * term
        }
        return base(Vector(x + dx, y + dy))
    }
}
