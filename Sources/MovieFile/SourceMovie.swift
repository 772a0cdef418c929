/// What an ISO base media file (MP4, MOV) says of itself that a copy should say too.
package struct SourceMovie: Sendable, Hashable {
    package struct Chapter: Sendable, Hashable {
        /// Where it begins, in units of 100 ns.
        package var start: UInt64
        package var title: String

        package init(start: UInt64, title: String) { (self.start, self.title) = (start, title) }
    }

    package let path: String
    /// Seconds since 1904-01-01 UTC; nil where the file does not say.
    package let creationTime: UInt64?
    /// ISO 6709 text, such as “+48.1371+011.5754/”.
    package let location: String?
    package let chapters: [Chapter]
    /// QuickTime's keyed metadata (camera, place and time as phones write them), as it stands in the file.
    package let keyedMetadata: Box?
    package let audio: [AudioTrack]

    /// Nil where the file is no whole, unfragmented ISO base media file.
    package init?(path: String) {
        guard let file = MediaFile(path: path), let movie = file.movie()?.box, movie.first("mvex") == nil else {
            return nil
        }
        self.path = path
        let header = movie.first("mvhd")?.bytes ?? []
        let time = header.first == 1 ? header[...].big64(4) : header[...].big32(4).map(UInt64.init)
        creationTime = time == 0 ? nil : time
        location =
            movie.first("udta", "\u{A9}xyz").flatMap { Self.text($0.bytes[...]) }
            ?? movie.first("udta", "loci").flatMap { Self.place($0.bytes[...]) }
        chapters = Self.chapters(movie.first("udta", "chpl")?.bytes[...] ?? [])
        keyedMetadata = movie.first("meta").flatMap(Self.keyed)
        let scale = header[...].big32(header.first == 1 ? 20 : 12) ?? 0
        audio = movie.all("trak").prefix(64).compactMap { AudioTrack($0, movieScale: max(1, scale)) }
    }

    /// What a Matroska file says of itself before its first cluster; its audio needs no completion.
    /// - Returns: nil where the file is none.
    package init?(matroskaPath path: String) {
        typealias ID = MatroskaEdit.ID
        guard let file = MediaFile(path: path), let head = file.read(at: 0, count: min(1 << 20, file.byteCount)),
            let header = EBMLElement(head[...], at: 0), header.id == 0x1A45_DFA3,
            let segment = EBMLElement(head[...], at: header.range.upperBound), segment.id == ID.segment
        else { return nil }
        var (time, place, chapters): (UInt64?, String?, [Chapter]) = (nil, nil, [])
        var position = segment.content.lowerBound
        while let element = EBMLElement(head[...], at: position), element.range.upperBound <= head.count {
            let parts = element.content
            switch element.id {
            case ID.info:
                let date = Self.first(ID.date, in: head, parts).flatMap { head[...].big64($0.content.lowerBound) }
                time = date.flatMap { date in
                    UInt64(exactly: Int64(bitPattern: date) / 1_000_000_000 + MatroskaEdit.epoch)
                }
            case ID.tags: place = place ?? Self.location(in: head, parts)
            case ID.chapters: chapters = Self.chapters(in: head, parts)
            default: break
            }
            position = element.range.upperBound
        }
        (self.path, creationTime, location, self.chapters) = (path, time, place, chapters)
        (keyedMetadata, audio) = (nil, [])
    }

    private static func first(_ id: UInt64, in bytes: [UInt8], _ range: Range<Int>) -> EBMLElement? {
        EBMLElement.all(in: bytes[...], range)?.first { $0.id == id }
    }

    private static func location(in bytes: [UInt8], _ tags: Range<Int>) -> String? {
        typealias ID = MatroskaEdit.ID
        for tag in EBMLElement.all(in: bytes[...], tags) ?? [] where tag.id == ID.tag {
            for simple in EBMLElement.all(in: bytes[...], tag.content) ?? [] where simple.id == ID.simpleTag {
                guard let name = first(ID.tagName, in: bytes, simple.content),
                    bytes[name.content].elementsEqual("LOCATION".utf8),
                    let text = first(ID.tagText, in: bytes, simple.content), text.content.count <= 256
                else { continue }
                return String(validating: bytes[text.content], as: UTF8.self)
            }
        }
        return nil
    }

    /// The chapters of the first edition, without those inside others.
    private static func chapters(in bytes: [UInt8], _ list: Range<Int>) -> [Chapter] {
        typealias ID = MatroskaEdit.ID
        guard let edition = first(ID.edition, in: bytes, list) else { return [] }
        return (EBMLElement.all(in: bytes[...], edition.content) ?? []).filter { $0.id == ID.atom }.prefix(255)
            .compactMap { atom in
                guard let start = first(ID.start, in: bytes, atom.content), start.content.count <= 8,
                    let time = bytes[...].big(start.content.lowerBound, bytes: start.content.count)
                else { return nil }
                let title = first(ID.display, in: bytes, atom.content).flatMap {
                    first(ID.title, in: bytes, $0.content)
                }
                return Chapter(
                    start: time / 100, title: title.map { String(decoding: bytes[$0.content], as: UTF8.self) } ?? "")
            }
    }

    /// The bytes of a packet; nil where the file does not hold them.
    package func read(_ packet: AudioTrack.Packet) -> [UInt8]? {
        guard packet.byteCount <= 1 << 20 else { return nil }
        return MediaFile(path: path)?.read(at: packet.offset, count: packet.byteCount)
    }

    /// QuickTime user data text: a length, a language, the text (QuickTime File Format, “User data text strings”).
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let count = bytes.big(0, bytes: 2), count > 0, count <= 256, let text = bytes.part(4, Int(count)) else {
            return nil
        }
        return String(validating: text, as: UTF8.self)
    }

    /// The box where it holds keys and values alone (QuickTime File Format, “Metadata atom”), and is not large.
    private static func keyed(_ box: Box) -> Box? {
        guard box.bytes.count <= 65536, let parts = Box.parse(box.bytes[...]),
            parts.allSatisfy({ ["hdlr", "keys", "ilst", "free"].contains($0.type) }),
            parts.first(where: { $0.type == "hdlr" })?.bytes[...].part(8, 4)?.elementsEqual("mdta".utf8) == true
        else { return nil }
        return box
    }

    /// A 3GPP location (3GPP TS 26.244, 8.10) in the form of ISO 6709: a name, a role, then longitude and latitude in
    /// 65536ths of a degree.
    private static func place(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let name = bytes.dropFirst(6).firstIndex(of: 0).map({ $0 - bytes.startIndex }),
            let east = bytes.big32(name + 2), let north = bytes.big32(name + 6)
        else { return nil }
        func degrees(_ fixed: UInt32, digits: Int) -> String {
            let value = Int64(Int32(bitPattern: fixed))
            let tenThousandths = (value.magnitude * 10_000 + 0x8000) >> 16
            let (whole, rest) = (String(tenThousandths / 10_000), String(tenThousandths % 10_000))
            return (value < 0 ? "-" : "+") + String(repeating: "0", count: max(0, digits - whole.count)) + whole + "."
                + String(repeating: "0", count: 4 - rest.count) + rest
        }
        return degrees(north, digits: 2) + degrees(east, digits: 3) + "/"
    }

    /// Nero's chapter list: version, flags, four reserved bytes in version 1, a count, then starts and titles.
    private static func chapters(_ bytes: ArraySlice<UInt8>) -> [Chapter] {
        var position = bytes.first == 1 ? 9 : 5
        guard let count = bytes.big(position - 1, bytes: 1) else { return [] }
        var chapters: [Chapter] = []
        for _ in 0..<count {
            guard let start = bytes.big64(position), let length = bytes.big(position + 8, bytes: 1),
                let title = bytes.part(position + 9, Int(length))
            else { return [] }
            chapters.append(Chapter(start: start, title: String(decoding: title, as: UTF8.self)))
            position += 9 + Int(length)
        }
        return chapters
    }
}
