/// What an element does with the frames that pass through it.
///
/// Called on the element's streaming thread, or while that stands still, unless it says otherwise.
package protocol FrameFilter: AnyObject, Sendable {
    /// The element leaves READY.
    /// - Throws: `MediaError` where a property is wrong.
    func start() throws(MediaError)
    /// The element goes back to READY: everything of the stream is forgotten, and no handler runs any more.
    func stop()
    /// The format of the frames that follow; nothing is held.
    func formatChanged(to format: VideoFormat)
    /// How the frames that follow are turned to stand upright.
    func orientationChanged(to orientation: Orientation)
    /// A frame follows; from now on `latency` is that of its stream.
    /// - Parameter isLive: whether the source cannot wait.
    func prepare(isLive: Bool)
    /// Takes a frame. May wait.
    func take(_ frame: VideoFrame) -> FlowResult
    /// The next frame that goes on, in the order in which they were taken; nil where none is ready.
    func next() -> VideoFrame?
    /// Waits until all frames that were taken are ready.
    func drain()
    /// Frames before this and frames after it do not belong together (a seek); those that are held are dropped.
    func flush()
    /// No frame follows; those that are held become ready.
    func end()
    /// Whether frames go on before anything is known of them, as they are. Any thread.
    var isPassthrough: Bool { get }
    /// Whether every frame counts, so that none is to be dropped upstream. Any thread.
    var isRecorded: Bool { get }
    /// How long a frame is held. Any thread.
    var latency: Duration { get }
    /// Counts, as they are shown to the user. Any thread.
    var statistics: MessageStructure { get }
    /// The user pointed at a place of the picture, in pixels of the frames. Any thread.
    /// - Parameter time: running time of the picture that is shown, nil where that is not known.
    func point(atX x: Double, y: Double, time: Duration?)
}
