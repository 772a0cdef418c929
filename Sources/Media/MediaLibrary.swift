internal import CGStreamer

/// The GStreamer library in this process.
package enum MediaLibrary {
    /// Initialises GStreamer once; an error where it cannot be.
    package static func start() throws(MediaError) {
        guard isStarted else {
            throw MediaError(
                .failed, "GStreamer cannot be initialised",
                hint: "check the installation with gst-inspect-1.0 --version")
        }
    }

    private static let isStarted: Bool = {
        gst_init_check(nil, nil, nil) != 0
    }()

    /// GStreamer's own command-line options as a GOptionGroup for GOption; the context takes it over.
    package static func optionGroup() -> OpaquePointer? {
        // SAFETY: "transfer full" to the caller's GOptionContext.
        unsafe gst_init_get_option_group()
    }

    /// “GStreamer 1.22.0”.
    package static var version: String {
        // SAFETY: "transfer full".
        unsafe takeString(gst_version_string()) ?? "GStreamer"
    }
}
