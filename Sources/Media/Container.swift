/// A file form that an annotated stream can be written in.
package enum Container: String, Sendable, CaseIterable {
    case mp4, mov, mkv, webm, ts, png, jpg

    /// By a file's extension, in any case; nil for an unknown one.
    package init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "mp4", "m4v": self = .mp4
        case "mov", "qt": self = .mov
        case "mkv": self = .mkv
        case "webm": self = .webm
        case "ts", "mts", "m2ts": self = .ts
        case "png": self = .png
        case "jpg", "jpeg": self = .jpg
        default: return nil
        }
    }

    /// Whether it holds one picture and nothing else.
    package var isStill: Bool { self == .png || self == .jpg }

    /// Whether audio of a type can be said to begin after what its encoder put before the beginning. Matroska's muxer
    /// says it of Opus by itself.
    func keepsPriming(of mediaType: String) -> Bool {
        self == .mp4 || self == .mov || (self == .mkv && mediaType != "audio/x-opus")
    }

    /// The muxer's factory and settings, nil for stills.
    var muxer: String? {
        switch self {
        case .mp4: "mp4mux"
        case .mov: "qtmux"
        case .mkv: "matroskamux"
        case .webm: "webmmux"
        case .ts: "mpegtsmux"
        case .png, .jpg: nil
        }
    }

    /// The encoder as a gst-launch description.
    /// - Parameter quality: the quantizer of a constant-quality encoder (0 best), or a JPEG's quality (100 best).
    func encoder(quality: Int?) -> String {
        switch self {
        case .mp4, .mov, .mkv, .ts:
            "x264enc speed-preset=veryfast pass=qual quantizer=\(quality ?? 21)"
        case .webm:
            "vp9enc end-usage=cq cq-level=\(quality ?? 31) target-bitrate=0 deadline=1 cpu-used=6 row-mt=true threads=4"
        case .png: "pngenc"
        case .jpg: "jpegenc quality=\(quality ?? 92)"
        }
    }

    /// What audio becomes where the container cannot hold it as it is.
    var audioEncoder: String { self == .webm ? "opusenc" : "avenc_aac" }

    /// Formats that the default encoder is given, in order of liking: H.264 that every player shows is 4:2:0.
    var encoderFormats: String? {
        switch self {
        case .mp4, .mov, .mkv, .ts: "{ I420, YV12, NV12, I420_10LE }"
        case .webm: "{ I420 }"
        case .png, .jpg: nil
        }
    }
}
