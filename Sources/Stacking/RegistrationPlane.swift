internal import Imaging

/// A picture made ready for registration: reduced, smoothed, and without its slow changes of light.
///
/// Smoothing by 1 2 1 both ways takes the noise that hides the texture; the mean of a square around each sample is taken
/// off, so that neither brightness nor broad bands of flicker count.
struct RegistrationPlane: Sendable {
    /// The samples, about zero.
    private(set) var plane = Plane()
    /// The mean square of the samples.
    private(set) var power = 0.0

    private var smooth = Plane()
    private var sums: [Float] = []
    private var columns: [Float] = []

    /// Half the side of the square whose mean is taken off, in samples.
    private static let flatness = 16
    /// Most samples of a plane.
    private static let mostSamples = 150_000

    /// How many pixels of a picture, both ways, become one sample.
    static func reduction(width: Int, height: Int) -> Int {
        var factor = 2
        while (width / factor) * (height / factor) > mostSamples { factor += 1 }
        return factor
    }

    /// Fills the plane from a frame.
    mutating func fill(from luma: borrowing LumaView, by factor: Int) {
        prepare(width: luma.width / factor, height: luma.height / factor, factor: factor)
        let step = luma.pixelStride
        for y in 0..<plane.height {
            clearColumns()
            for line in 0..<factor {
                let row = luma.row(y &* factor &+ line)
                var out = columns.mutableSpan
                if step == 1 {
                    for x in 0..<min(out.count, row.count) { out[x] += Float(row[x]) }
                } else {
                    for x in 0..<out.count { out[x] += Float(row[x &* step]) }
                }
            }
            reduce(to: y, by: factor)
        }
        flatten()
    }

    /// Fills the plane from the mean of frames.
    mutating func fill(from mean: borrowing Plane, by factor: Int) {
        prepare(width: mean.width / factor, height: mean.height / factor, factor: factor)
        for y in 0..<plane.height {
            clearColumns()
            for line in 0..<factor {
                let row = mean.row(y &* factor &+ line)
                var out = columns.mutableSpan
                for x in 0..<min(out.count, row.count) { out[x] += row[x] }
            }
            reduce(to: y, by: factor)
        }
        flatten()
    }

    private mutating func prepare(width: Int, height: Int, factor: Int) {
        plane.resize(width: width, height: height)
        smooth.resize(width: width, height: height)
        if columns.count != width * factor { columns = Array(repeating: 0, count: width * factor) }
        if sums.count != width { sums = Array(repeating: 0, count: width) }
    }

    private mutating func clearColumns() {
        var out = columns.mutableSpan
        for x in 0..<out.count { out[x] = 0 }
    }

    private mutating func reduce(to y: Int, by factor: Int) {
        Self.reduce(columns, by: factor, to: &plane, y)
    }

    private static func reduce(_ columns: [Float], by factor: Int, to plane: inout Plane, _ y: Int) {
        let sums = columns.span
        let scale = 1 / Float(factor * factor)
        plane.withRow(y) { row in
            for x in 0..<row.count {
                var sum: Float = 0
                for i in 0..<factor { sum += sums[x &* factor &+ i] }
                row[x] = sum * scale
            }
        }
    }

    private mutating func flatten() {
        guard plane.width > 2, plane.height > 2 else {
            power = 0
            return
        }
        Self.smooth(plane, to: &smooth, line: &sums)
        power = Self.takeMeansOff(smooth, to: &plane, sums: &sums)
    }

    /// - Parameter line: memory for a row.
    private static func smooth(_ plane: borrowing Plane, to smooth: inout Plane, line: inout [Float]) {
        let height = plane.height
        for y in 0..<height {
            let (above, here, below) = (plane.row(max(y - 1, 0)), plane.row(y), plane.row(min(y + 1, height - 1)))
            var column = line.mutableSpan
            for x in 0..<min(column.count, min(above.count, min(here.count, below.count))) {
                column[x] = 0.25 * (above[x] + 2 * here[x] + below[x])
            }
            smooth.withRow(y) { row in
                let last = column.count &- 1
                for x in 0..<row.count {
                    row[x] = 0.25 * (column[max(x &- 1, 0)] + 2 * column[x] + column[min(x &+ 1, last)])
                }
            }
        }
    }

    /// Gives each sample less the mean of the square around it, by sums that run along the columns and then the row, and
    /// returns the mean square of what is left.
    private static func takeMeansOff(_ smooth: borrowing Plane, to plane: inout Plane, sums: inout [Float]) -> Double {
        let (width, height, reach) = (smooth.width, smooth.height, flatness)
        for x in 0..<width { sums[x] = 0 }
        for y in 0..<min(reach, height) { add(smooth.row(y), sign: 1, to: &sums) }
        var total = 0.0
        for y in 0..<height {
            if y + reach < height { add(smooth.row(y + reach), sign: 1, to: &sums) }
            if y - reach - 1 >= 0 { add(smooth.row(y - reach - 1), sign: -1, to: &sums) }
            let rows = min(y + reach, height - 1) - max(y - reach, 0) + 1
            let (column, source) = (sums.span, smooth.row(y))
            total += plane.withRow(y) { row in
                var sum: Float = 0
                for x in 0..<min(reach, width) { sum += column[x] }
                var power: Float = 0
                for x in 0..<row.count {
                    if x &+ reach < width { sum += column[x &+ reach] }
                    if x &- reach &- 1 >= 0 { sum -= column[x &- reach &- 1] }
                    let count = min(x &+ reach, width &- 1) &- max(x &- reach, 0) &+ 1
                    let value = source[x] - sum / Float(count &* rows)
                    row[x] = value
                    power += value * value
                }
                return Double(power)
            }
        }
        return total / Double(width * height)
    }

    private static func add(_ row: Span<Float>, sign: Float, to sums: inout [Float]) {
        var out = sums.mutableSpan
        for x in 0..<min(out.count, row.count) { out[x] += sign * row[x] }
    }
}
