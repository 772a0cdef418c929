/// Bounds how long unconfirmed sightings may lift the throttle.
///
/// A reader that finds another phantom in every frame would otherwise have every frame examined. An extra look costs two
/// look intervals of credit; credit grows with the stream's time up to twelve extra looks, so that phantoms alone cause at
/// most one extra look in two intervals for long. What is confirmed gives its looks back.
struct LiftBudget: Sendable {
    private static let capacity = 12
    private let interval: Duration
    private var credit: Duration

    private var price: Duration { interval * 2 }

    init(lookInterval: Duration) {
        interval = max(lookInterval, .zero)
        credit = interval * 2 * Self.capacity
    }

    /// Whether an extra look can be paid.
    var isSpent: Bool { credit < price }

    mutating func elapse(_ time: Duration) {
        credit = min(credit + time, price * Self.capacity)
    }

    /// Pays for a look `gap` after the one before; one after a full interval is free.
    mutating func pay(forLookAfter gap: Duration) {
        guard gap < interval else { return }
        credit = max(credit - price, .zero)
    }

    mutating func refund(looks: Int) {
        elapse(price * min(looks, Self.capacity))
    }
}
