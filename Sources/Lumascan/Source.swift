/// Where a scanner's video comes from.
public enum Source: Sendable, Hashable {
    /// A file in any container and codec that GStreamer decodes, or a still image.
    case file(path: String)
    /// The file that comes in on standard input.
    case standardInput
    /// Any URI that GStreamer reads.
    case uri(String)
    /// A camera of this machine. Live.
    case camera(CameraChoice)
    /// A moving picture with codes in it, for trying things out. Live, and without an end.
    case test
    /// The user's own pipeline: a gst-launch description with `appsink name=scan` and, where the annotated stream is
    /// wanted, `appsrc name=annotated`.
    case pipeline(description: String)
}

extension Source {
    /// The source as it is shown: the path, or the URI without its credentials.
    public var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "-"
        case .uri(let uri): SourceAddress(uri).shown
        case .camera(let choice): choice.name
        case .test: "test"
        case .pipeline: "pipeline"
        }
    }
}

extension Source {
    /// Whether it is a camera of this machine.
    var isCamera: Bool { if case .camera = self { true } else { false } }

    /// Whether it is kept connected: a camera, or a network stream that has no end of its own.
    var isKeptUp: Bool {
        if isCamera { return true }
        guard let scheme else { return false }
        return scheme.hasPrefix("rtsp") || scheme.hasPrefix("rtmp") || ["srt", "udp", "rtp"].contains(scheme)
    }

    /// Whether it comes by HTTP, which carries files and streams without an end alike.
    var isWeb: Bool { scheme == "http" || scheme == "https" }

    private var scheme: String? {
        guard case .uri(let uri) = self else { return nil }
        return uri.prefix { $0 != ":" }.lowercased()
    }
}

/// Where the annotated video of a `file`, `standardInput` or `uri` source goes.
public struct Output: Sendable, Hashable {
    /// The file to write; its extension names the container: mp4, mov, mkv, webm, ts, png, jpg.
    public var path: String
    /// A gst-launch description of the encoder; nil for the container's own (H.264 by x264, VP9 for webm).
    public var encoder: String?
    /// The quantizer of the container's own encoder (lower is better), or a JPEG's quality; nil for its default.
    public var quality: Int?
    /// Whether a file that exists is replaced.
    public var overwrites: Bool

    /// An output at that path.
    public init(path: String, encoder: String? = nil, quality: Int? = nil, overwrites: Bool = false) {
        self.path = path
        self.encoder = encoder
        self.quality = quality
        self.overwrites = overwrites
    }
}
