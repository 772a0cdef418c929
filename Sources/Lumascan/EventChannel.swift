public import Delivery
internal import Threading

/// The events of one scanner, in order, for one reader. The sequence ends when the scanner is done.
public struct ScanEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ScanEvent
    /// Reading events never fails: a failure is an event.
    public typealias Failure = Never

    let channel: EventChannel

    /// Begins to read; from now on a recorded run waits for its reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: channel.stream.makeAsyncIterator(), channel: channel)
    }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<ScanEvent>.Iterator
        let channel: EventChannel

        /// The next event; nil when the scanner is done.
        public mutating func next() async -> ScanEvent? { await next(isolation: nil) }

        /// The next event; nil when the scanner is done.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ScanEvent? {
            channel.beginReading()
            guard let event = await base.next(isolation: actor) else { return nil }
            channel.taken()
            return event
        }
    }
}

/// Carries events from a processor to the one who reads them, bounded: a recorded run waits for a slow reader, and
/// without a reader the newest events are kept.
final class EventChannel: Sendable {
    private struct State {
        var waiting = 0
        var isRead = false
        var isClosed = false
    }

    /// Events that may wait for a reader.
    private static let capacity = 8192

    let stream: AsyncStream<ScanEvent>
    private let continuation: AsyncStream<ScanEvent>.Continuation
    private let state = Guarded(State())

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity * 2))
        continuation.onTermination = { [state] _ in state.change { $0.isClosed = true } }
    }

    /// - Parameter waits: whether to wait while too many events were not yet read.
    func send(_ event: ScanEvent, waits: Bool) {
        _ = state.wait { state in
            guard waits, state.isRead, !state.isClosed, state.waiting >= Self.capacity else {
                state.waiting += 1
                return true
            }
            return nil
        }
        // An event that pushes an older one out leaves as many waiting as before.
        if case .dropped = continuation.yield(event) { taken() }
    }

    func close() {
        state.change { $0.isClosed = true }
        continuation.finish()
    }

    func beginReading() { state.withLock { $0.isRead = true } }

    /// Whether anyone has begun to read.
    var hasReader: Bool { state.withLock { $0.isRead } }

    func taken() { state.change { $0.waiting = Swift.max(0, $0.waiting - 1) } }
}
