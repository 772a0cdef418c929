internal import Glibc

/// What the file system says of a path.
struct FileFacts: Sendable, Hashable {
    let isFolder: Bool
    let isRegular: Bool
    /// Whether it is a Video4Linux device.
    let isCamera: Bool
    let byteCount: Int
    private let device: UInt
    private let inode: UInt

    /// Nil where there is nothing at the path.
    init?(path: String) {
        var facts = stat()
        // SAFETY: the path lives for the call; the facts are read only on success.
        guard unsafe stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Nil where the descriptor is not open.
    init?(descriptor: Int32) {
        var facts = stat()
        // SAFETY: as above.
        guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        isFolder = facts.st_mode & S_IFMT == S_IFDIR
        isRegular = facts.st_mode & S_IFMT == S_IFREG
        // The kernel's major number of such devices, in the bits where glibc's `major` finds it.
        isCamera = facts.st_mode & S_IFMT == S_IFCHR && facts.st_rdev >> 8 & 0xfff == 81 && facts.st_rdev >> 44 == 0
        byteCount = Int(facts.st_size)
        device = UInt(facts.st_dev)
        inode = UInt(facts.st_ino)
    }

    /// Whether both are the same file, whatever it is called.
    func isSameFile(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}

/// The C library's words for the last failure.
func lastFailure() -> String {
    // SAFETY: `strerror` gives a string that lives until the next call on this thread.
    unsafe String(cString: strerror(errno))
}
