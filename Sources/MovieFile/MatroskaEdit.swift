/// What is changed in a finished Matroska file as GStreamer writes it: sizes of 8 bytes, tags last.
///
/// Times and tags are those of an MP4 or MOV source. Audio that begins with what its encoder put before the beginning
/// gets a CodecDelay (RFC 9559, 5.1.4.1.25) in the place of the track's name.
package struct MatroskaEdit: Sendable {
    enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let void: UInt64 = 0xEC
        static let (seekHead, seek, seekID, seekPosition): (UInt64, UInt64, UInt64, UInt64) = (
            0x114D_9B74, 0x4DBB, 0x53AB, 0x53AC
        )
        static let (info, date): (UInt64, UInt64) = (0x1549_A966, 0x4461)
        static let (tracks, entry, kind, name, delay): (UInt64, UInt64, UInt64, UInt64, UInt64) = (
            0x1654_AE6B, 0xAE, 0x83, 0x536E, 0x56AA
        )
        static let (tags, tag, targets, simpleTag, tagName, tagText): (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
            (0x1254_C367, 0x7373, 0x63C0, 0x67C8, 0x45A3, 0x4487)
        static let (chapters, edition, atom, uid, start, display, title, language):
            (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
                0x1043_A770, 0x45B9, 0xB6, 0x73C4, 0x91, 0x80, 0x85, 0x437C
            )
    }

    /// Seconds from 1904 to 2001.
    static let epoch: Int64 = 3_061_152_000

    private let source: SourceMovie
    private let edit: MovieEdit

    /// - Parameter edit: what an MP4 file would be given.
    package init(_ edit: MovieEdit) { (self.edit, source) = (edit, edit.source) }

    /// Changes the file in place.
    /// - Returns: false where the file is not as it should be; it is left as it was then.
    package func apply(to path: String) -> Bool {
        guard let file = MediaFile(path: path, writes: true),
            let head = file.read(at: 0, count: min(65536, file.byteCount)),
            let changed = changed(
                head, byteCount: file.byteCount, tailAt: { file.read(at: $0, count: file.byteCount - $0) })
        else { return false }
        let end = file.byteCount
        guard let old = file.read(at: changed.place, count: end - changed.place) else { return false }
        if file.write(changed.tail, at: changed.place), file.write(changed.head, at: 0) { return true }
        // The disk is full: what was there fits.
        _ = file.write(head, at: 0) && file.write(old, at: changed.place) && file.truncate(to: end)
        return false
    }

    /// The beginning of the file with the changes, and what comes at a place near its end.
    private func changed(
        _ head: [UInt8], byteCount: Int, tailAt: (Int) -> [UInt8]?
    ) -> (head: [UInt8], place: Int, tail: [UInt8])? {
        guard let header = EBMLElement(head[...], at: 0),
            head[...].big32(header.range.upperBound) == UInt32(ID.segment)
        else { return nil }
        let base = header.range.upperBound + 12
        var (head, position) = (head, base)
        var (places, sawTracks): ([UInt64: Int], Bool) = ([:], false)
        while position < head.count, let element = EBMLElement(head[...], at: position),
            element.range.upperBound <= head.count, !sawTracks
        {
            switch element.id {
            case ID.seekHead: places = Self.seekPlaces(head, element)
            case ID.info: setDate(&head, element)
            case ID.tracks:
                guard setDelays(&head, element) else { return nil }
                sawTracks = true
            default: break
            }
            position = element.range.upperBound
        }
        guard sawTracks, let place = places[ID.tags], let first = head[...].big64(place).map({ Int(clamping: $0) }),
            first <= byteCount - base, byteCount - base - first <= 1 << 20, let old = tailAt(base + first),
            let tags = EBMLElement(old[...], at: 0), tags.id == ID.tags, tags.range.upperBound == old.count
        else { return nil }
        var tail = EBMLElement.made(ID.tags, Array(old[tags.content]) + locationTag)
        if !edit.chapters.isEmpty, let place = places[ID.void] {
            var seek: [UInt8] = []
            seek.append(big: ID.chapters, bytes: 4)
            seek = [0x53, 0xAB, 0x84] + seek + [0x53, 0xAC, 0x88]
            seek.append(big: UInt64(first + tail.count), bytes: 8)
            head.replaceSubrange(place..<place + Self.seekSize, with: EBMLElement.made(ID.seek, seek))
            tail += chapterList
        }
        head.replace(at: base - 8, big: UInt64(first + tail.count) | 1 << 56, bytes: 8)
        return (head, base + first, tail)
    }

    /// Bytes of an entry of the seek head, whose place a Void element takes where there is no such element.
    private static let seekSize = 28

    /// Where in the bytes the positions of the top elements stand, and where an unused entry does.
    private static func seekPlaces(_ head: [UInt8], _ list: EBMLElement) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        for seek in EBMLElement.all(in: head[...], list.content) ?? [] {
            if seek.id == ID.void, seek.range.count == seekSize { places[ID.void] = seek.range.lowerBound }
            guard seek.id == ID.seek, let parts = EBMLElement.all(in: head[...], seek.content), parts.count == 2,
                parts[0].id == ID.seekID, parts[0].content.count <= 8, parts[1].id == ID.seekPosition,
                parts[1].content.count == 8,
                let id = head[...].big(parts[0].content.lowerBound, bytes: parts[0].content.count)
            else { continue }
            places[id] = parts[1].content.lowerBound
        }
        return places
    }

    /// DateUTC counts nanoseconds from 2001; the source seconds from 1904.
    private func setDate(_ head: inout [UInt8], _ info: EBMLElement) {
        guard let time = source.creationTime, time < 1 << 33 else { return }
        for part in EBMLElement.all(in: head[...], info.content) ?? []
        where part.id == ID.date && part.content.count == 8 {
            let seconds = Int64(time) - Self.epoch
            head.replace(at: part.content.lowerBound, big: UInt64(bitPattern: seconds * 1_000_000_000), bytes: 8)
        }
    }

    private func setDelays(_ head: inout [UInt8], _ tracks: EBMLElement) -> Bool {
        guard let entries = EBMLElement.all(in: head[...], tracks.content) else { return false }
        let sounds = entries.compactMap { entry -> [EBMLElement]? in
            guard let parts = EBMLElement.all(in: head[...], entry.content),
                let kind = parts.first(where: { $0.id == ID.kind }), head[kind.content].elementsEqual([2])
            else { return nil }
            return parts
        }
        guard sounds.count == edit.audio.count else { return false }
        for (parts, presentation) in zip(sounds, edit.audio) {
            guard let presentation else { continue }
            let (units, isTooLarge) = presentation.priming.multipliedReportingOverflow(by: 1_000_000_000)
            let delay = units / UInt64(presentation.timescale)
            guard !isTooLarge, delay < 1 << 32, let name = parts.first(where: { $0.id == ID.name }),
                name.range.count == 7 || (9..<128).contains(name.range.count)
            else { return false }
            var bytes: [UInt8] = [0x56, 0xAA, 0x84]
            bytes.append(big: delay, bytes: 4)
            // The rest becomes a Void element.
            if name.range.count > 7 { bytes += [0xEC, UInt8(name.range.count - 9) | 0x80] }
            bytes += [UInt8](repeating: 0, count: name.range.count - bytes.count)
            head.replaceSubrange(name.range, with: bytes)
        }
        return true
    }

    private var locationTag: [UInt8] {
        guard let location = source.location else { return [] }
        let text =
            EBMLElement.made(ID.tagName, Array("LOCATION".utf8)) + EBMLElement.made(ID.tagText, Array(location.utf8))
        return EBMLElement.made(
            ID.tag, EBMLElement.made(ID.targets, []) + EBMLElement.made(ID.simpleTag, text))
    }

    private var chapterList: [UInt8] {
        let atoms = edit.chapters.enumerated().flatMap { index, chapter -> [UInt8] in
            let (start, _) = chapter.start.multipliedReportingOverflow(by: 100)
            let words =
                EBMLElement.made(ID.title, Array(chapter.title.utf8)) + EBMLElement.made(ID.language, Array("und".utf8))
            return EBMLElement.made(
                ID.atom,
                EBMLElement.made(ID.uid, number: UInt64(index + 1)) + EBMLElement.made(ID.start, number: start)
                    + EBMLElement.made(ID.display, words))
        }
        return EBMLElement.made(ID.chapters, EBMLElement.made(ID.edition, atoms))
    }
}
