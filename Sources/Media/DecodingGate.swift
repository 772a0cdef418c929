internal import CGStreamer
internal import Threading

/// Decides which encoded frames are decoded: all, or key frames alone; and of a live stream, which is to stay fresh, none
/// that a decoder, which does not keep up, has left waiting in a queue.
///
/// Frames that came late are not let go for that: they may show what no other frame does.
final class DecodingGate: Sendable {
    private struct State {
        var freshness = Freshness(limit: .milliseconds(700))
        var isLive = false
        var admitsKeysAlone = false
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

    /// Frames that waited too long are let go from now on: the source is live.
    func keepFresh() { state.withLock { $0.isLive = true } }

    /// Lets everything but key frames go.
    func admitKeysAlone() { state.withLock { $0.admitsKeysAlone = true } }

    /// Watches the frames between where they come into a queue and where they leave it, in order, none of them lost.
    func watch(from entry: borrowing PadRef, to exit: borrowing PadRef) {
        // SAFETY: each pad keeps the reference that it is given and releases it.
        unsafe gst_pad_add_probe(
            entry.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                unsafe DecodingGate.from(data)?.enter()
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(), DecodingGate.release)
        unsafe gst_pad_add_probe(
            exit.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let gate = unsafe DecodingGate.from(data), let info = unsafe info,
                    let buffer = unsafe gst_pad_probe_info_get_buffer(info)
                else { return GST_PAD_PROBE_OK }
                return unsafe gate.admits(isKey: lumascan_is_delta(buffer) == 0)
                    ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, Unmanaged.passRetained(self).toOpaque(), DecodingGate.release)
    }

    private static func from(_ data: gpointer?) -> DecodingGate? {
        guard let data = unsafe data else { return nil }
        // SAFETY: retained by `watch`.
        return unsafe Unmanaged<DecodingGate>.fromOpaque(data).takeUnretainedValue()
    }

    private static let release: GDestroyNotify = { data in
        guard let data = unsafe data else { return }
        // SAFETY: retained by `watch`.
        unsafe Unmanaged<DecodingGate>.fromOpaque(data).release()
    }

    private func enter() {
        state.withLock { state in
            guard state.arrivals.count - state.first < Self.capacity else { return }
            state.arrivals.append(.now)
        }
    }

    private func admits(isKey: Bool) -> Bool {
        state.withLock { state in
            let arrival = state.leave()
            guard isKey || !state.admitsKeysAlone else { return false }
            guard let arrival, state.isLive else { return true }
            return state.freshness.admits(arrival, at: .now, isKey: isKey)
        }
    }
}
