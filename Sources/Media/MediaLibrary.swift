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
        guard gst_init_check(nil, nil, nil) != 0 else { return false }
        // libav's GIF demuxer turns for ever at the end of a file, and cannot be stopped.
        if let demuxer = unsafe gst_registry_lookup_feature(gst_registry_get(), "avdemux_gif") {
            unsafe gst_plugin_feature_set_rank(demuxer, 0)
            unsafe gst_object_unref(UnsafeMutableRawPointer(demuxer))
        }
        return true
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

    /// Gives memory back to the system that ended pipelines have freed: the C library keeps that of each of their threads
    /// apart, and for long.
    package static func releaseMemory() { malloc_trim(0) }
}
