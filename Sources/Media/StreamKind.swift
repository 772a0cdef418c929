/// What an elementary stream carries, by its media type.
enum StreamKind {
    case video, audio, subtitles, other

    init(mediaType: String) {
        if mediaType.hasPrefix("video/") || mediaType.hasPrefix("image/") {
            self = .video
        } else if mediaType.hasPrefix("audio/") {
            self = .audio
        } else if mediaType.hasPrefix("text/") || mediaType.hasPrefix("application/x-ssa")
            || mediaType.hasPrefix("application/x-ass") || mediaType.hasPrefix("subtitle/")
        {
            self = .subtitles
        } else {
            self = .other
        }
    }
}
