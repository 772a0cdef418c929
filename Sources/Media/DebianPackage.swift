/// Which Debian package brings a GStreamer element or a decoder.
package enum DebianPackage {
    /// The package of an element that this program makes by name.
    static func of(element: String) -> String? {
        switch element {
        case "x264enc": "gstreamer1.0-plugins-ugly"
        case "appsink", "appsrc", "parsebin", "decodebin", "videoconvert", "videoscale", "opusenc", "typefind",
            "audioconvert", "audioresample", "urisourcebin":
            "gstreamer1.0-plugins-base"
        case "qtmux", "mp4mux", "matroskamux", "webmmux", "vp9enc", "vp8enc", "videoflip", "pngenc", "pngdec",
            "jpegenc", "jpegdec":
            "gstreamer1.0-plugins-good"
        case "h264parse", "h265parse", "mpegtsmux", "jpegparse", "webpdec", "fdkaacenc", "voaacenc", "zxing",
            "zbar":
            "gstreamer1.0-plugins-bad"
        case let name where name.hasPrefix("av"): "gstreamer1.0-libav"
        default: nil
        }
    }

    /// The package that decodes or demuxes a media type, as well as a table can say: most codecs are in libav's.
    package static func decoding(mediaType: String) -> String {
        switch mediaType {
        case "image/png", "image/jpeg", "video/x-vp8", "video/x-vp9", "video/x-matroska", "video/webm",
            "video/quicktime", "video/x-flv", "video/x-msvideo", "application/x-rtp", "video/x-dv":
            "gstreamer1.0-plugins-good"
        case "image/webp", "video/mpegts", "video/x-av1", "image/x-portable-pixmap", "image/svg+xml",
            "image/x-jpc", "image/jp2", "video/x-h265":
            "gstreamer1.0-plugins-bad"
        case "video/x-theora", "application/ogg": "gstreamer1.0-plugins-base"
        default: "gstreamer1.0-libav"
        }
    }
}
