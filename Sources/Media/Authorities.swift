internal import CGStreamer

/// Certificates that servers' may be signed with: a GTlsDatabase.
@safe final class Authorities {
    let raw: gpointer

    /// - Throws: `unreadable` where the file holds none.
    init(_ path: String) throws(MediaError) {
        // SAFETY: the path lives for the call.
        guard let made = unsafe lumascan_authorities(path) else {
            throw MediaError(
                .badDescription, "“\(path)” has no certificates that can be read",
                hint: "name a file of PEM certificates; TLS needs the package glib-networking")
        }
        unsafe raw = made
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe g_object_unref(raw)
    }
}
