internal import Glibc
internal import Lumascan

/// The sources that the arguments of `scan` name, in order.
struct SourceList {
    enum Item: Equatable {
        case source(Source, name: String)
        /// Something that cannot be a source: one line that says why.
        case unusable(ScanError, name: String)
    }

    private(set) var items: [Item] = []
    /// Whether lines must say which source they are about.
    private(set) var namesStreams = false

    init(arguments: [[UInt8]]) {
        for argument in arguments {
            if let text = String(validating: argument, as: UTF8.self), Self.isFolder(text) {
                namesStreams = true
                items += Self.files(in: text)
            } else {
                items.append(Self.item(argument))
            }
        }
        if items.count > 1 { namesStreams = true }
    }

    /// One argument that is not a folder.
    static func item(_ argument: [UInt8]) -> Item {
        String(validating: argument, as: UTF8.self).map(item) ?? notText(argument)
    }

    private static func item(_ text: String) -> Item {
        if text == "-" {
            return isatty(STDIN_FILENO) == 1
                ? .unusable(terminalInput, name: text) : .source(.standardInput, name: text)
        }
        // SAFETY: the text lives for the call.
        let isThere = unsafe access(text, F_OK) == 0
        if text.hasPrefix("test:"), text != "test:", !isThere {
            return .unusable(ScanError(.sourceNotFound, "\(text): there is one test video, test:"), name: text)
        }
        let shown = Source.shown(text)
        if shown != text, !text.contains("://"), !text.hasPrefix("camera:"), !isThere {
            return .unusable(
                ScanError(
                    .sourceNotFound, "\(shown): is no address and no file",
                    hint: "an address is SCHEME://USER:PASSWORD@HOST:PORT/PATH"), name: shown)
        }
        let source = source(text)
        return .source(source, name: source.name)
    }

    private static func source(_ text: String) -> Source {
        if text == "test:" { return .test }
        if text.hasPrefix("camera:") { return .camera(CameraChoice(String(text.dropFirst("camera:".utf8.count)))) }
        if text.contains("://") { return .uri(text) }
        return CameraChoice.isDevice(text) ? .camera(.device(path: text)) : .file(path: text)
    }

    private static var terminalInput: ScanError {
        ScanError(
            .sourceNotOpened, "-: standard input is a terminal",
            hint: "pipe a file into it: lumascan scan - < clip.mp4")
    }

    private static func notText(_ name: [UInt8]) -> Item {
        let shown = SafeText.escaped(name)
        return .unusable(
            ScanError(.sourceNotOpened, "\(shown): the name is not valid UTF-8", hint: "rename the file"), name: shown)
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        // SAFETY: the path lives for the call; the facts are read only on success.
        return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// The media files right in the folder, by their extensions, in the order of their names' bytes.
    private static func files(in folder: String) -> [Item] {
        // SAFETY: the path lives for the call; the stream is closed below.
        guard let stream = unsafe opendir(folder) else {
            return [
                .unusable(
                    ScanError(.sourceNotOpened, "\(folder): cannot be opened (\(systemText(errno)))"), name: folder)
            ]
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        // SAFETY: the entry is valid until the next call, its name ends with NUL and is copied.
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe bytes(of: $0) }
            }
            if isMedia(name) { names.append(name) }
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let items: [Item] = names.compactMap { name in
            guard let text = String(validating: name, as: UTF8.self) else { return notText(Array(prefix.utf8) + name) }
            return isFolder(prefix + text) ? nil : item(prefix + text)
        }
        guard items.isEmpty else { return items }
        return [
            .unusable(
                ScanError(
                    .sourceNotFound, "\(folder): there are no media files in this folder",
                    hint: "name a folder that holds videos or pictures itself"),
                name: folder)
        ]
    }

    /// Whether the file's extension is that of a video or a picture; hidden files are none.
    static func isMedia(_ name: [UInt8]) -> Bool {
        guard name.first != UInt8(ascii: "."), let point = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return extensions.contains(String(decoding: name[(point + 1)...], as: UTF8.self).lowercased())
    }

    private static let extensions: Set<String> = [
        "3g2", "3gp", "asf", "avi", "dv", "f4v", "flv", "gif", "h264", "h265", "hevc", "ivf", "m2ts", "m2v", "m4v",
        "mjpeg", "mjpg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "ogg", "ogv", "qt", "ts", "vob",
        "webm", "wmv", "y4m", "bmp", "jpe", "jpeg", "jpg", "pbm", "pgm", "png", "pnm", "ppm", "tif", "tiff", "webp",
    ]
}
