import Symbols

/// What two reads must share to be the same code.
struct Identity: Sendable, Hashable {
    private let symbology: Symbology
    private let bytes: [UInt8]
    private let structured: Symbol.StructuredAppend?

    init(_ symbol: Symbol) {
        symbology = symbol.symbology
        bytes = symbol.bytes
        structured = symbol.structured
    }

    /// An order without meaning, for equal output from equal input.
    func precedes(_ other: Identity) -> Bool {
        if symbology != other.symbology { return symbology.rawValue < other.symbology.rawValue }
        if bytes != other.bytes { return bytes.lexicographicallyPrecedes(other.bytes) }
        return (structured?.index ?? -1) < (other.structured?.index ?? -1)
    }
}

/// A code in view, from its first read, confirmed or not.
struct Appearance: Sendable {
    let identity: Identity
    /// How many looks must agree on it.
    let neededReads: Int
    private let first: Duration
    private(set) var symbol: Symbol
    private(set) var last: Duration
    private(set) var reads = 1
    private(set) var previous: Sighting?
    /// Where its centre was at `centerTime`, read or carried along.
    private(set) var center: Point
    private var centerTime: Duration
    /// Pixels a second; nil until it is known.
    private(set) var velocity: Point?
    /// Looks in a row without it.
    private(set) var misses = 0
    /// Enough looks agreed; it may still wait for a place among the reported ones.
    var isConfirmed = false
    /// Its number once it was reported.
    private(set) var id: Int?
    private var reported: Duration?

    init(_ symbol: Symbol, at time: Duration, neededReads: Int) {
        identity = Identity(symbol)
        self.symbol = symbol
        self.neededReads = neededReads
        first = time
        last = time
        center = symbol.corners.center
        centerTime = time
    }

    var isSeen: Bool { misses == 0 }

    /// The facts for the outside; nil before it was reported.
    var track: Track? {
        id.map { Track(id: $0, symbol: symbol, first: first, last: last, reads: reads, previous: previous) }
    }

    mutating func see(_ symbol: Symbol, at time: Duration) {
        previous = Sighting(time: last, corners: self.symbol.corners)
        let (from, to) = (self.symbol.corners.center, symbol.corners.center)
        if last < time {
            let seconds = (time - last) / .seconds(1)
            velocity = Point(x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds)
        }
        center = to
        centerTime = time
        self.symbol = symbol
        last = time
        reads += 1
        misses = 0
    }

    mutating func miss() {
        misses += 1
    }

    /// Moves it on to `time`, unseen, with a code that moves alike. Not if its own velocity differs by more than an
    /// acceleration that the gate allows for.
    mutating func follow(_ velocity: Point, to time: Duration) {
        if let own = self.velocity, own.distance(to: velocity) > Self.drift * symbol.corners.radius { return }
        center = center.moved(by: velocity, for: time - centerTime)
        centerTime = time
        self.velocity = velocity
    }

    mutating func report(as id: Int, at time: Duration) {
        self.id = id
        reported = time
    }

    /// Whether an update is due at `time`; if so, the next is an interval later.
    mutating func takesUpdate(every interval: Duration, at time: Duration) -> Bool {
        guard let reported, isSeen, time > reported, time - reported >= interval else { return false }
        self.reported = time
        return true
    }

    /// Where it should be at `time` by its own motion.
    func corners(at time: Duration) -> Quad {
        Motion(from: previous, to: Sighting(time: last, corners: symbol.corners)).corners(at: time)
    }

    /// Where its centre should be at `time`, at `velocity` for as long as a motion is believed.
    func center(at time: Duration, velocity: Point) -> Point {
        center.moved(by: velocity, for: min(time - centerTime, Motion.reach))
    }

    /// Radii a second by which a known velocity may be wrong.
    private static let drift = 5.0

    /// How far from its predicted centre it may be at `time`, in pixels.
    ///
    /// Its radius, and more with the time unseen. With a known velocity what has to be allowed for is acceleration: 5 radii a
    /// second, which after a look interval of 100 ms stays below the distance of equal QR codes side by side (1.7 radii
    /// with their quiet zones). Without one it is the motion itself: 30 radii a second, a code that crosses a picture fifteen
    /// times its own diagonal in a second. Both are capped, so that an equal code far away is another.
    func gate(at time: Duration, isVelocityKnown: Bool) -> Double {
        let seconds = (time - centerTime) / .seconds(1)
        let allowance = isVelocityKnown ? min(Self.drift * seconds, 3) : min(30 * seconds, 6)
        return symbol.corners.radius * (1 + allowance)
    }
}
