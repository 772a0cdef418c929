internal import Glibc
internal import Media

/// What can be said of a source before GStreamer is asked: what the file system says, or the form of its address.
enum SourceCheck {
    /// - Throws: an error that tells a file that does not exist from one that may not be opened and one that is empty.
    static func check(_ source: Source) throws(ScanError) {
        switch source {
        case .uri(let text):
            guard let problem = SourceAddress(text).problem else { return }
            throw ScanError(
                .badOption, "\(source.name): \(problem)", hint: "an address is SCHEME://HOST[:PORT]/PATH")
        case .file(let path): try check(file: path)
        case .camera(.device(let path)): try check(camera: path)
        default: break
        }
    }

    /// Nothing is opened: a device may act on that.
    private static func check(camera path: String) throws(ScanError) {
        func fail(_ error: MediaError) -> ScanError {
            ScanError(error, source: path, output: nil, hasStarted: false)
        }
        guard let facts = FileFacts(path: path) else {
            throw fail(errno == EACCES ? .cameraNotPermitted : .cameraNotFound)
        }
        guard facts.isCamera else {
            throw ScanError(
                .sourceNotOpened, "\(path): is not a camera", hint: "see what there is with: lumascan devices")
        }
        // SAFETY: the path lives for the call.
        if unsafe access(path, R_OK | W_OK) != 0, errno == EACCES || errno == EPERM { throw fail(.cameraNotPermitted) }
    }

    private static func check(file path: String) throws(ScanError) {
        // SAFETY: the path lives for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR:
                throw ScanError(.sourceNotFound, "\(path): no such file", hint: "check the path")
            case EACCES, EPERM:
                throw ScanError(
                    .sourceNotOpened, "\(path): may not be read (permission denied)",
                    hint: "check the file's permissions")
            default:
                throw ScanError(.sourceNotOpened, "\(path): cannot be opened (\(lastFailure()))")
            }
        }
        defer { close(descriptor) }
        guard let facts = FileFacts(descriptor: descriptor) else { return }
        if facts.isFolder {
            throw ScanError(.sourceNotOpened, "\(path): is a folder", hint: "name a file in it")
        }
        if facts.isRegular && facts.byteCount == 0 {
            throw ScanError(.notDecodable, "\(path): the file is empty", hint: "give a video or a picture")
        }
    }
}
