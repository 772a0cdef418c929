import Imaging

/// A grey picture for tests, rows one after the other.
struct Picture {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    /// A picture of one level.
    init(width: Int, height: Int, level: UInt8) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: level, count: width * height)
    }

    /// Noise from edge to edge of the range.
    init(width: Int, height: Int, random: inout SeededRandom) {
        self.init(width: width, height: height, level: 0)
        for i in pixels.indices { pixels[i] = UInt8(truncatingIfNeeded: random.next()) }
    }

    func withView<Result>(_ body: (borrowing LumaView) throws -> Result) rethrows -> Result {
        try body(LumaView(pixels.span, width: width, height: height, stride: width))
    }

    var inverted: Picture {
        var inverted = self
        for i in pixels.indices { inverted.pixels[i] = 255 - pixels[i] }
        return inverted
    }

    /// Columns in reverse.
    var mirrored: Picture {
        var mirrored = self
        for y in 0..<height {
            for x in 0..<width { mirrored.pixels[y * width + x] = pixels[y * width + width - 1 - x] }
        }
        return mirrored
    }

    /// The mean of the pixels up to `radius` away along x and along y, those outside as the nearest inside.
    func blurred(radius: Int) -> Picture {
        var blurred = self
        for (step, length, lines, next) in [(1, width, height, width), (width, height, width, 1)] {
            let source = blurred.pixels
            for line in 0..<lines {
                for i in 0..<length {
                    var sum = 0
                    for k in (i - radius)...(i + radius) {
                        sum += Int(source[line * next + min(max(k, 0), length - 1) * step])
                    }
                    let count = 2 * radius + 1
                    blurred.pixels[line * next + i * step] = UInt8((sum + radius) / count)
                }
            }
        }
        return blurred
    }

    /// Noise of up to that many levels either way.
    mutating func addNoise(_ amplitude: Int, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for i in pixels.indices {
            let noise = Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude
            pixels[i] = UInt8(min(max(Int(pixels[i]) + noise, 0), 255))
        }
    }

    /// Sets the pixels of a rectangle, as far as they are inside.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, level: UInt8) {
        for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + width, self.width), max(x, 0)) {
                pixels[row * self.width + column] = level
            }
        }
    }

    /// Lays another picture over this one, as far as it is inside.
    mutating func paste(_ other: Picture, x: Int, y: Int) {
        for row in max(y, 0)..<max(min(y + other.height, height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + other.width, width), max(x, 0)) {
                pixels[row * width + column] = other.pixels[(row - y) * other.width + column - x]
            }
        }
    }
}
