/// An 8-bit luma picture that owns its samples, rows one after the other.
///
/// A picture is meant to be filled again and again: its memory grows to the largest size it was given and stays.
package struct GrayImage: ~Copyable, Sendable {
    /// Pixels in a row.
    package private(set) var width = 0
    /// Rows.
    package private(set) var height = 0
    private var storage: [UInt8] = []
    private var columnSums: [UInt16] = []

    /// An empty picture.
    package init() {}

    /// All samples, for reading.
    package var view: LumaView {
        @_lifetime(borrow self) get {
            LumaView(storage.span.extracting(first: width * height), width: width, height: height, stride: width)
        }
    }

    /// Gives the picture a size; its samples are whatever the memory held before. Traps if a side is negative.
    package mutating func resize(width: Int, height: Int) {
        precondition(width >= 0 && height >= 0)
        self.width = width
        self.height = height
        let missing = width * height - storage.count
        if missing > 0 { storage.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Memory for a row of sums, of any content, to be given back by `keepColumnSums` so that the next call finds it.
    mutating func takeColumnSums(count: Int) -> [UInt16] {
        var sums: [UInt16] = []
        swap(&sums, &columnSums)
        let missing = count - sums.count
        if missing > 0 { sums.append(contentsOf: repeatElement(0, count: missing)) } else { sums.removeLast(-missing) }
        return sums
    }

    mutating func keepColumnSums(_ sums: inout [UInt16]) { swap(&sums, &columnSums) }

    /// Calls `body` with the samples of row `y`. Traps if there is no such row.
    package mutating func withRow(_ y: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
        precondition(y >= 0 && y < height)
        let range = (y &* width)..<(y &* width &+ width)
        var samples = storage.mutableSpan
        #if compiler(>=6.3)
        var row = samples._mutatingExtracting(range)
        #else
        var row = samples.extracting(range)
        #endif
        body(&row)
    }
}
