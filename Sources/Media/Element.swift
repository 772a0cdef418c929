internal import CGStreamer

/// One strong reference to a GstElement.
///
/// `@unchecked Sendable`: the stored pointer never changes; a GstElement counts its references atomically and locks
/// its own state, so every call made here is allowed from any thread.
@safe package final class Element: @unchecked Sendable {
    let raw: UnsafeMutablePointer<GstElement>

    /// Takes over a reference ("transfer full", or a floating one, which is sunk).
    init(taking raw: UnsafeMutablePointer<GstElement>) {
        unsafe self.raw = raw
        // SAFETY: `raw` is a live element; sinking turns a floating reference into ours and adds one to a full one.
        if unsafe g_object_is_floating(raw) != 0 { unsafe gst_object_ref_sink(raw) }
    }

    /// An element from the registry.
    package init(_ factory: String, name: String? = nil) throws(MediaError) {
        // SAFETY: both strings live for the call; the new element's floating reference is sunk at once.
        guard let made = unsafe gst_element_factory_make(factory, name) else {
            throw MediaError.missingElement(factory)
        }
        unsafe gst_object_ref_sink(made)
        unsafe raw = made
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_object_unref(raw)
    }

    /// The element's name inside its bin.
    package var name: String {
        // SAFETY: `gst_object_get_name` gives a copy that is freed here.
        guard let text = unsafe gst_object_get_name(object) else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    /// Gives the element another name; it must not be in a bin yet.
    func rename(_ name: String) {
        // SAFETY: the string lives for the call.
        unsafe gst_object_set_name(object, name)
    }

    var object: UnsafeMutablePointer<GstObject> {
        // SAFETY: GstObject is GstElement's first member.
        unsafe cast(raw)
    }

    /// Sets a property from its text form, as gst-launch does. A property that the element lacks is passed over.
    @discardableResult
    package func set(_ property: String, _ value: String) -> Self {
        // SAFETY: the object and both strings live for the call.
        unsafe gst_util_set_object_arg(cast(raw) as UnsafeMutablePointer<GObject>, property, value)
        return self
    }

    /// Whether the element has a property of that name.
    package func has(_ property: String) -> Bool {
        // SAFETY: reads the class of a live object.
        unsafe lumascan_has_property(raw, property) != 0
    }

    func set(_ property: String, _ caps: borrowing CapsRef) {
        // SAFETY: the property takes its own reference of the caps.
        unsafe lumascan_set_caps(raw, property, caps.raw)
    }

    /// Links this element's next free source pad to the next free sink pad of `next`.
    @discardableResult
    package func link(to next: Element) throws(MediaError) -> Element {
        // SAFETY: both elements are alive.
        guard unsafe gst_element_link(raw, next.raw) != 0 else {
            throw MediaError(.notNegotiated, "cannot link \(name) to \(next.name)")
        }
        return next
    }

    /// The always or already requested pad of that name.
    func pad(_ name: String) -> PadRef? {
        // SAFETY: "transfer full".
        guard let pad = unsafe gst_element_get_static_pad(raw, name) else { return nil }
        return unsafe PadRef(taking: pad)
    }

    /// The first of the sink pads that the element has now.
    var firstSinkPad: PadRef? {
        // SAFETY: the list is read under the element's lock, and the pad is retained before it is given up.
        unsafe lumascan_lock(raw)
        defer { unsafe lumascan_unlock(raw) }
        guard let first = unsafe raw.pointee.sinkpads, let pad = unsafe first.pointee.data else { return nil }
        return unsafe PadRef(retaining: pad.assumingMemoryBound(to: GstPad.self))
    }

    /// Brings the element to its parent's state, after it was added to a running pipeline.
    func syncState() {
        // SAFETY: a live element.
        unsafe gst_element_sync_state_with_parent(raw)
    }

    /// Whether the registry has an element of that name.
    package static func exists(_ factory: String) -> Bool {
        // SAFETY: "transfer full", dropped at once.
        guard let found = unsafe gst_element_factory_find(factory) else { return false }
        unsafe gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }
}

/// The same object seen as another of its classes, or as the structure that it begins with.
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    // SAFETY: GObject instances begin with their parent class; the caller names a class of the object.
    unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

extension Element {
    /// A bin from a gst-launch description, with its open ends as pads `sink` and `src`.
    convenience init(parsingBin description: String, name: String) throws(MediaError) {
        var failure: UnsafeMutablePointer<GError>? = nil
        // SAFETY: error and context are freed below; a new floating reference is sunk by `init(taking:)`.
        let context = unsafe gst_parse_context_new()
        let made = unsafe gst_parse_bin_from_description_full(
            description, 1, context, GST_PARSE_FLAG_FATAL_ERRORS, &failure)
        defer {
            unsafe g_clear_error(&failure)
            unsafe gst_parse_context_free(context)
        }
        guard let made = unsafe made else {
            var error = unsafe MediaError(parsing: failure, context)
            error.message = "encoder: \(error.message)"
            error.isOutput = true
            throw error
        }
        unsafe gst_object_set_name(cast(made), name)
        unsafe self.init(taking: made)
    }

    /// Links this element's source pad to a pad of `muxer` that takes these caps, requesting one.
    func link(to muxer: Element, carrying caps: borrowing CapsRef) throws(MediaError) {
        // SAFETY: both calls are "transfer full" and the pads are released by their owners; caps are only read.
        guard let source = pad("src"),
            let found = unsafe gst_element_get_compatible_pad(muxer.raw, source.raw, caps.raw)
        else {
            throw MediaError(.notNegotiated, "\(muxer.name) has no pad for \(caps.mediaType)", isOutput: true)
        }
        let sink = unsafe PadRef(taking: found)
        guard source.link(to: sink) else {
            throw MediaError(.notNegotiated, "cannot link \(name) to \(muxer.name)", isOutput: true)
        }
    }

    /// Links each pad that the element will have to the sink pad of `next`, as long as that is free.
    /// - Parameter next: in a pipeline, for as long as this element is.
    func linkPads(to next: Element) {
        // SAFETY: the pipeline keeps what is linked to.
        unsafe lumascan_connect_pad_added(
            raw,
            { _, pad, data in
                guard let pad = unsafe pad, let data = unsafe data else { return }
                let next = unsafe data.assumingMemoryBound(to: GstElement.self)
                guard let sink = unsafe gst_element_get_static_pad(next, "sink") else { return }
                _ = unsafe gst_pad_link(pad, sink)
                unsafe gst_object_unref(sink)
            }, next.raw, nil)
    }

    /// Whether one of the element's sink pad templates can take these caps.
    func accepts(_ caps: borrowing CapsRef) -> Bool {
        // SAFETY: the factory belongs to the element and the test reads its templates.
        guard let factory = unsafe gst_element_get_factory(raw) else { return false }
        return unsafe gst_element_factory_can_sink_any_caps(factory, caps.raw) != 0
    }
}
