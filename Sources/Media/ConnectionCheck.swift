internal import CGStreamer
internal import Dispatch

/// Finds out why a server could not be connected to, by one more connection: the elements of network sources do not tell.
package enum ConnectionCheck {
    /// How long an answer is waited for, in seconds.
    private static let timeout: UInt32 = 2

    /// The error, of the kind `unreachable`, in words that say what is wrong; any other as it is. Blocks, within bounds.
    package static func explained(_ error: MediaError, uri: String, _ access: NetworkAccess) -> MediaError {
        guard error.kind == .unreachable, let (port, hasTLS) = ports[uri.prefix { $0 != ":" }.lowercased()] else {
            return error
        }
        let authorities = try? access.authorities.map { path throws(MediaError) in try Authorities(path) }
        let bound = Bound()
        DispatchQueue.global().asyncAfter(deadline: .now() + Double(timeout)) { bound.end() }
        var connection = unsafe LumascanConnection()
        unsafe connection.default_port = port
        unsafe connection.has_tls = hasTLS ? 1 : 0
        unsafe connection.authorities = authorities?.raw
        unsafe connection.timeout_seconds = timeout
        // SAFETY: the URI and the structure live for the call; the words are "transfer full".
        let words = unsafe uri.withCString { text in
            unsafe connection.uri = text
            return unsafe takeString(lumascan_connection_failure(&connection, bound.raw))
        }
        var error = error
        let flags = unsafe connection.certificate_errors
        if flags.rawValue != 0 {
            error.kind = .notPermitted
            error.message = "the server's certificate is not trusted: \(Self.problem(flags))"
        } else if bound.hasEnded {
            error.message = "no connection within \(timeout) s"
        } else if let words {
            error.message = words
        }
        return error
    }

    /// The ports of schemes whose sources tell nothing, where none is given, and whether they encrypt.
    private static let ports: [String: (UInt16, hasTLS: Bool)] = [
        "rtsp": (554, false), "rtspt": (554, false), "rtspu": (554, false), "rtsps": (322, true),
        "http": (80, false), "https": (443, true),
    ]

    private static func problem(_ flags: GTlsCertificateFlags) -> String {
        func has(_ flag: GTlsCertificateFlags) -> Bool { flags.rawValue & flag.rawValue != 0 }
        if has(G_TLS_CERTIFICATE_UNKNOWN_CA) { return "its issuer is unknown (--tls-ca names one of your own)" }
        if has(G_TLS_CERTIFICATE_BAD_IDENTITY) { return "it is for another host" }
        if has(G_TLS_CERTIFICATE_EXPIRED) { return "it has expired" }
        if has(G_TLS_CERTIFICATE_NOT_ACTIVATED) { return "it is not valid yet" }
        return "it is not valid"
    }
}

/// Ends what waits for the network.
///
/// `@unchecked Sendable`: the stored pointer never changes; a GCancellable may be used by every thread.
@safe private final class Bound: @unchecked Sendable {
    let raw: UnsafeMutablePointer<GCancellable>

    init() { unsafe raw = g_cancellable_new() }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe g_object_unref(raw)
    }

    var hasEnded: Bool { unsafe g_cancellable_is_cancelled(raw) != 0 }

    func end() { unsafe g_cancellable_cancel(raw) }
}
