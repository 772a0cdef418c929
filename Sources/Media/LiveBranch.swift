internal import CGStreamer
internal import Threading

/// A pipeline of its own behind a live stream: frames are given to its `appsrc name=frames`.
package final class LiveBranch: Sendable {
    package let pipeline: Pipeline
    package let feed: LiveFeed

    /// - Parameter description: in gst-launch syntax, with `appsrc name=frames`. Nothing that a user wrote stands in it.
    package init(_ description: String) throws(MediaError) {
        pipeline = try Pipeline(parsing: description)
        guard let source = pipeline.find("frames") else {
            throw MediaError(.badDescription, "the description has no “appsrc name=frames”")
        }
        feed = try LiveFeed(source, isClocked: false)
    }

    /// Sets a text property of the element of that name exactly.
    package func set(_ property: String, of name: String, to value: String) {
        pipeline.find(name)?.setText(property, value)
    }

    /// Sets a property of the element of that name from its text form.
    package func configure(_ property: String, of name: String, as value: String) {
        pipeline.find(name)?.set(property, value)
    }

    /// Lets the sink named `screen` show its pictures in a window of the X server. Call it before the branch plays.
    /// - Returns: whether the sink can be used there.
    package func show(in window: UInt) -> Bool {
        guard let screen = pipeline.find("screen"), pipeline.makeReady() else { return false }
        // SAFETY: a live element.
        unsafe lumascan_set_window(screen.raw, guintptr(window))
        return true
    }

    /// Tells the sink named `screen` that the first mouse button was pressed at a place of its window; `LiveFeed.onPoint`
    /// tells which place of the picture that is.
    package func press(atX x: Double, y: Double) {
        // SAFETY: a live element.
        if let screen = pipeline.find("screen") { unsafe lumascan_press(screen.raw, x, y) }
    }

    /// Asks `name` for the path of each file that the splitmuxsink named `files` begins.
    /// - Parameter name: is given the time of the file's first frame since the branch's first.
    package func nameFiles(_ name: @escaping @Sendable (Duration) -> String) {
        guard let files = pipeline.find("files") else { return }
        // SAFETY: the element keeps the reference that it is given and releases it.
        unsafe lumascan_connect_format_location(
            files.raw,
            { _, _, sample, data in
                guard let data = unsafe data else { return nil }
                let naming = unsafe Unmanaged<Naming>.fromOpaque(data).takeUnretainedValue()
                let times = unsafe sample.flatMap { sample in
                    unsafe gst_sample_get_buffer(sample).map { buffer in
                        unsafe FrameTimes(of: buffer, in: gst_sample_get_segment(sample))
                    }
                }
                return unsafe g_strdup(naming.name(times?.running ?? .zero))
            }, Unmanaged.passRetained(Naming(name: name)).toOpaque(),
            { data, _ in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Naming>.fromOpaque(data).release()
            })
    }

    /// Ends the stream, waits until every sink has seen that, and takes the pipeline down.
    ///
    /// Not to be called on a thread of the pipeline.
    /// - Returns: why not all of it was written; nil where it was.
    package func finish(timeout: Duration) -> MediaError? {
        let outcome = Guarded<Result<Void, MediaError>?>(nil)
        pipeline.onReport { report in
            switch report {
            case .ended: outcome.change { $0 = $0 ?? .success(()) }
            case .failed(let error): outcome.change { $0 = .failure(error) }
            case .warned: break
            }
        }
        feed.end()
        let result = outcome.wait(timeout: timeout) { $0 }
        stop()
        switch result {
        case .success: return nil
        case .failure(let error): return error
        case nil: return MediaError(.failed, "it could not be finished within \(timeout.components.seconds) s")
        }
    }

    /// Takes the pipeline down at once.
    package func stop() {
        pipeline.onReport(nil)
        pipeline.stop()
    }

    private final class Naming: Sendable {
        let name: @Sendable (Duration) -> String

        init(name: @escaping @Sendable (Duration) -> String) { self.name = name }
    }
}
