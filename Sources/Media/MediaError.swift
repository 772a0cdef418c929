internal import CGStreamer

/// What went wrong in a pipeline, on what, and what to do about it.
package struct MediaError: Error, Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// A file, device or host does not exist.
        case notFound
        /// It exists and may not be opened.
        case notPermitted
        /// Another program uses it.
        case busy
        /// It is there and cannot be opened or read.
        case unreadable
        /// Its server cannot be connected to.
        case unreachable
        /// It holds nothing that can be decoded as video.
        case notDecodable
        /// It holds no video.
        case noVideo
        /// An element or decoder is not installed.
        case missingPlugin
        /// The description of a pipeline is wrong.
        case badDescription
        /// Two elements cannot agree on a format.
        case notNegotiated
        /// The output cannot be written.
        case unwritable
        /// No space is left where the output goes.
        case noSpace
        /// Anything else that stopped the stream.
        case failed
    }

    package var kind: Kind
    /// One line, without the name of the source.
    package var message: String
    /// What to do, where that is known.
    package var hint: String?
    /// The library's own words, for a log.
    package var detail: String?
    /// Whether it happened where the output is written.
    package var isOutput: Bool

    package init(
        _ kind: Kind, _ message: String, hint: String? = nil, detail: String? = nil, isOutput: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.detail = detail
        self.isOutput = isOutput
    }

    /// The run was stopped from outside before it began.
    package static let stopped = MediaError(.failed, "stopped before it began")

    static func missingElement(_ factory: String) -> MediaError {
        MediaError(
            .missingPlugin, "the GStreamer element “\(factory)” is not installed",
            hint: DebianPackage.of(element: factory).map { "install it: apt-get install \($0)" })
    }

    /// The error inside a bus message of type ERROR.
    init(errorIn message: UnsafeMutablePointer<GstMessage>, isOutput: Bool) {
        var failure: UnsafeMutablePointer<GError>? = nil
        var debug: UnsafeMutablePointer<gchar>? = nil
        // SAFETY: the message is an error; both results are "transfer full" and freed here.
        unsafe gst_message_parse_error(message, &failure, &debug)
        defer {
            unsafe g_clear_error(&failure)
        }
        let detail = unsafe takeString(debug)
        guard let failure = unsafe failure else {
            self.init(.failed, "the pipeline failed", detail: detail, isOutput: isOutput)
            return
        }
        var text = unsafe String(cString: failure.pointee.message)
        let kind = unsafe MediaError.kind(
            domain: failure.pointee.domain, code: failure.pointee.code, isOutput: isOutput)
        if let detail, detail.contains("reason not-negotiated") {
            self.init(
                .notNegotiated, isOutput ? "encoder or container cannot take these pictures" : "formats do not fit",
                hint: isOutput ? "try another container or encoder" : nil, detail: detail, isOutput: isOutput)
            return
        }
        if let detail, detail.contains("No element accepted URI") {
            self.init(.badDescription, text, hint: "check the address", detail: detail)
            return
        }
        if !isOutput, let detail, let network = MediaError(ofNetwork: detail, kind) {
            self = network
            return
        }
        // The message alone does not name the file or host that it is about; the last line of the detail does.
        if [.notFound, .notPermitted, .busy, .unreadable, .unwritable].contains(kind),
            let last = detail?.split(separator: "\n").last, !last.hasPrefix("../")
        {
            // Of HTTP it goes on with addresses.
            let reason = last.firstRange(of: ", URL: ").map { last[..<$0.lowerBound] } ?? last
            text = reason.lowercased().hasPrefix(text.lowercased()) ? String(reason) : "\(text) (\(reason))"
        }
        let hint = detail?.contains("(401)") == true ? "check user and password" : nil
        self.init(kind, text, hint: hint, detail: detail, isOutput: isOutput)
    }

    /// What sources of the network say in words that nobody else understands; nil for all the rest.
    private init?(ofNetwork detail: String, _ kind: Kind) {
        if detail.contains("Failed to connect. (") || detail.contains("GstSoupHTTPSrc:") && detail.contains("(-5)") {
            self.init(.unreachable, "the connection failed", detail: detail)
        } else if detail.contains("Could not receive message. (") || detail.contains("Could not send message. (") {
            self.init(.unreadable, "the server closed the connection", detail: detail)
        } else if kind == .missingPlugin, detail.contains("GstRTSPSrc:") {
            self.init(
                .noVideo, "it offers no video that can be read",
                hint: "check its path, and the transport", detail: detail)
        } else {
            return nil
        }
    }

    private static func kind(domain: GQuark, code: gint, isOutput: Bool) -> Kind {
        if domain == gst_resource_error_quark() {
            switch GstResourceError(rawValue: UInt32(bitPattern: code)) {
            case GST_RESOURCE_ERROR_NOT_FOUND: return .notFound
            case GST_RESOURCE_ERROR_NOT_AUTHORIZED: return .notPermitted
            case GST_RESOURCE_ERROR_NO_SPACE_LEFT: return .noSpace
            case GST_RESOURCE_ERROR_OPEN_WRITE, GST_RESOURCE_ERROR_WRITE, GST_RESOURCE_ERROR_OPEN_READ_WRITE:
                return .unwritable
            case GST_RESOURCE_ERROR_OPEN_READ, GST_RESOURCE_ERROR_READ: return .unreadable
            case GST_RESOURCE_ERROR_BUSY: return .busy
            default: return isOutput ? .unwritable : .failed
            }
        }
        if domain == gst_stream_error_quark() {
            switch GstStreamError(rawValue: UInt32(bitPattern: code)) {
            case GST_STREAM_ERROR_CODEC_NOT_FOUND: return .missingPlugin
            case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE, GST_STREAM_ERROR_DEMUX,
                GST_STREAM_ERROR_DECODE:
                return .notDecodable
            default: return .failed
            }
        }
        if domain == gst_core_error_quark(), code == gint(bitPattern: GST_CORE_ERROR_MISSING_PLUGIN.rawValue) {
            return .missingPlugin
        }
        return .failed
    }
}

extension MediaError {
    /// The warning inside a bus message of type WARNING.
    init(warningIn message: UnsafeMutablePointer<GstMessage>) {
        var failure: UnsafeMutablePointer<GError>? = nil
        var debug: UnsafeMutablePointer<gchar>? = nil
        // SAFETY: the message is a warning; both results are "transfer full" and freed here.
        unsafe gst_message_parse_warning(message, &failure, &debug)
        defer { unsafe g_clear_error(&failure) }
        let detail = unsafe takeString(debug)
        let text = unsafe failure.map { unsafe String(cString: $0.pointee.message) } ?? "warning"
        self.init(.failed, text, detail: detail)
    }

    /// Why a gst-launch description cannot be made into elements.
    init(parsing failure: UnsafeMutablePointer<GError>?, _ context: OpaquePointer?) {
        // SAFETY: the names are "transfer full"; the error belongs to the caller.
        let isMissing = unsafe failure.map { unsafe $0.pointee.code } == gint(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue)
        if isMissing, let missing = unsafe context.flatMap({ unsafe gst_parse_context_get_missing_elements($0) }) {
            defer { unsafe g_strfreev(missing) }
            if let first = unsafe missing.pointee {
                self = .missingElement(unsafe String(cString: first))
                return
            }
        }
        let text = unsafe failure.map { unsafe String(cString: $0.pointee.message) } ?? "it cannot be parsed"
        self.init(.badDescription, text)
    }

    /// What a missing-plugin message asks for, the Debian package that brings it, and the kind of stream it is for.
    static func missingPlugin(in message: UnsafeMutablePointer<GstMessage>) -> (MediaError, StreamKind) {
        // SAFETY: a missing-plugin message; the description is "transfer full", the caps belong to the message.
        let description = unsafe takeString(gst_missing_plugin_message_get_description(message)) ?? "a plugin"
        var mediaType = ""
        if let structure = unsafe gst_message_get_structure(message),
            let detail = unsafe gst_structure_get_value(structure, "detail"),
            unsafe g_type_check_value_holds(detail, gst_caps_get_type()) != 0,
            let caps = unsafe gst_value_get_caps(detail)
        {
            unsafe mediaType = CapsRef(retaining: UnsafeMutablePointer(mutating: caps)).mediaType
        }
        if mediaType == "image/gif" {
            // See MediaLibrary: its demuxer is not used.
            let error = MediaError(
                .missingPlugin, "GIF is not read", hint: "make a video of it: ffmpeg -i picture.gif picture.mp4")
            return (error, .video)
        }
        let hint =
            mediaType.isEmpty ? nil : "install it: apt-get install \(DebianPackage.decoding(mediaType: mediaType))"
        let error = MediaError(.missingPlugin, "not installed: \(description)", hint: hint)
        return (error, StreamKind(mediaType: mediaType))
    }
}
