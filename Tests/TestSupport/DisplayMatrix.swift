import Foundation

/// The display matrix of an MP4 or MOV file (ISO/IEC 14496-12, 8.3.2), written into a finished file.
enum DisplayMatrix {
    struct NoVideoTrack: Error {}

    /// Replaces the matrix of every track that has a picture.
    static func write(_ matrix: [Int32], toMovieAt path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        guard let movie = boxes(in: bytes, 0..<bytes.count).first(where: { $0.type == "moov" }) else {
            throw NoVideoTrack()
        }
        var count = 0
        for track in boxes(in: bytes, movie.content) where track.type == "trak" {
            for header in boxes(in: bytes, track.content) where header.type == "tkhd" {
                // Version 1 has 64-bit times: 12 bytes more before the matrix, which width and height follow.
                let start = header.content.lowerBound + (bytes[header.content.lowerBound] == 1 ? 52 : 40)
                guard start + 44 <= header.content.upperBound, number(in: bytes, at: start + 36) > 0 else { continue }
                for (index, value) in matrix.enumerated() {
                    for byte in 0..<4 {
                        bytes[start + 4 * index + byte] = UInt8(truncatingIfNeeded: value >> Int32(24 - 8 * byte))
                    }
                }
                count += 1
            }
        }
        guard count > 0 else { throw NoVideoTrack() }
        try Data(bytes).write(to: URL(filePath: path))
    }

    private static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [(type: String, content: Range<Int>)] {
        var boxes: [(type: String, content: Range<Int>)] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound {
            let size = number(in: bytes, at: start)
            guard size >= 8, start + size <= range.upperBound else { break }
            let type = String(decoding: bytes[(start + 4)..<(start + 8)], as: UTF8.self)
            boxes.append((type, (start + 8)..<(start + size)))
            start += size
        }
        return boxes
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
