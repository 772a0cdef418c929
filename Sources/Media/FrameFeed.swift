internal import CGStreamer
internal import Threading

/// The appsrc through which frames go back into a pipeline.
///
/// `@unchecked Sendable`: `push` and `end` are called by one thread at a time; what `forward` shares with them is behind
/// a lock.
@safe package final class FrameFeed: @unchecked Sendable {
    package let element: Element
    private let padsOddSizes: Bool
    private var format: VideoFormat?
    private var outputFormat: VideoFormat?
    private let pad: PadRef
    private let isLive = Guarded(false)
    /// How many frames have left the queue.
    private let departures = Guarded(0)
    private let firstFormat = Guarded<(@Sendable (Int, Int) -> Void)?>(nil)
    /// Events that came before the caps, which must go first; nil once the caps are set.
    private let early = Guarded<[EventRef]?>([])

    /// - Parameters:
    ///   - isLive: whether a full queue drops its oldest frame (live) or holds the caller back (recorded).
    ///   - padsOddSizes: whether an odd width or height is made even by repeating the last column or row.
    /// - Throws: `badDescription` where the element is no appsrc.
    package init(_ element: Element, padsOddSizes: Bool = false) throws(MediaError) {
        guard unsafe lumascan_is_app_src(element.raw) != 0, let pad = element.pad("src") else {
            throw MediaError(.badDescription, "“\(element.name)” is not an appsrc")
        }
        self.element = element
        self.padsOddSizes = padsOddSizes
        self.pad = pad
        element.set("format", "time").set("stream-type", "stream").set("emit-signals", "false")
        element.set("max-bytes", "0").set("max-buffers", "\(Self.capacity)").set("block", "false")
        watchDepartures()
    }

    /// Frames that wait to leave.
    private static let capacity: UInt64 = 4

    /// Frames that cannot leave at once replace older ones instead of holding the caller back.
    package func becomeLive() {
        element.set("is-live", "true").set("leaky-type", "downstream")
        isLive.withLock { $0 = true }
    }

    private func watchDepartures() {
        // SAFETY: the pad keeps the reference that it is given and releases it.
        unsafe gst_pad_add_probe(
            pad.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                guard let data = unsafe data else { return GST_PAD_PROBE_OK }
                unsafe Unmanaged<Guarded<Int>>.fromOpaque(data).takeUnretainedValue().change { $0 += 1 }
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(departures).toOpaque(),
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Guarded<Int>>.fromOpaque(data).release()
            })
    }

    /// Waits until the queue has room; the reason where none will come.
    ///
    /// An appsrc that blocks would not wake where what follows it has ended or failed, for its thread has ended too.
    private func waitForRoom() -> FlowResult {
        while true {
            let departed = departures.withLock { $0 }
            // SAFETY: element and pad are alive.
            if unsafe lumascan_pad_is_flushing(pad.raw) != 0 { return .flushing }
            switch unsafe gst_pad_get_last_flow_return(pad.raw) {
            case GST_FLOW_OK, GST_FLOW_FLUSHING: break
            case GST_FLOW_EOS: return .finished
            default: return .failed
            }
            if unsafe gst_app_src_get_current_level_buffers(cast(element.raw)) < Self.capacity { return .ok }
            _ = departures.wait(timeout: .milliseconds(50)) { $0 != departed ? true : nil }
        }
    }

    /// Calls `handler` with the size of the first frame before that is sent.
    func onFirstFormat(_ handler: @escaping @Sendable (_ width: Int, _ height: Int) -> Void) {
        firstFormat.change { $0 = handler }
    }

    /// Sends one frame on at its running time. May block.
    package func push(_ frame: VideoFrame) -> FlowResult {
        if format !== frame.format {
            format = frame.format
            let output = padsOddSizes ? OddSizePadding.evenFormat(for: frame.format) : frame.format
            guard let output else { return .failed }
            if outputFormat == nil { firstFormat.withLock { $0 }?(output.width, output.height) }
            outputFormat = output
            // SAFETY: the appsrc takes its own reference of the caps.
            unsafe gst_app_src_set_caps(cast(element.raw), output.caps.raw)
            early.withLock({ $0.take() })?.forEach(send)
        }
        if let outputFormat, outputFormat !== frame.format {
            guard OddSizePadding.pad(frame, to: outputFormat) else { return .failed }
        }
        if !isLive.withLock({ $0 }) {
            let room = waitForRoom()
            guard room == .ok else { return room }
        }
        frame.stamp()
        // SAFETY: the appsrc takes over the reference that is made here.
        switch unsafe gst_app_src_push_buffer(cast(element.raw), gst_buffer_ref(frame.buffer)) {
        case GST_FLOW_OK: return .ok
        case GST_FLOW_FLUSHING: return .flushing
        case GST_FLOW_EOS: return .finished
        default: return .failed
        }
    }

    /// No frame follows.
    package func end() {
        // SAFETY: a live appsrc.
        unsafe gst_app_src_end_of_stream(cast(element.raw))
    }

    /// Sends a tag or table-of-contents event of the source on, in its place among the frames.
    func forward(_ event: UnsafeMutablePointer<GstEvent>) {
        let event = unsafe EventRef(retaining: event)
        let isEarly = early.withLock { early in
            early?.append(event)
            return early != nil
        }
        if !isEarly { send(event) }
    }

    private func send(_ event: EventRef) {
        // SAFETY: the element takes over the reference that is made here.
        unsafe gst_element_send_event(element.raw, event.again)
    }
}

extension VideoFrame {
    /// Writes the running time into the buffer's timestamps: the feed's segment begins at 0.
    func stamp() {
        let pts = times.running.map { GstClockTime(clamping: $0.clampedNanoseconds) } ?? .max
        let (current, decoding) = unsafe (buffer.pointee.pts, buffer.pointee.dts)
        guard current != pts || decoding != .max else { return }
        makeWritable()
        // SAFETY: the metadata is this frame's alone.
        unsafe buffer.pointee.pts = pts
        unsafe buffer.pointee.dts = .max
    }
}
