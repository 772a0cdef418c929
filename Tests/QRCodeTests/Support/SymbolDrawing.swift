import Foundation

@testable import QRCode

/// A module matrix in a picture, as a camera would see it.
struct SymbolDrawing {
    let grid: ModuleGrid
    private let map: QuadMap
    /// Luma of dark and of light modules.
    var levels: (dark: Double, light: Double) = (40, 215)
    /// Modules around the symbol that are light; beyond them everything is `ground`.
    var quietZone = 4.0
    var ground = 215.0
    /// How far the middle of each side is bowed, in modules.
    var bend = 0.0
    /// Points a pixel, along x and along y, that are averaged.
    var density = 3

    /// - Parameters:
    ///   - corners: of the symbol in the picture: upper left, upper right, lower right, lower left.
    init(_ grid: ModuleGrid, corners: [Vector]) {
        self.grid = grid
        map = QuadMap(corners, side: Double(grid.dimension))
    }

    /// A square one with its middle there, turned clockwise by so many degrees.
    init(_ grid: ModuleGrid, center: Vector, module: Double, degrees: Double = 0) {
        self.init(grid, corners: Self.square(center: center, side: module * Double(grid.dimension), degrees: degrees))
    }

    static func square(center: Vector, side: Double, degrees: Double) -> [Vector] {
        let (u, v) = (unit(degrees * .pi / 180) * (side / 2), unit((degrees + 90) * .pi / 180) * (side / 2))
        return [center - u - v, center + u - v, center + u + v, center - u + v]
    }

    /// Where a point in modules lies in the picture.
    func place(_ x: Double, _ y: Double) -> Vector {
        let (dx, dy) = displacement(x, y)
        return map.place(x + dx, y + dy)
    }

    /// The way of a module along x, and along y, at a point.
    func axes(_ x: Double, _ y: Double) -> (u: Vector, v: Vector) {
        (place(x + 0.5, y) - place(x - 0.5, y), place(x, y + 0.5) - place(x, y - 0.5))
    }

    private func displacement(_ x: Double, _ y: Double) -> (Double, Double) {
        guard bend != 0 else { return (0, 0) }
        let n = Double(grid.dimension)
        return (bend * sin(.pi * y / n), bend * sin(.pi * x / n))
    }

    /// The symbol alone in a picture.
    func picture(width: Int, height: Int) -> Picture {
        let n = grid.dimension
        let isDark = grid.values.map { $0 > 0 }
        var picture = Picture(width: width, height: height, level: 0)
        for row in 0..<height {
            for column in 0..<width {
                var sum = 0.0
                for j in 0..<density {
                    for i in 0..<density {
                        var (x, y) = map.point(
                            Double(column) + (Double(i) + 0.5) / Double(density),
                            Double(row) + (Double(j) + 0.5) / Double(density))
                        if bend != 0 {
                            let target = (x, y)
                            for _ in 0..<4 {
                                let (dx, dy) = displacement(x, y)
                                (x, y) = (target.0 - dx, target.1 - dy)
                            }
                        }
                        if x >= 0, y >= 0, x < Double(n), y < Double(n) {
                            sum += isDark[Int(y) * n + Int(x)] ? levels.dark : levels.light
                        } else {
                            let isQuiet = min(x, y) >= -quietZone && max(x, y) < Double(n) + quietZone
                            sum += isQuiet ? levels.light : ground
                        }
                    }
                }
                picture.pixels[row * width + column] = UInt8(min(max(sum / Double(density * density), 0), 255))
            }
        }
        return picture
    }

    /// A symbol upright, with whole pixels a module and so many light modules around it.
    static func upright(
        _ grid: ModuleGrid, module: Int, quietZone: Int = 4, dark: UInt8 = 40, light: UInt8 = 215
    ) -> Picture {
        let side = (grid.dimension + 2 * quietZone) * module
        var picture = Picture(width: side, height: side, level: light)
        for row in 0..<(grid.dimension * module) {
            for column in 0..<(grid.dimension * module) where grid[column / module, row / module] > 0 {
                picture.pixels[(row + quietZone * module) * side + column + quietZone * module] = dark
            }
        }
        return picture
    }
}

extension ModuleGrid {
    /// A finder pattern alone, with a ring of light modules around it: 9 modules a side.
    static var finderPattern: ModuleGrid {
        var grid = ModuleGrid(dimension: 9)
        for row in 0..<9 {
            for column in 0..<9 {
                let isInside = (1...7).contains(row) && (1...7).contains(column)
                grid[column, row] = isInside && FinderPattern.isDark(column: column - 1, row: row - 1) ? 1 : -1
            }
        }
        return grid
    }
}
