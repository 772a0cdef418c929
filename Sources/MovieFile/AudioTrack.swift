/// An audio track of an ISO base media file, by its sample table: how many packets it has, and where the last ones lie.
package struct AudioTrack: Sendable, Hashable {
    /// One packet: where it lies in the file, and its time and length in the track's timescale.
    package struct Packet: Sendable, Hashable {
        package let offset: Int
        package let byteCount: Int
        package let time: Int64
        package let duration: Int64
    }

    package let id: UInt32
    /// Units a second.
    package let timescale: UInt32
    /// Media time at which the presentation begins: the length of what an encoder put before it.
    package let priming: Int64
    /// Length of the presentation in units of the movie's timescale; nil where no edit says.
    package let shown: UInt64?
    package let movieScale: UInt32
    /// Size in bytes of every packet.
    package let sizes: [UInt32]
    /// The last packets, at most 8.
    package let tail: [Packet]

    private static let tailLimit = 8
    private static let countLimit = 8_000_000

    /// Nil where the box is no audio track, has edits other than one that cuts its beginning, or does not fit together.
    init?(_ track: Box, movieScale: UInt32) {
        guard let media = track.first("mdia"), let handler = media.first("hdlr"),
            handler.bytes[...].part(8, 4)?.elementsEqual("soun".utf8) == true,
            let header = track.first("tkhd")?.bytes, let mediaHeader = media.first("mdhd")?.bytes,
            let id = header[...].big32(header.first == 1 ? 20 : 12),
            let timescale = mediaHeader[...].big32(mediaHeader.first == 1 ? 20 : 12), timescale > 0,
            let edit = Self.edit(track.first("edts", "elst")),
            let table = media.first("minf", "stbl"), let sizes = Self.sizes(table)
        else { return nil }
        guard let tail = Self.tail(table, sizes: sizes) else { return nil }
        (self.id, self.timescale, self.sizes, self.tail) = (id, timescale, sizes, tail)
        (priming, shown, self.movieScale) = (edit.start, edit.length == 0 ? nil : edit.length, movieScale)
    }

    /// The only edit, zeros without an edit list; nil for any other list.
    private static func edit(_ list: Box?) -> (start: Int64, length: UInt64)? {
        guard let bytes = list?.bytes else { return (0, 0) }
        guard bytes[...].big32(4) == 1 else { return nil }
        let width = bytes.first == 1 ? 8 : 4
        guard let length = bytes[...].big(8, bytes: width), let start = bytes[...].big(8 + width, bytes: width),
            start < 1 << 31, bytes[...].big32(8 + 2 * width) == 0x1_0000
        else { return nil }
        return (Int64(start), length)
    }

    static func sizes(_ table: Box) -> [UInt32]? {
        guard let bytes = table.first("stsz")?.bytes[...], let same = bytes.big32(4),
            let count = bytes.big32(8).map(Int.init), count <= countLimit
        else { return nil }
        if same > 0 { return Array(repeating: same, count: count) }
        guard let numbers = bytes.part(12, 4 * count) else { return nil }
        return (0..<count).map { numbers.big32(4 * $0) ?? 0 }
    }

    private static func tail(_ table: Box, sizes: [UInt32]) -> [Packet]? {
        let first = max(0, sizes.count - tailLimit)
        guard let times = times(table, from: first, count: sizes.count),
            let offsets = offsets(table, from: first, sizes: sizes)
        else { return nil }
        return zip(times, offsets).enumerated().map { index, place in
            Packet(
                offset: place.1, byteCount: Int(sizes[first + index]), time: place.0.time, duration: place.0.duration)
        }
    }

    private static func times(_ table: Box, from first: Int, count: Int) -> [(time: Int64, duration: Int64)]? {
        guard let bytes = table.first("stts")?.bytes[...], let runs = bytes.big32(4).map(Int.init),
            let entries = bytes.part(8, 8 * runs)
        else { return nil }
        var times: [(time: Int64, duration: Int64)] = []
        var (sample, time): (Int, Int64) = (0, 0)
        for run in 0..<runs {
            guard let length = entries.big32(8 * run).map(Int.init), let step = entries.big32(8 * run + 4) else {
                return nil
            }
            guard length <= count - sample else { return nil }
            for index in max(first, sample)..<max(first, sample + length) {
                times.append((time + Int64(index - sample) * Int64(step), Int64(step)))
            }
            time += Int64(length) * Int64(step)
            sample += length
        }
        return sample == count ? times : nil
    }

    private static func offsets(_ table: Box, from first: Int, sizes: [UInt32]) -> [Int]? {
        let isLong = table.first("co64") != nil
        let width = isLong ? 8 : 4
        guard let places = (table.first("co64") ?? table.first("stco"))?.bytes[...],
            let chunks = places.big32(4).map(Int.init), let starts = places.part(8, width * chunks),
            let runs = table.first("stsc")?.bytes[...], let runCount = runs.big32(4).map(Int.init),
            let entries = runs.part(8, 12 * runCount), runCount > 0, entries.big32(0) == 1
        else { return nil }
        var offsets: [Int] = []
        var (sample, run) = (0, 0)
        for chunk in 0..<chunks {
            if run + 1 < runCount, let next = entries.big32(12 * (run + 1)), Int(next) == chunk + 1 { run += 1 }
            guard let length = entries.big32(12 * run + 4).map(Int.init), length <= sizes.count - sample,
                var offset = starts.big(width * chunk, bytes: width).map({ Int(clamping: $0) })
            else { return nil }
            if sample + length > first {
                for index in sample..<sample + length {
                    if index >= first { offsets.append(offset) }
                    let (next, isTooLarge) = offset.addingReportingOverflow(Int(sizes[index]))
                    guard !isTooLarge else { return nil }
                    offset = next
                }
            }
            sample += length
        }
        return sample == sizes.count ? offsets : nil
    }
}
