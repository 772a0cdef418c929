internal import Glibc

/// How long a media file says it is, by the sizes of its outermost parts, and how long it is.
///
/// Demuxers end quietly where a file is cut off, so this tells a whole file from one that is not. ISO base media
/// (ISO/IEC 14496-12: a chain of boxes), Matroska and WebM (RFC 8794: an EBML header and a segment), and RIFF (AVI, WebP:
/// one chunk) say their sizes; of other files nothing is known.
struct ContainerExtent: Sendable, Hashable {
    /// Bytes that the file should have, at least.
    let announced: Int
    /// Bytes that it has.
    let present: Int

    var isCutOff: Bool { present < announced }

    /// Nil where the file cannot be read or is of a kind that does not say.
    init?(path: String) {
        // SAFETY: the path lives for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let facts = FileFacts(descriptor: descriptor), facts.isRegular else { return nil }
        let head = Self.bytes(of: descriptor, at: 0, count: 64)
        let announced: Int? =
            if head.text(4, 4) == "ftyp" {
                Self.endOfBoxes(descriptor, byteCount: facts.byteCount)
            } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
                Self.endOfSegment(descriptor, head)
            } else if head.text(0, 4) == "RIFF" {
                head.count >= 8 ? 8 + Int(head.little32(4)) : nil
            } else {
                nil
            }
        guard let announced else { return nil }
        self.announced = announced
        present = facts.byteCount
    }

    /// The end of the last box that begins inside the file.
    private static func endOfBoxes(_ descriptor: Int32, byteCount: Int) -> Int? {
        var (position, boxes) = (0, 0)
        while position < byteCount, boxes < 100_000 {
            let header = bytes(of: descriptor, at: position, count: 16)
            guard header.count >= 8 else { return position + 8 }
            var size = Int(header.big32(0))
            if size == 1, header.count == 16 { size = Int(clamping: header.big64(8)) }
            // A size of 0 means: up to the end of the file.
            guard size >= 8 else { return size == 0 ? byteCount : nil }
            let (next, isTooLarge) = position.addingReportingOverflow(size)
            guard !isTooLarge else { return nil }
            position = next
            boxes += 1
        }
        return position
    }

    /// The end of the segment that follows the EBML header; nil where its size is left open (live recordings).
    private static func endOfSegment(_ descriptor: Int32, _ head: [UInt8]) -> Int? {
        guard let (headerSize, afterSize) = head.variableSize(at: 4) else { return nil }
        let start = afterSize + headerSize
        let segment = bytes(of: descriptor, at: start, count: 16)
        guard segment.starts(with: [0x18, 0x53, 0x80, 0x67]), let (size, after) = segment.variableSize(at: 4) else {
            return nil
        }
        return start + after + size
    }

    private static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        // SAFETY: reads at most `count` bytes into an array of that many.
        let got = unsafe buffer.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, offset) }
        return Array(buffer.prefix(max(0, got)))
    }
}

extension [UInt8] {
    fileprivate func text(_ start: Int, _ count: Int) -> String? {
        guard start + count <= self.count else { return nil }
        return String(decoding: self[start..<start + count], as: UTF8.self)
    }

    fileprivate func big32(_ start: Int) -> UInt32 { self[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }

    fileprivate func big64(_ start: Int) -> UInt64 { self[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }

    fileprivate func little32(_ start: Int) -> UInt32 {
        self[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// An EBML size of 1 to 8 bytes and where it ends; nil where it is left open or not whole.
    fileprivate func variableSize(at start: Int) -> (size: Int, end: Int)? {
        guard start < count, self[start] != 0 else { return nil }
        let length = self[start].leadingZeroBitCount + 1
        guard start + length <= count else { return nil }
        let marked = self[start..<start + length].reduce(0) { $0 << 8 | UInt64($1) }
        let unknown = (UInt64(1) << (7 * length)) - 1
        let size = marked & unknown
        guard size != unknown, size < UInt64(1) << 48 else { return nil }
        return (Int(size), start + length)
    }
}
