internal import Imaging

/// A picture of fractional samples, in grey levels, rows one after the other. Its memory is kept for the next filling.
struct Plane: Sendable {
    private(set) var width = 0
    private(set) var height = 0
    private var samples: [Float] = []

    /// Gives the plane a size; its samples are whatever the memory held before.
    mutating func resize(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let missing = width * height - samples.count
        if missing > 0 { samples.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// The samples of row `y`. Traps if there is no such row.
    @_lifetime(borrow self)
    func row(_ y: Int) -> Span<Float> {
        precondition(y >= 0 && y < height)
        return samples.span.extracting((y &* width)..<(y &* width &+ width))
    }

    /// All samples.
    var all: Span<Float> {
        @_lifetime(borrow self) get { samples.span.extracting(first: width * height) }
    }

    /// Calls `body` with the samples of row `y`. Traps if there is no such row.
    mutating func withRow<Result>(_ y: Int, _ body: (inout MutableSpan<Float>) -> Result) -> Result {
        precondition(y >= 0 && y < height)
        let range = (y &* width)..<(y &* width &+ width)
        var all = samples.mutableSpan
        #if compiler(>=6.3)
        var row = all._mutatingExtracting(range)
        #else
        var row = all.extracting(range)
        #endif
        return body(&row)
    }

    /// Sets every sample.
    mutating func fill(_ value: Float) {
        for y in 0..<height { withRow(y) { row in for x in 0..<row.count { row[x] = value } } }
    }
}
