/// Black and white pixels, as zint writes them: a Windows bitmap of 1 bit a pixel.
struct Bitmap {
    let width: Int
    let height: Int
    private let black: [Bool]

    struct NotABitmap: Error {}

    /// Reads a BMP file with a BITMAPINFOHEADER, 1 bit a pixel, uncompressed, bottom row first.
    init(bmp bytes: [UInt8]) throws {
        func number(at offset: Int, count: Int) throws -> Int {
            guard offset >= 0, offset + count <= bytes.count else { throw NotABitmap() }
            return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        guard bytes.starts(with: Array("BM".utf8)), try number(at: 28, count: 2) == 1, try number(at: 30, count: 4) == 0
        else { throw NotABitmap() }
        let start = try number(at: 10, count: 4)
        let (width, height) = (try number(at: 18, count: 4), try number(at: 22, count: 4))
        let palette = 14 + (try number(at: 14, count: 4))
        let firstIsBlack = try number(at: palette, count: 3) == 0
        let stride = (width + 31) / 32 * 4
        guard width > 0, height > 0, width < 1 << 14, height < 1 << 14, start + stride * height <= bytes.count
        else { throw NotABitmap() }
        var black: [Bool] = []
        for y in 0..<height {
            let row = start + (height - 1 - y) * stride
            for x in 0..<width { black.append((bytes[row + x / 8] >> (7 - x % 8) & 1 == 0) == firstIsBlack) }
        }
        self.init(width: width, height: height, black: black)
    }

    private init(width: Int, height: Int, black: [Bool]) {
        self.width = width
        self.height = height
        self.black = black
    }

    func isBlack(_ x: Int, _ y: Int) -> Bool { black[y * width + x] }

    /// The first row from its first to its last black pixel, repeated: a linear symbol without text and long guard bars.
    func bars(height: Int) -> Bitmap {
        let row = black.prefix(width)
        let bars = row[(row.firstIndex(of: true) ?? 0)...(row.lastIndex(of: true) ?? 0)]
        return Bitmap(
            width: bars.count, height: height, black: (0..<height).flatMap { _ in bars })
    }
}
