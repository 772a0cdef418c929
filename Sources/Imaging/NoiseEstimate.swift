/// How strong the noise of a picture is.
///
/// By J. Immerkær, "Fast Noise Variance Estimation", Computer Vision and Image Understanding 64 (1996): the difference of
/// two Laplacians answers to noise and hardly to the picture. It is taken in squares spread over the picture, and the
/// lower quartile of the squares counts, so that texture and edges are not taken for noise; of a picture of noise alone
/// that is about a twentieth too little.
package struct NoiseEstimate: Sendable, Hashable {
    /// Standard deviation of the noise in grey levels, the codes 0–255; 53 at most.
    package let deviation: Double

    /// Samples along the side of a square; one more around it is read.
    private static let side = 16
    /// Squares in a row and rows of squares at most: half a million samples.
    private static let mostAcross = 44

    /// Measures `luma`; nil if it is smaller than a square or if nothing of it can be judged: squares a quarter of
    /// whose samples or more lie at the ends of `range` are left out, as noise is cut off there.
    package init?(of luma: borrowing LumaView, range: LumaRange = .full) {
        let (columns, rows) = (Self.squares(along: luma.width), Self.squares(along: luma.height))
        guard columns > 0 && rows > 0 else { return nil }
        let (black, white): (UInt8, UInt8) = range == .full ? (0, 255) : (16, 235)
        var histogram = Histogram()
        for row in 0..<rows {
            let y = Self.start(of: row, among: rows, along: luma.height)
            for column in 0..<columns {
                var square = Square(black: black, white: white)
                let x = Self.start(of: column, among: columns, along: luma.width)
                let bytes = (x &- 1) &* luma.pixelStride..<(x &+ Self.side) &* luma.pixelStride &+ 1
                for line in y..<y &+ Self.side {
                    square.add(
                        luma.row(line &- 1).extracting(bytes), luma.row(line).extracting(bytes),
                        luma.row(line &+ 1).extracting(bytes), step: luma.pixelStride)
                }
                if square.clipped < Self.side * Self.side / 4 { histogram.add(square.sum) }
            }
        }
        guard let quartile = histogram.lowerQuartile else { return nil }
        // The mean of |N(0, s)| is s times the root of 2/pi; the operator's weights have 36 as the sum of their squares.
        let mean = Double(quartile) / Double(Self.side * Self.side)
        deviation = mean / 6 * (Double.pi / 2).squareRoot()
    }

    private static func squares(along length: Int) -> Int { min(mostAcross, max(0, length - 2) / side) }

    /// The first sample of a square; they lie at equal distances, the first and the last at the picture's ends.
    private static func start(of index: Int, among count: Int, along length: Int) -> Int {
        count == 1 ? (length &- side) / 2 : 1 &+ index &* (length &- 2 &- side) / (count &- 1)
    }

    private struct Square {
        let black: UInt8
        let white: UInt8
        /// The sum of the operator's absolute answers.
        var sum: UInt32 = 0
        /// Samples at black or white.
        var clipped = 0

        /// Adds a row, given with the rows above and below and a sample more at both ends.
        mutating func add(_ above: Span<UInt8>, _ row: Span<UInt8>, _ below: Span<UInt8>, step: Int) {
            let count = min(above.count, row.count, below.count)
            var (left, middle): (Int32, Int32) = (0, 0)
            var x = 0
            while x < count {
                let sample = row[x]
                let right = Int32(above[x]) &- 2 &* Int32(sample) &+ Int32(below[x])
                if x >= 2 &* step { sum &+= (left &- 2 &* middle &+ right).magnitude }
                if x >= step && x < count &- step && (sample <= black || sample >= white) { clipped &+= 1 }
                (left, middle) = (middle, right)
                x &+= step
            }
        }
    }

    /// Counts of sums by the nearest multiple of a step of a twentieth of a grey level.
    private struct Histogram {
        private static let step: UInt32 = 64
        private var counts: [1024 of UInt16] = .init(repeating: 0)
        private var total = 0

        mutating func add(_ sum: UInt32) {
            counts[Int(min((sum &+ Self.step / 2) / Self.step, 1023))] &+= 1
            total &+= 1
        }

        /// The sum that a quarter of all are not above; nil if there are none.
        var lowerQuartile: UInt32? {
            var seen = 0
            for index in counts.indices {
                seen &+= Int(counts[index])
                if seen > 0 && seen &* 4 >= total { return UInt32(index) &* Self.step }
            }
            return nil
        }
    }
}
