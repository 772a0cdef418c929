internal import CGStreamer
internal import Glibc

extension MediaError {
    /// A camera that is there and may not be opened.
    package static let cameraNotPermitted = MediaError(
        .notPermitted, "may not be opened (permission denied)",
        hint: "join the group of cameras, and log in anew: sudo usermod -aG video \"$USER\"")

    /// A camera that is not there.
    package static let cameraNotFound = MediaError(
        .notFound, "there is no such camera", hint: "see what there is with: lumascan devices")

    private static let cameraBusy = MediaError(
        .busy, "is in use by another program", hint: "end that program; fuser -v /dev/video* names it")

    /// The error of an element that reads a camera, in words that say what to do.
    var ofCamera: MediaError {
        var told: MediaError
        switch cause ?? kind {
        case .notPermitted: told = .cameraNotPermitted
        case .busy: told = .cameraBusy
        case .notFound: told = .cameraNotFound
        case .notNegotiated:
            told = MediaError(
                .notNegotiated, "does not give such video", hint: "see what it gives with: lumascan devices")
        case .unwritable, .unreadable:
            told = MediaError(.unreadable, message, hint: "is the camera still plugged in?")
        default: return self
        }
        told.detail = detail ?? message
        return told
    }

    /// What the system said. Video4Linux opens for reading and writing, and tells every failure of that by one code.
    private var cause: Kind? {
        let words = "\(message) \(detail ?? "")"
        for (number, kind) in [
            (EACCES, Kind.notPermitted), (EPERM, .notPermitted), (EBUSY, .busy), (ENOENT, .notFound),
            (ENODEV, .notFound), (ENXIO, .notFound),
        ] {
            // SAFETY: GLib's text of an error number lives as long as the process.
            if words.contains(unsafe String(cString: g_strerror(number))) { return kind }
        }
        return nil
    }
}
