internal import Glibc

/// A file that is read and written in places; closed when the value goes.
final class MediaFile {
    private let descriptor: Int32

    /// Nil where the file cannot be opened, or is not a regular one.
    init?(path: String, writes: Bool = false) {
        // SAFETY: the path lives for the call.
        descriptor = unsafe open(path, (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    var byteCount: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    /// Exactly so many bytes; nil where the file does not hold them.
    func read(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= byteCount - offset else { return nil }
        var buffer = [UInt8](repeating: 0, count: count)
        // SAFETY: reads at most as many bytes as the array holds.
        let got = unsafe buffer.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        return got == count ? buffer : nil
    }

    /// Whether all bytes were written.
    func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        // SAFETY: writes the array's bytes.
        unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, bytes.count, off_t(offset)) }
            == bytes.count
    }

    func truncate(to byteCount: Int) -> Bool { ftruncate(descriptor, off_t(byteCount)) == 0 }

    /// Where the file's first `moov` box lies and what it holds; nil where there is none, or more than 64 MiB of it.
    func movie() -> (range: Range<Int>, box: Box)? {
        let end = byteCount
        var (position, boxes) = (0, 0)
        while position <= end - 8, boxes < 100_000, let header = read(at: position, count: min(16, end - position)) {
            var size = header[...].big32(0).map(Int.init) ?? 0
            if size == 1 { size = header[...].big64(8).map { Int(clamping: $0) } ?? 0 }
            if size == 0 { size = end - position }
            guard size >= 8, size <= end - position else { return nil }
            if header[4..<8].elementsEqual("moov".utf8) {
                guard size <= 64 << 20, let bytes = read(at: position, count: size),
                    let box = Box.parse(bytes[...])?.first
                else { return nil }
                return (position..<position + size, box)
            }
            position += size
            boxes += 1
        }
        return nil
    }
}
