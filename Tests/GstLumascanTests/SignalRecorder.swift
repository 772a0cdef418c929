import CGStreamer
import Synchronization

/// Keeps what the signal `code-detected` of an element carries.
///
/// The element has to be gone, or at rest, before this is.
final class SignalRecorder: Sendable {
    private let seen = Mutex<[Fields]>([])

    init(_ element: Handle) {
        let handler: @convention(c) (gpointer?, UnsafePointer<GstStructure>?, gpointer?) -> Void = {
            _, structure, data in
            guard let structure = unsafe structure, let data = unsafe data else { return }
            let recorder = unsafe Unmanaged<SignalRecorder>.fromOpaque(data).takeUnretainedValue()
            let fields = unsafe Fields(structure)
            recorder.seen.withLock { $0.append(fields) }
        }
        // SAFETY: the handler has the signal's signature; the closure owns a reference of this object until it goes.
        unsafe g_signal_connect_data(
            element.raw, "code-detected", unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(),
            { data, _ in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<SignalRecorder>.fromOpaque(data).release()
            }, GConnectFlags(0))
    }

    /// `new 1 text` for each code.
    var changes: [String] { seen.withLock { $0.changes } }
}
