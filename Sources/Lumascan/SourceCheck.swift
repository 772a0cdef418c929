internal import Glibc

/// What can be said of a source before GStreamer is asked: what the file system says, or the form of its address.
enum SourceCheck {
    /// - Throws: an error that tells a file that does not exist from one that may not be opened and one that is empty.
    static func check(_ source: Source) throws(ScanError) {
        if case .uri(let text) = source, let problem = SourceAddress(text).problem {
            throw ScanError(
                .badOption, "\(source.name): \(problem)", hint: "an address is SCHEME://HOST[:PORT]/PATH")
        }
        guard case .file(let path) = source else { return }
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
