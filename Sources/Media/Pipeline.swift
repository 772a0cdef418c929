internal import CGStreamer

/// What a pipeline tells while it runs; given on the thread where it happened.
package enum PipelineReport: Sendable {
    /// Every sink has seen the end of the stream.
    case ended
    case failed(MediaError)
    case warned(MediaError)
}

/// One GstPipeline: one clock, one bus, one end of stream for source, detection and output.
///
/// Messages are taken where they are posted (a sync handler), so no thread of its own watches the bus.
@safe package final class Pipeline: Sendable {
    let element: Element
    private let bus: BusWatch

    /// An empty pipeline.
    package init() throws(MediaError) {
        try MediaLibrary.start()
        // SAFETY: a floating reference, sunk by Element.
        guard let made = unsafe gst_pipeline_new(nil) else { throw MediaError(.failed, "cannot make a pipeline") }
        unsafe element = Element(taking: made)
        bus = BusWatch(element)
    }

    /// The pipeline that a gst-launch description makes.
    package init(parsing description: String) throws(MediaError) {
        try MediaLibrary.start()
        var failure: UnsafeMutablePointer<GError>? = nil
        // SAFETY: error and context are freed below; the result is a new reference.
        let context = unsafe gst_parse_context_new()
        let made = unsafe gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &failure)
        defer {
            unsafe g_clear_error(&failure)
            unsafe gst_parse_context_free(context)
        }
        guard let made = unsafe made else { throw unsafe MediaError(parsing: failure, context) }
        let parsed = unsafe Element(taking: made)
        if unsafe g_type_check_instance_is_a(cast(parsed.raw), gst_pipeline_get_type()) != 0 {
            element = parsed
        } else {
            // SAFETY: a floating reference, sunk by Element; the pipeline takes its own reference of the child.
            guard let around = unsafe gst_pipeline_new(nil) else { throw MediaError(.failed, "cannot make a pipeline") }
            unsafe element = Element(taking: around)
            unsafe gst_bin_add(cast(element.raw), parsed.raw)
        }
        bus = BusWatch(element)
    }

    deinit { stop() }

    /// Called with every report from now on; nil to hear nothing more.
    package func onReport(_ handler: (@Sendable (PipelineReport) -> Void)?) { bus.setHandler(handler) }

    /// Elements whose errors are the output's: those whose name, or a parent's name, begins with “output”.
    package func add(_ elements: [Element]) {
        // SAFETY: the bin takes its own references.
        for child in elements { unsafe gst_bin_add(cast(element.raw), child.raw) }
    }

    /// The element of that name, also inside bins.
    package func find(_ name: String) -> Element? {
        // SAFETY: "transfer full".
        guard let found = unsafe gst_bin_get_by_name(cast(element.raw), name) else { return nil }
        return unsafe Element(taking: found)
    }

    /// Whether an element of that kind is anywhere in the pipeline.
    package func contains(kind factory: String) -> Bool {
        // SAFETY: the iterator is freed here; finding one element is enough to know.
        guard let iterator = unsafe gst_bin_iterate_all_by_element_factory_name(cast(element.raw), factory) else {
            return false
        }
        defer { unsafe gst_iterator_free(iterator) }
        var item = GValue()
        defer { unsafe g_value_unset(&item) }
        return unsafe gst_iterator_next(iterator, &item) == GST_ITERATOR_OK
    }

    /// Lets the sinks behind a feed not hold the change to PLAYING up: their first buffer comes only after it.
    package func freeSinks(except scan: Element) {
        // SAFETY: elements that make their sink late (autovideosink) have it in READY.
        unsafe gst_element_set_state(element.raw, GST_STATE_READY)
        guard let iterator = unsafe gst_bin_iterate_recurse(cast(element.raw)) else { return }
        defer { unsafe gst_iterator_free(iterator) }
        var item = GValue()
        defer { unsafe g_value_unset(&item) }
        while unsafe gst_iterator_next(iterator, &item) == GST_ITERATOR_OK {
            guard let object = unsafe g_value_get_object(&item) else { continue }
            let found = unsafe object.assumingMemoryBound(to: GstElement.self)
            if unsafe found != scan.raw, unsafe lumascan_is_sink(found) != 0,
                unsafe lumascan_has_property(found, "async") != 0
            {
                unsafe gst_util_set_object_arg(cast(found) as UnsafeMutablePointer<GObject>, "async", "false")
            }
            unsafe g_value_reset(&item)
        }
    }

    /// Lets a child open its device before the others.
    /// - Throws: the error that it posted.
    func open(_ child: Element) throws(MediaError) {
        // SAFETY: a live element.
        guard unsafe gst_element_set_state(child.raw, GST_STATE_READY) == GST_STATE_CHANGE_FAILURE else { return }
        throw bus.waitForError(timeout: .milliseconds(200)) ?? MediaError(.failed, "\(child.name) cannot be opened")
    }

    /// Brings the pipeline to PAUSED and waits until every sink has its first frame.
    /// - Returns: whether the source is live (it gives nothing in PAUSED).
    /// - Throws: the error that the pipeline posted, or one that says that nothing came in time.
    package func preroll(timeout: Duration) throws(MediaError) -> Bool {
        // SAFETY: a live element.
        let change = unsafe gst_element_set_state(element.raw, GST_STATE_PAUSED)
        if change == GST_STATE_CHANGE_FAILURE {
            throw bus.waitForError(timeout: .milliseconds(200)) ?? MediaError(.failed, "the pipeline cannot start")
        }
        if change == GST_STATE_CHANGE_NO_PREROLL { return true }
        if change == GST_STATE_CHANGE_SUCCESS { return false }
        let clock = ContinuousClock()
        let deadline = clock.now + timeout
        var hadStopped = false
        repeat {
            switch bus.waitForPreroll(timeout: min(clock.now.duration(to: deadline), .milliseconds(250))) {
            case .success: return isLive
            case .failure(let error): throw error
            case nil: break
            }
            // Twice, so that an error that is just being posted comes first.
            let hasStopped = hasStoppedDemuxer
            if hasStopped && hadStopped { throw Self.giveUp }
            hadStopped = hasStopped
        } while clock.now < deadline
        throw MediaError(.failed, "no picture came within \(timeout.components.seconds) s", hint: "try again later")
    }

    /// Whether the pipeline is live, once it has been brought to PAUSED.
    private var isLive: Bool {
        // SAFETY: asks for the state without waiting.
        unsafe gst_element_get_state(element.raw, nil, nil, 0) == GST_STATE_CHANGE_NO_PREROLL
    }

    /// Lets frames flow.
    package func play() throws(MediaError) {
        // SAFETY: a live element.
        if unsafe gst_element_set_state(element.raw, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE {
            throw bus.waitForError(timeout: .milliseconds(200)) ?? MediaError(.failed, "the pipeline cannot play")
        }
    }

    /// Lets elements open what they need; false where one cannot.
    func makeReady() -> Bool {
        // SAFETY: a live element.
        unsafe gst_element_set_state(element.raw, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE
    }

    /// Holds the frames back until `play`.
    package func pause() {
        // SAFETY: a live element.
        unsafe gst_element_set_state(element.raw, GST_STATE_PAUSED)
    }

    /// Ends everything at once; waits for the streaming threads. Never call it on a streaming thread.
    package func stop() {
        // SAFETY: a live element.
        unsafe gst_element_set_state(element.raw, GST_STATE_NULL)
    }

    /// Makes a source without video a failure.
    func requireVideo() { bus.requireVideo() }

    /// Reports an error as if an element had posted it.
    package func fail(_ error: MediaError) { bus.fail(error) }

    /// Lets every source end its stream, so that muxers finish their files; `ended` is reported when they have.
    package func endSources() {
        // SAFETY: the pipeline takes over the event.
        unsafe gst_element_send_event(element.raw, gst_event_new_eos())
    }

    /// How long the stream is, nil where it does not know.
    package var duration: Duration? { length(in: GST_FORMAT_TIME).map { .nanoseconds($0) } }

    /// Whether neither a time nor a size is known at which the stream ends.
    package var isEndless: Bool { duration == nil && length(in: GST_FORMAT_BYTES) == nil }

    private func length(in format: GstFormat) -> gint64? {
        var length: gint64 = -1
        // SAFETY: the result is written only on success.
        guard unsafe gst_element_query_duration(element.raw, format, &length) != 0, length >= 0 else { return nil }
        return length
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to what 64 bits hold.
    package var clampedNanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return carried ? (seconds < 0 ? .min : .max) : sum
    }
}
