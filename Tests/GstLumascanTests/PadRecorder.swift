import CGStreamer
import Synchronization

/// Everything that passes a pad, in order.
final class PadRecorder: Sendable {
    enum Item: Equatable, Sendable {
        /// Presentation time in nanoseconds.
        case frame(UInt64)
        /// GStreamer's name of an event, of a custom one the name of its structure.
        case event(String)
    }

    struct Region: Equatable, Sendable {
        var kind: String
        var id: Int
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var text: String?
        var symbology: String?
        var corners: [Double]?
    }

    struct Frame: Sendable {
        var time: UInt64
        /// The buffer's address, to tell whether it is the one that went in.
        var address: UInt
        /// The address of its first memory, to tell whether pixels were copied.
        var memory: UInt
        /// References while it passes.
        var references: Int
        var isDiscontinuous: Bool
        var regions: [Region]
        /// All bytes in memory, where they are recorded.
        var bytes: [UInt8]
    }

    private struct State {
        var items: [Item] = []
        var frames: [Frame] = []
    }

    private let state = Mutex(State())
    private let keepsBytes: Bool

    init(keepsBytes: Bool = false) { self.keepsBytes = keepsBytes }

    var items: [Item] { state.withLock { $0.items } }
    var frames: [Frame] { state.withLock { $0.frames } }
    var times: [UInt64] { frames.map(\.time) }
    /// In milliseconds.
    var milliseconds: [Int] { times.map { Int($0 / 1_000_000) } }

    func removeAll() { state.withLock { $0 = State() } }

    /// Records what passes from now on.
    func attach(to pad: UnsafeMutablePointer<GstPad>) {
        let kinds =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        // SAFETY: the pad owns a reference of this object until the probe is removed.
        unsafe gst_pad_add_probe(
            pad, GstPadProbeType(kinds),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                unsafe Unmanaged<PadRecorder>.fromOpaque(data).takeUnretainedValue().see(info)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<PadRecorder>.fromOpaque(data).release()
            })
    }

    private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        // SAFETY: the info's data lives for the call.
        if unsafe info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            guard let buffer = unsafe gst_pad_probe_info_get_buffer(info) else { return }
            let frame = unsafe Frame(buffer, keepsBytes: keepsBytes)
            state.withLock { state in
                state.items.append(.frame(frame.time))
                state.frames.append(frame)
            }
        } else if let event = unsafe gst_pad_probe_info_get_event(info) {
            var name = unsafe String(cString: gst_event_type_get_name(event.pointee.type))
            if name.hasPrefix("custom"), let structure = unsafe gst_event_get_structure(event) {
                name = unsafe String(cString: gst_structure_get_name(structure))
            }
            state.withLock { $0.items.append(.event(name)) }
        }
    }
}

extension PadRecorder.Frame {
    init(_ buffer: UnsafeMutablePointer<GstBuffer>, keepsBytes: Bool = false) {
        // SAFETY: a live buffer.
        unsafe time = UInt64(buffer.pointee.pts)
        address = UInt(bitPattern: buffer)
        memory = UInt(bitPattern: unsafe gst_buffer_peek_memory(buffer, 0))
        unsafe references = Int(buffer.pointee.mini_object.refcount)
        unsafe isDiscontinuous =
            gst_buffer_get_flags(buffer).rawValue & GST_BUFFER_FLAG_DISCONT.rawValue != 0
        regions = []
        var state: gpointer? = nil
        while let meta = unsafe gst_buffer_iterate_meta_filtered(
            buffer, &state, gst_video_region_of_interest_meta_api_get_type())
        {
            unsafe regions.append(
                PadRecorder.Region(
                    UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoRegionOfInterestMeta.self)))
        }
        bytes = []
        guard keepsBytes else { return }
        bytes = [UInt8](repeating: 0, count: unsafe Int(gst_buffer_get_size(buffer)))
        _ = unsafe bytes.withUnsafeMutableBytes {
            unsafe gst_buffer_extract(buffer, 0, $0.baseAddress, gsize($0.count))
        }
    }
}

extension PadRecorder.Region {
    init(_ meta: UnsafeMutablePointer<GstVideoRegionOfInterestMeta>) {
        // SAFETY: a live meta; the structure belongs to it.
        unsafe kind = String(cString: g_quark_to_string(meta.pointee.roi_type))
        unsafe id = Int(meta.pointee.id)
        unsafe (x, y) = (Int(meta.pointee.x), Int(meta.pointee.y))
        unsafe (width, height) = (Int(meta.pointee.w), Int(meta.pointee.h))
        let facts = unsafe gst_video_region_of_interest_meta_get_param(meta, "barcode").map { unsafe Fields($0) }
        text = facts?.text("text")
        symbology = facts?.text("symbology")
        corners = facts?.doubles("corners")
    }
}
