public import Commands
internal import Monitoring
public import Symbols

/// What a scanner looks for and how. Every time is stream time.
public struct Options: Sendable {
    /// Which symbologies are read.
    public var symbologies: SymbologySet = .standard
    /// Time between two looks; zero looks at every frame.
    public var interval: Duration = .milliseconds(100)
    /// Whether nothing but the key frames of a compressed stream are decoded, and so looked at: for a fifth of the cost or
    /// less. A code that was not read has ended after no less than `keyFrameLostAfter` then. Not for an annotated copy.
    public var keyFramesOnly = false
    /// The part of the upright picture in which codes count; nil for all of it.
    public var region: Region?
    /// How much a look may cost; nil is thorough for a still image and quick for video.
    public var effort: Effort?
    /// Whether to tell (`codeUnread`), and where frames are drawn on to outline, what stays located as a code and cannot be
    /// read.
    public var reportsUnread = false
    /// How many looks must agree before a code is reported; nil for what its symbology asks for.
    public var confirm: Int?
    /// A code that is not read for this long has ended; less than two look intervals counts as two.
    public var lostAfter: Duration = .seconds(1)
    /// The least time between two updates of a code that stays in view; nil for no updates.
    public var updateInterval: Duration?
    /// How many codes are reported at once; nil for all.
    public var maxCodes: Int?
    /// Time between two light samples.
    public var lightInterval: Duration = .milliseconds(500)
    /// Mean luma (0 to 1 over full range) below which the light is low.
    public var lightLow = 0.16
    /// Mean luma (0 to 1 over full range) above which the light is well again.
    public var lightOK = 0.22
    /// What is run when the light gets low, the first verdict included; nil for nothing. The facts stand in its environment.
    public var onLightLow: Command?
    /// What is run when the light is well again, the first verdict included; nil for nothing.
    public var onLightOK: Command?
    /// How long such a command may take before it is ended.
    public var commandTimeout: Duration = .seconds(10)
    /// Where to begin.
    public var start: Duration = .zero
    /// For how long to go on; nil to the end.
    public var duration: Duration?
    /// Whether frames may wait for looks (recorded), or looks must keep up with frames (live).
    public var mode: Mode = .auto
    /// How many looks run side by side in a recorded run; the outcome does not depend on it.
    public var workers = 2
    /// Whether events carry the wall clock. Without it two runs over one file give equal events.
    public var wallClock = true
    /// The stream's name in events; nil for the source as it was given.
    public var streamName: String?

    /// For a network source; they come before those that stand in a URI.
    public var credentials: Credentials?
    /// How long an RTSP source's jitter buffer waits for late packets; nil for 2 s, GStreamer's own.
    public var latency: Duration?
    /// By what an RTSP source sends its video.
    public var transport: Transport = .auto

    /// A file of PEM certificates that the certificate of a source must be signed with; nil for the system's.
    public var authorities: String?

    /// What a camera is to give; nil for what suits best.
    public var cameraFormat: CameraFormat?

    /// A live source that gives no frame for so long is opened anew.
    public var stallAfter: Duration = .seconds(10)

    /// Where the annotated video goes while it runs.
    public var outputs = LiveOutputs()

    /// The least time after which a code has ended where key frames alone are decoded: they come every few seconds.
    public static let keyFrameLostAfter: Duration = .seconds(10)

    /// The defaults.
    public init() {}

    /// A size and a rate of a camera.
    public struct CameraFormat: Sendable, Hashable {
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int
        /// Frames a second; nil for about 30.
        public var rate: Double?

        /// That size at that rate.
        public init(width: Int, height: Int, rate: Double? = nil) {
            (self.width, self.height, self.rate) = (width, height, rate)
        }
    }

    /// By what an RTSP source sends its video.
    public enum Transport: String, Sendable, CaseIterable {
        /// UDP, and TCP where nothing comes by it.
        case auto
        case tcp, udp
    }

    /// Whether frames may wait.
    public enum Mode: String, Sendable, CaseIterable {
        /// Live where the source says so.
        case auto, recorded, live
    }

    /// A rectangle of the upright picture.
    public enum Region: Sendable, Hashable {
        /// In fractions of the picture's width and height.
        case fractions(Box)
        /// In pixels.
        case pixels(Box)
    }
}
