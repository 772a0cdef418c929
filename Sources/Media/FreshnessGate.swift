internal import CGStreamer
internal import Threading

/// Keeps a live stream fresh: lets encoded frames go that a decoder, which does not keep up, has left waiting in a queue.
///
/// Frames that came late are not let go for that: they may show what no other frame does.
final class FreshnessGate: Sendable {
    private struct State {
        var freshness = Freshness(limit: .milliseconds(700))
        var isOpen = true
        /// When the frames came that are in the queue, the oldest at `first`.
        var arrivals: [ContinuousClock.Instant] = []
        var first = 0

        mutating func leave() -> ContinuousClock.Instant? {
            guard first < arrivals.count else { return nil }
            defer {
                first += 1
                if first > 256 {
                    arrivals.removeFirst(first)
                    first = 0
                }
            }
            return arrivals[first]
        }
    }

    /// Frames in the queue beyond so many are not timed, and so not let go.
    private static let capacity = 4096

    private let state = Guarded(State())

    /// Begins to let frames go: the source is live.
    func engage() { state.withLock { $0.isOpen = false } }

    /// Watches the frames between where they come into a queue and where they leave it, in order, none of them lost.
    func watch(from entry: borrowing PadRef, to exit: borrowing PadRef) {
        // SAFETY: each pad keeps the reference that it is given and releases it.
        unsafe gst_pad_add_probe(
            entry.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                unsafe FreshnessGate.from(data)?.enter()
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(), FreshnessGate.release)
        unsafe gst_pad_add_probe(
            exit.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let gate = unsafe FreshnessGate.from(data), let info = unsafe info,
                    let buffer = unsafe gst_pad_probe_info_get_buffer(info)
                else { return GST_PAD_PROBE_OK }
                return unsafe gate.admits(isKey: lumascan_is_delta(buffer) == 0)
                    ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, Unmanaged.passRetained(self).toOpaque(), FreshnessGate.release)
    }

    private static func from(_ data: gpointer?) -> FreshnessGate? {
        guard let data = unsafe data else { return nil }
        // SAFETY: retained by `watch`.
        return unsafe Unmanaged<FreshnessGate>.fromOpaque(data).takeUnretainedValue()
    }

    private static let release: GDestroyNotify = { data in
        guard let data = unsafe data else { return }
        // SAFETY: retained by `watch`.
        unsafe Unmanaged<FreshnessGate>.fromOpaque(data).release()
    }

    private func enter() {
        state.withLock { state in
            guard state.arrivals.count - state.first < Self.capacity else { return }
            state.arrivals.append(.now)
        }
    }

    private func admits(isKey: Bool) -> Bool {
        state.withLock { state in
            guard let arrival = state.leave(), !state.isOpen else { return true }
            return state.freshness.admits(arrival, at: .now, isKey: isKey)
        }
    }
}
