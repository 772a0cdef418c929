/// Where the annotated video of a source goes while it runs, besides its events. A source that is not live is played at
/// its own pace then, as if it were.
public struct LiveOutputs: Sendable, Hashable {
    /// Shows it in a window; a click on a code selects it. Scanning rests while the window is hidden, and ends with it.
    public var showsWindow = false
    /// Sends it to RTSP clients: `rtsp://[USER:PASSWORD@][ADDRESS]:PORT/PATH`.
    public var restream: String?
    /// Records it in a folder.
    public var recording: Recording?
    /// Gives it to other processes through shared memory, by a socket at that path.
    public var sharedMemory: String?

    /// None.
    public init() {}

    /// Files of a recording.
    public struct Recording: Sendable, Hashable {
        /// An existing folder; files are named by stream and time.
        public var folder: String
        /// The longest time in one file.
        public var segment: Duration
        /// Files of the stream that are older than so many days are removed; nil keeps all.
        public var keptDays: Int?

        /// A recording in that folder.
        public init(folder: String, segment: Duration = .seconds(600), keptDays: Int? = nil) {
            self.folder = folder
            self.segment = segment
            self.keptDays = keptDays
        }
    }

    /// Whether there are none.
    public var isEmpty: Bool { self == LiveOutputs() }
}
