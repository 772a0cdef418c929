import Symbols
import Testing

@testable import Overlay

/// The stroke at 720 rows: core 4 pixels wide, casing 1.5 on each side.
private let profile = StrokeProfile(color: Color(0xffffff), scale: DrawingScale(width: 1280, height: 720))

private func tile(_ points: [(Double, Double)]) -> OutlineTile {
    let corners = points.map { Point(x: $0.0, y: $0.1) }
    let quad = Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    return OutlineTile(
        segments: OutlineShape(around: quad).segments, left: 0, top: 0, reach: profile.reach, table: profile.table)
}

private func alpha(_ tile: OutlineTile, _ x: Int, _ y: Int) -> UInt32 { tile.pixels[y * OutlineTile.side + x] >> 24 }

struct OutlineTileTests {
    @Test("A side through pixel centres is opaque on its core, dark on its casing, nothing beyond")
    func crossSection() {
        let square = tile([(10.5, 10.5), (50.5, 10.5), (50.5, 50.5), (10.5, 50.5)])
        let row = (4...20).map { square.pixels[30 * OutlineTile.side + $0] }
        // Distances of the pixel centres from x = 10.5 are whole: 2 is the core's edge, 3 the casing, 4 its end.
        let edge: UInt32 = 0xcf80_8080
        let casing: UInt32 = 0x9e00_0000
        let core: UInt32 = 0xffff_ffff
        #expect(row == [0, 0, 0, casing, edge, core, core, core, edge, casing, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("The inside of a code stays untouched")
    func interior() {
        let square = tile([(10.5, 10.5), (50.5, 10.5), (50.5, 50.5), (10.5, 50.5)])
        let inside = (15...46).flatMap { y in (15...46).map { x in alpha(square, x, y) } }
        #expect(inside.allSatisfy { $0 == 0 })
    }

    @Test("Pixels are opaque exactly where the distance to a side says", arguments: [0.0, 0.25, 0.5, 0.75])
    func distances(offset: Double) {
        let corners = [(12 + offset, 9.0), (55, 14 + offset), (50, 52), (8, 45 - offset)]
        let drawn = tile(corners)
        var wrong = 0
        for y in 0..<OutlineTile.side {
            for x in 0..<OutlineTile.side {
                let nearest = corners.indices.map { index in
                    let (from, to) = (corners[index], corners[(index + 1) % 4])
                    return distance(Double(x) + 0.5, Double(y) + 0.5, from, to)
                }.min()!
                let isDrawn = alpha(drawn, x, y) > 0
                let isCore = alpha(drawn, x, y) == 255
                if abs(nearest - profile.reach) > 0.05, isDrawn != (nearest < profile.reach) { wrong += 1 }
                if abs(nearest - 1.5) > 0.05, isCore != (nearest < 1.5) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    private func distance(_ x: Double, _ y: Double, _ from: (Double, Double), _ to: (Double, Double)) -> Double {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1)
        let along = min(1, max(0, ((x - from.0) * dx + (y - from.1) * dy) / (dx * dx + dy * dy)))
        let (ax, ay) = (x - from.0 - along * dx, y - from.1 - along * dy)
        return (ax * ax + ay * ay).squareRoot()
    }

    @Test("A quadrilateral without extent is a dot")
    func dot() {
        let drawn = tile([(20.5, 20.5), (20.5, 20.5), (20.5, 20.5), (20.5, 20.5)])
        #expect(drawn.columns == 17..<24)
        #expect(drawn.rows == 17..<24)
        #expect(alpha(drawn, 20, 20) == 255)
    }

    @Test("A tile that no line touches is empty")
    func empty() {
        let drawn = tile([(100, 100), (120, 100), (120, 120), (100, 120)])
        #expect(drawn.columns.isEmpty && drawn.rows.isEmpty)
    }

    @Test("Alpha never grows with the distance and ends at nothing")
    func profileFalls() {
        let alphas = profile.table.map { $0 >> 24 }
        #expect(alphas.first == 255)
        #expect(alphas.last == 0)
        #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 >= $1 })
    }
}
