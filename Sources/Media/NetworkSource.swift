internal import CGStreamer

/// How a network source is opened.
package struct NetworkAccess: Sendable, Hashable {
    /// By what RTSP carries its video.
    package enum Transport: Sendable, Hashable {
        /// UDP, and TCP where nothing comes by it.
        case auto
        case tcp, udp
    }

    package var user: String?
    package var password: String?
    /// Of the jitter buffer; nil for the element's own.
    package var latency: Duration?
    package var transport: Transport
    /// A file of PEM certificates that a server's may be signed with, in the place of the system's; nil for those.
    package var authorities: String?

    package init(
        user: String? = nil, password: String? = nil, latency: Duration? = nil, transport: Transport = .auto,
        authorities: String? = nil
    ) {
        self.user = user
        self.password = password
        self.latency = latency
        self.transport = transport
        self.authorities = authorities
    }
}

/// Makes the element that reads a URI.
enum NetworkSource {
    /// - Parameter uri: without credentials, which are set as properties.
    static func make(_ uri: String, _ access: NetworkAccess) throws(MediaError) -> Element {
        let authorities = try access.authorities.map { path throws(MediaError) in try Authorities(path) } ?? nil
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme.hasPrefix("rtsp") else {
            let source = try Element("urisourcebin", name: "source").set("uri", uri)
            // SAFETY: the strings live for the call; the bin keeps copies of its own, and a reference.
            unsafe lumascan_prepare_sources(
                source.raw, access.user, access.user.map { _ in access.password ?? "" }, authorities?.raw)
            return source
        }
        let source = try Element("rtspsrc", name: "source")
        source.setText("location", uri)
        if let user = access.user {
            source.setText("user-id", user)
            source.setText("user-pw", access.password ?? "")
        }
        // SAFETY: the element takes a reference of its own.
        if let authorities { unsafe lumascan_set_object(source.raw, "tls-database", authorities.raw) }
        if let latency = access.latency { source.set("latency", "\(latency.clampedNanoseconds / 1_000_000)") }
        switch access.transport {
        case .auto: break
        case .tcp: source.set("protocols", "tcp")
        case .udp: source.set("protocols", "udp+udp-mcast")
        }
        source.set("drop-on-latency", "true").set("add-reference-timestamp-meta", "true")
        // SAFETY: a live element.
        unsafe lumascan_select_video(source.raw)
        return source
    }
}

extension Element {
    /// Sets a text property exactly; `set` would read quotes and escapes in it.
    func setText(_ property: String, _ value: String) {
        // SAFETY: the object and both strings live for the call.
        unsafe lumascan_set_text(raw, property, value)
    }
}
