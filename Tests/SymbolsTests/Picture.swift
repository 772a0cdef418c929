import Foundation
import Imaging
import Symbols

/// A grey picture to draw symbols on and have them read.
struct Picture {
    let width: Int
    let height: Int
    var samples: [UInt8]

    init(width: Int, height: Int, level: UInt8 = 255) {
        self.width = width
        self.height = height
        samples = [UInt8](repeating: level, count: width * height)
    }

    /// What the command `zint` draws, without text, one module a pixel times 2 x `scale`.
    init(zint type: String, _ data: String, scale: Int = 2, options: [String] = []) throws {
        let output = try Self.output(
            of: ["zint", "-b", type, "-d", data, "--scale=\(scale)", "--notext", "--direct", "--filetype=BMP"]
                + options)
        try self.init(bmp: output)
    }

    /// The 1-bit Windows bitmap that zint writes: bottom row first, rows padded to 4 bytes, 1 is black.
    init(bmp bytes: [UInt8]) throws {
        func number(at offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        guard bytes.count > 62, bytes[28] == 1 else { throw NotDrawn() }
        let start = number(at: 10)
        self.init(width: number(at: 18), height: number(at: 22))
        let stride = (width + 31) / 32 * 4
        guard bytes.count >= start + stride * height else { throw NotDrawn() }
        for y in 0..<height {
            for x in 0..<width {
                let byte = bytes[start + (height - 1 - y) * stride + x / 8]
                samples[y * width + x] = byte & (0x80 >> UInt8(x % 8)) == 0 ? 255 : 0
            }
        }
    }

    struct NotDrawn: Error {}

    private static func output(of command: [String]) throws -> [UInt8] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](output)
    }

    /// The corners of what is black in an upright picture.
    var darkBox: Quad {
        let dark = samples.indices.filter { samples[$0] < 128 }
        let xs = dark.map { $0 % width }
        let ys = dark.map { $0 / width }
        let (left, right) = (Double(xs.min() ?? 0), Double((xs.max() ?? 0) + 1))
        let (top, bottom) = (Double(ys.min() ?? 0), Double((ys.max() ?? 0) + 1))
        return Quad(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
    }

    /// Draws `other` turned clockwise by `degrees` with its centre at a point; gives where its dark box came to lie.
    @discardableResult
    mutating func draw(_ other: Picture, at center: Point, degrees: Double = 0) -> Quad {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let (halfWidth, halfHeight) = (Double(other.width) / 2, Double(other.height) / 2)
        let reach = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot() + 1
        for y in max(0, Int(center.y - reach))..<min(height, Int(center.y + reach)) {
            for x in max(0, Int(center.x - reach))..<min(width, Int(center.x + reach)) {
                var (sum, count) = (0, 0)
                for sub in 0..<4 {
                    let dx = Double(x) + (Double(sub % 2) + 0.5) / 2 - center.x
                    let dy = Double(y) + (Double(sub / 2) + 0.5) / 2 - center.y
                    let sx = (dx * cosine + dy * sine + halfWidth).rounded(.down)
                    let sy = (dy * cosine - dx * sine + halfHeight).rounded(.down)
                    guard sx >= 0, sy >= 0, Int(sx) < other.width, Int(sy) < other.height else { continue }
                    sum += Int(other.samples[Int(sy) * other.width + Int(sx)])
                    count += 1
                }
                if count > 0 {
                    samples[y * width + x] = UInt8((sum + Int(samples[y * width + x]) * (4 - count)) / 4)
                }
            }
        }
        return other.darkBox.map { corner in
            let (dx, dy) = (corner.x - halfWidth, corner.y - halfHeight)
            return Point(x: center.x + dx * cosine - dy * sine, y: center.y + dx * sine + dy * cosine)
        }
    }

    var inverted: Picture {
        var result = self
        result.samples = samples.map { ~$0 }
        return result
    }

    /// What `reader` reads.
    func read(
        _ symbologies: SymbologySet = .all, effort: Effort = .thorough, maxCodes: Int = 64, pass: Int = 0
    ) -> [Symbol] {
        let reader = ZXingReader(symbologies: symbologies, maxCodes: maxCodes, effort: effort)
        return reader.read(LumaView(samples.span, width: width, height: height, stride: width), pass: pass).symbols
    }
}
