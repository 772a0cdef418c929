/// What is changed in the `moov` of a finished MP4 or MOV file; at most 1 MiB may follow that.
package struct MovieEdit: Sendable {
    /// How an audio stream is presented; times are counted as in the source's track and movie.
    package struct Presentation: Sendable, Hashable {
        /// What an encoder put before the beginning.
        package let priming: UInt64
        package let timescale: UInt32
        /// How long the stream is shown; nil up to its end.
        package let shown: UInt64?
        package let movieScale: UInt32

        package init(_ track: AudioTrack) {
            (priming, timescale) = (UInt64(max(0, track.priming)), track.timescale)
            (shown, movieScale) = (track.shown, track.movieScale)
        }
    }

    let source: SourceMovie
    /// One for each audio track of the file in their order; nil where one is to be left alone.
    let audio: [Presentation?]

    /// The source's chapters, at the times that they have in the file.
    let chapters: [SourceMovie.Chapter]

    /// - Parameters:
    ///   - source: whose creation time (none where it has none), location, chapters and metadata the file gets.
    ///   - start: where in the source the file begins, in units of 100 ns.
    package init(from source: SourceMovie, start: UInt64 = 0, audio: [Presentation?]) {
        (self.source, self.audio) = (source, audio)
        let running = source.chapters.lastIndex { $0.start <= start } ?? 0
        chapters = source.chapters.dropFirst(running).map { chapter in
            SourceMovie.Chapter(start: chapter.start - min(start, chapter.start), title: chapter.title)
        }
    }

    /// Changes the file in place.
    /// - Returns: false where the file is not as it should be; it is left as it was then.
    package func apply(to path: String) -> Bool {
        guard let file = MediaFile(path: path, writes: true), let (range, movie) = file.movie(),
            file.byteCount - range.upperBound <= 1 << 20, let changed = changed(movie)?.serialized,
            let old = file.read(at: range.lowerBound, count: file.byteCount - range.lowerBound)
        else { return false }
        let new = changed + old.dropFirst(range.count)
        if file.write(new, at: range.lowerBound), file.truncate(to: range.lowerBound + new.count) { return true }
        // The disk is full: what was there fits.
        _ = file.write(old, at: range.lowerBound) && file.truncate(to: range.lowerBound + old.count)
        return false
    }

    /// The box with the changes; nil where it lacks what is to be changed.
    func changed(_ movie: Box) -> Box? {
        guard movie.type == "moov", let tracks = movie.children else { return nil }
        var movie = movie
        let sounds = tracks.indices.filter { tracks[$0].isAudioTrack }
        guard sounds.count == audio.count || audio.allSatisfy({ $0 == nil }) else { return nil }
        guard let header = movie.first("mvhd")?.bytes,
            let scale = header[...].big32(header.first == 1 ? 20 : 12), scale > 0
        else { return nil }
        for (index, presentation) in zip(sounds, audio) {
            guard let presentation, presentation.priming > 0 else { continue }
            guard let track = Self.presenting(tracks[index], presentation, movieScale: scale) else { return nil }
            movie.children?[index] = track
        }
        movie.setLength()
        movie.setCreationTime(source.creationTime ?? 0)
        var facts = movie.first("udta")?.children ?? []
        if let location = source.location, location.utf8.count <= 256 {
            facts.removeAll { $0.type == "\u{A9}xyz" }
            var bytes: [UInt8] = []
            bytes.append(big: UInt64(location.utf8.count), bytes: 2)
            // The packed ISO 639-2/T code of “und”.
            bytes.append(big: 0x55C4, bytes: 2)
            facts.append(Box("\u{A9}xyz", bytes: bytes + location.utf8))
        }
        if let list = Self.list(of: chapters.filter { $0.start < movie.length }) {
            facts.removeAll { $0.type == "chpl" }
            facts.append(list)
        }
        if let metadata = source.keyedMetadata {
            movie.children?.removeAll { $0.type == "meta" }
            movie.children?.append(metadata)
        }
        guard !facts.isEmpty else { return movie }
        movie.children?.removeAll { $0.type == "udta" && $0.children != nil }
        movie.children?.append(Box("udta", children: facts))
        return movie
    }

    /// The track with one edit that begins after the priming.
    private static func presenting(_ track: Box, _ presentation: Presentation, movieScale: UInt32) -> Box? {
        guard let header = track.first("mdia", "mdhd")?.bytes else { return nil }
        let isLong = header.first == 1
        guard let scale = header[...].big32(isLong ? 20 : 12), scale > 0,
            let length = isLong ? header[...].big64(24) : header[...].big32(16).map(UInt64.init)
        else { return nil }
        guard presentation.priming < 1 << 31 else { return nil }
        let start = presentation.priming * UInt64(scale) / UInt64(presentation.timescale)
        guard start < length, length < 1 << 31 else { return nil }
        var shown = (length - start) * UInt64(movieScale) / UInt64(scale)
        if let wanted = presentation.shown, wanted < 1 << 32 {
            shown = min(shown, wanted * UInt64(movieScale) / UInt64(presentation.movieScale))
        }
        guard shown <= UInt64(UInt32.max) else { return nil }
        var list: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
        list.append(big: shown, bytes: 4)
        list.append(big: start, bytes: 4)
        list.append(big: 0x1_0000, bytes: 4)
        var track = track
        track.children?.removeAll { $0.type == "edts" }
        let place = (track.children?.firstIndex { $0.type == "tkhd" } ?? -1) + 1
        track.children?.insert(Box("edts", children: [Box("elst", bytes: list)]), at: place)
        track.change("tkhd") { header in
            if header.bytes.first == 1 {
                header.bytes.replace(at: 28, big: shown, bytes: 8)
            } else {
                header.bytes.replace(at: 20, big: shown, bytes: 4)
            }
        }
        return track
    }

    /// Nero's chapter list of at most 255 chapters; nil for none.
    private static func list(of chapters: [SourceMovie.Chapter]) -> Box? {
        guard !chapters.isEmpty else { return nil }
        let chapters = chapters.prefix(255)
        var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(chapters.count)]
        for chapter in chapters {
            bytes.append(big: chapter.start, bytes: 8)
            let title = chapter.title.prefix(whileUTF8AtMost: 255)
            bytes.append(UInt8(title.count))
            bytes += title
        }
        return Box("chpl", bytes: bytes)
    }
}

extension Box {
    /// Makes a movie as long as its longest track.
    fileprivate mutating func setLength() {
        let lengths = all("trak").compactMap { track -> UInt64? in
            guard let header = track.first("tkhd")?.bytes else { return nil }
            return header.first == 1 ? header[...].big64(28) : header[...].big32(20).map(UInt64.init)
        }
        guard let longest = lengths.max() else { return }
        change("mvhd") { header in
            if header.bytes.first == 1 {
                header.bytes.replace(at: 24, big: longest, bytes: 8)
            } else if longest <= UInt64(UInt32.max) {
                header.bytes.replace(at: 16, big: longest, bytes: 4)
            }
        }
    }

    /// How long a movie says it is, in units of 100 ns.
    fileprivate var length: UInt64 {
        guard let header = first("mvhd")?.bytes else { return 0 }
        let isLong = header.first == 1
        guard let scale = header[...].big32(isLong ? 20 : 12), scale > 0 else { return 0 }
        let length = isLong ? header[...].big64(24) : header[...].big32(16).map(UInt64.init)
        let (product, isTooLarge) = (length ?? 0).multipliedReportingOverflow(by: 10_000_000)
        return isTooLarge ? .max : product / UInt64(scale)
    }

    fileprivate var isAudioTrack: Bool {
        type == "trak" && first("mdia", "hdlr")?.bytes[...].part(8, 4)?.elementsEqual("soun".utf8) == true
    }

    /// Writes the time, in seconds since 1904, into every header that has one.
    fileprivate mutating func setCreationTime(_ time: UInt64) {
        if ["mvhd", "tkhd", "mdhd"].contains(type) {
            // Creation and modification time follow version and flags.
            if bytes.first == 1 {
                bytes.replace(at: 4, big: time, bytes: 8)
            } else if time <= UInt64(UInt32.max) {
                bytes.replace(at: 4, big: time, bytes: 4)
            }
        }
        guard let inside = children else { return }
        children = inside.map { child in
            var child = child
            child.setCreationTime(time)
            return child
        }
    }
}

extension String {
    /// The UTF-8 of as many whole characters as fit.
    fileprivate func prefix(whileUTF8AtMost limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in self {
            guard bytes.count + character.utf8.count <= limit else { break }
            bytes += character.utf8
        }
        return bytes
    }
}
