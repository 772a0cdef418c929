package import Media

/// Shows, sends or keeps the frames of a live stream, drawn on, and never holds them back.
package protocol LiveOutput: AnyObject, Sendable {
    /// What it is, for messages: `--record /var/lib/door`.
    var name: String { get }
    /// Begins. May be called again after `failed` was told.
    /// - Parameter report: is told what happens, on any thread.
    func start(_ report: @escaping @Sendable (LiveOutputReport) -> Void) throws(MediaError)
    /// One frame, whose pixels nobody changes any more; by one thread at a time.
    func show(_ frame: VideoFrame)
    /// No frames come for now, and those that follow may be of another time.
    func interrupt()
    /// Ends; waits, within bounds, until what was begun is whole. Not to be called by a report.
    func stop()
}

/// What a live output tells.
package enum LiveOutputReport: Sendable {
    /// The user closed it.
    case closed
    /// Nobody can see it, or somebody can again.
    case hidden(Bool)
    /// The user pointed at a place of the picture, in pixels of the frames.
    case pointed(x: Double, y: Double)
    /// It ended by itself and may be started again.
    case failed(MediaError)
}
