import Synchronization

/// How a clip is stored. The container follows from the file's extension.
package struct ClipEncoding: Sendable {
    package enum Video: String, Sendable {
        case h264 = "libx264"
        case h265 = "libx265"
        case vp8 = "libvpx"
        case vp9 = "libvpx-vp9"
        case mpeg2 = "mpeg2video"
        case mpeg4 = "mpeg4"
        case mjpeg = "mjpeg"
        case ffv1 = "ffv1"
    }

    package enum Audio: String, Sendable {
        case aac = "aac"
        case mp3 = "libmp3lame"
        case opus = "libopus"
        case vorbis = "libvorbis"
        case flac = "flac"
        case pcm = "pcm_s16le"
    }

    /// Nil: VP8 for webm, MJPEG for avi, H.264 for all others.
    package var video: Video?
    /// One stream each, sines of 300, 400 … Hz, as long as the video.
    package var audio: [Audio]
    /// Written into the display matrix; mp4 and mov only. The frames are stored turned so that they show upright.
    package var orientation: Orientation
    /// Luma 0–255 instead of 16–235.
    package var isFullRange: Bool
    /// FFmpeg's name for matrix, primaries and transfer together, for example "bt709" or "smpte170m"; nil: not marked.
    package var colorimetry: String?
    /// Sample aspect ratio.
    package var pixelAspect: (width: Int, height: Int)
    /// FFmpeg's name of the pixel format. Odd sizes need one without subsampling, such as "yuv444p" or "gray".
    package var pixelFormat: String
    /// Further options before the output, for example `["-metadata", "creation_time=2026-01-02T03:04:05Z"]`.
    package var options: [String]

    package init(
        video: Video? = nil, audio: [Audio] = [], orientation: Orientation = .upright, isFullRange: Bool = false,
        colorimetry: String? = nil, pixelAspect: (width: Int, height: Int) = (1, 1), pixelFormat: String = "yuv420p",
        options: [String] = []
    ) {
        self.video = video
        self.audio = audio
        self.orientation = orientation
        self.isFullRange = isFullRange
        self.colorimetry = colorimetry
        self.pixelAspect = pixelAspect
        self.pixelFormat = pixelFormat
        self.options = options
    }
}

extension GoldenClip {
    package struct NotStorable: Error {
        package let reason: String
    }

    /// Encodes the clip with ffmpeg; frame times are kept to 1/90000 s, or to the container's precision (mkv and webm:
    /// 1 ms).
    package func write(to path: String, as encoding: ClipEncoding = ClipEncoding()) throws {
        let container = path.split(separator: ".").last.map(String.init) ?? ""
        let isMovie = container == "mp4" || container == "mov"
        guard isMovie || encoding.orientation == .upright else {
            throw NotStorable(reason: "\(container) carries no display matrix here")
        }
        let frames = FrameQueue(clip: self, orientation: encoding.orientation)
        let command = ffmpegCommand(encoding, container: container) + [path]
        try Command.output(of: command, input: .chunks { frames.next() }, timeout: 300)
        if encoding.orientation != .upright {
            try DisplayMatrix.write(
                encoding.orientation.displayMatrix(uprightWidth: width, height: height), toMovieAt: path)
        }
    }

    private func ffmpegCommand(_ encoding: ClipEncoding, container: String) -> [String] {
        let isTurned = encoding.orientation.swapsSides
        let size = isTurned ? "\(height)x\(width)" : "\(width)x\(height)"
        var command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "gray"]
        command += ["-video_size", size]
        var filters = ["scale=in_range=full:out_range=\(encoding.isFullRange ? "full" : "limited")"]
        if let colorimetry = encoding.colorimetry { filters[0] += ":out_color_matrix=\(colorimetry)" }
        filters += ["format=\(encoding.pixelFormat)"]
        filters += ["setsar=\(encoding.pixelAspect.width)/\(encoding.pixelAspect.height)"]
        var timing: [String] = []
        switch self.timing {
        case .constant(let rate, _):
            command += ["-framerate", "\(rate.frames)/\(rate.seconds)"]
        case .explicit(let times):
            command += ["-framerate", "25"]
            filters += [
                "settb=1/90000", "setpts='\(GoldenClip.expression(times.map { Int(($0 * 90000).rounded()) }[...]))'",
            ]
            timing = ["-fps_mode", "passthrough", "-enc_time_base", "1:90000"]
        }
        command += ["-i", "pipe:0"]
        for index in encoding.audio.indices {
            command += [
                "-f", "lavfi", "-i", "sine=frequency=\(300 + 100 * index):sample_rate=48000:duration=\(duration)",
            ]
        }
        command += ["-map", "0:v"] + encoding.audio.indices.flatMap { ["-map", "\($0 + 1):a"] }
        let video = encoding.video ?? (container == "webm" ? .vp8 : container == "avi" ? .mjpeg : .h264)
        command += ["-vf", filters.joined(separator: ","), "-c:v", video.rawValue] + timing + quality(video)
        for (index, audio) in encoding.audio.enumerated() { command += ["-c:a:\(index)", audio.rawValue] }
        command += ["-color_range", encoding.isFullRange ? "pc" : "tv"]
        if let colorimetry = encoding.colorimetry {
            command += ["-colorspace", colorimetry, "-color_primaries", colorimetry, "-color_trc", colorimetry]
        }
        if container == "mp4" || container == "mov" { command += ["-video_track_timescale", "90000"] }
        return command + encoding.options
    }

    private func quality(_ video: ClipEncoding.Video) -> [String] {
        switch video {
        case .h264, .h265: ["-preset", "veryfast", "-crf", "18"]
        case .vp8: ["-deadline", "realtime", "-cpu-used", "8", "-crf", "8", "-b:v", "4M"]
        case .vp9: ["-deadline", "realtime", "-cpu-used", "8", "-crf", "20", "-b:v", "0"]
        case .mpeg2, .mpeg4, .mjpeg: ["-q:v", "3"]
        case .ffv1: []
        }
    }

    /// FFmpeg's expression for the N-th of `ticks`: a balanced tree, since its parser bounds the depth.
    private static func expression(_ ticks: ArraySlice<Int>) -> String {
        guard ticks.count > 1 else { return ticks.first.map(String.init) ?? "0" }
        let middle = ticks.startIndex + ticks.count / 2
        return "if(lt(N,\(middle)),\(expression(ticks[..<middle])),\(expression(ticks[middle...])))"
    }
}

/// The frames of a clip, one after the other, as they are to be stored.
private final class FrameQueue: Sendable {
    private let clip: GoldenClip
    private let orientation: Orientation
    private let rest: Mutex<ArraySlice<Double>>

    init(clip: GoldenClip, orientation: Orientation) {
        self.clip = clip
        self.orientation = orientation
        rest = Mutex(clip.times[...])
    }

    func next() -> [UInt8]? {
        rest.withLock { $0.popFirst() }.map { orientation.stored(clip.frame(at: $0)).pixels }
    }
}
