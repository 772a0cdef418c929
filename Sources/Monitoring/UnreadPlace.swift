package import Symbols

/// A place at which something is located as a code again and again and cannot be read.
package struct UnreadPlace: Sendable, Hashable {
    /// The code as last located.
    package private(set) var code: UnreadCode
    /// Running time of the first look that located it.
    package let first: Duration
    /// Running time of the last look that did.
    package private(set) var last: Duration
    /// In how many looks it was located.
    private(set) var looks = 1
    /// Whether it was told.
    var isTold = false
    private var previous: Sighting?

    init(_ code: UnreadCode, at time: Duration) {
        self.code = code
        first = time
        last = time
    }

    mutating func see(_ code: UnreadCode, at time: Duration) {
        previous = Sighting(time: last, corners: self.code.corners)
        self.code = code
        last = time
        looks += 1
    }

    /// The last two looks that located it as a motion.
    package var motion: Motion { Motion(from: previous, to: Sighting(time: last, corners: code.corners)) }
}
