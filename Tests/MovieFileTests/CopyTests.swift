import Lumascan
import TestSupport
import Testing

/// Whole runs through a scanner, measured with ffmpeg and ffprobe.
@Suite(.serialized) struct CopyTests {
    private static let facts = [
        "-metadata", "creation_time=2021-03-04T05:06:07Z", "-metadata", "location=+48.1371+011.5754/",
    ]
    private static let chapters = """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=First
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=2000
        title=Zweites Stück
        """

    @Test(arguments: [
        ("in.mp4", "aac", "out.mp4"), ("in.mp4", "aac", "out.mov"), ("in.mov", "aac", "out.mp4"),
        ("in.mp4", "libmp3lame", "out.mp4"), ("in.mp4", "libopus", "out.mp4"), ("in.mov", "pcm_s16le", "out.mov"),
    ])
    func audioAndFactsAreThoseOfTheSource(input: String, codec: String, output: String) async throws {
        let folder = try TemporaryFolder()
        let (source, copy) = (folder.file(input), folder.file(output))
        let list = try folder.write(Array(Self.chapters.utf8), to: "chapters.txt")
        try Command.output(
            of: [
                "ffmpeg", "-v", "error", "-t", "2", "-i", SharedData.sampleClip, "-i", list, "-f", "lavfi", "-t", "2",
                "-i", "sine=frequency=500:sample_rate=48000", "-map", "0", "-map", "2", "-map_chapters", "1", "-c:v",
                "copy", "-c:a", codec,
            ] + Self.facts + [source])
        try await annotate(source, to: copy)
        #expect(try hash(of: copy) == hash(of: source))
        #expect(try packets(of: copy) == packets(of: source))
        #expect(try facts(of: copy) == facts(of: source))
    }

    /// Matroska counts time in milliseconds, and both a packet's time and the priming are rounded to them.
    @Test func aMatroskaCopyKeepsThemToo() async throws {
        let folder = try TemporaryFolder()
        let (source, copy) = (folder.file("in.mp4"), folder.file("out.mkv"))
        let list = try folder.write(Array(Self.chapters.utf8), to: "chapters.txt")
        try Command.output(
            of: [
                "ffmpeg", "-v", "error", "-t", "2", "-i", SharedData.sampleClip, "-i", list, "-map", "0",
                "-map_chapters", "1", "-c:v", "copy", "-c:a", "aac",
            ] + Self.facts + [source])
        try await annotate(source, to: copy)
        #expect(try hash(of: copy) == hash(of: source))
        #expect(try facts(of: copy).uppercased() == facts(of: source).uppercased())
        let (times, expected) = (try times(of: copy), try times(of: source))
        #expect(times.count == expected.count)
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) <= 0.001 })
        #expect(times.first == -0.023)
    }

    @Test(arguments: ["out.mp4", "out.mkv"])
    func factsOfAMatroskaSourceAreKept(output: String) async throws {
        let folder = try TemporaryFolder()
        let (source, copy) = (folder.file("in.mkv"), folder.file(output))
        let list = try folder.write(Array(Self.chapters.utf8), to: "chapters.txt")
        try Command.output(
            of: [
                "ffmpeg", "-v", "error", "-t", "2", "-i", SharedData.sampleClip, "-i", list, "-map", "0",
                "-map_chapters", "1", "-c", "copy",
            ] + Self.facts + [source])
        try await annotate(source, to: copy)
        #expect(try lines(facts(of: copy)) == lines(facts(of: source)))
    }

    /// The fields in one order and case: Matroska's names of tags are in capitals.
    private func lines(_ facts: String) -> [String] {
        facts.uppercased().split { $0 == "|" || $0 == "\n" }.map(String.init).sorted()
    }

    /// GStreamer's own encoder and muxer write no edit list that cuts priming.
    @Test func aMovieWithoutPrimingIsCarriedWhole() async throws {
        let folder = try TemporaryFolder()
        let (source, copy) = (folder.file("in.mp4"), folder.file("out.mp4"))
        let video = "videotestsrc num-buffers=30 ! video/x-raw,width=320,height=240 ! x264enc ! mp4mux name=mux"
        let audio = "audiotestsrc num-buffers=43 samplesperbuffer=1024 ! avenc_aac ! mux. mux. ! filesink location="
        let words = "\(video) \(audio)\(source)".split(separator: " ").map(String.init)
        try Command.output(of: ["gst-launch-1.0", "-q"] + words)
        try await annotate(source, to: copy)
        #expect(try hash(of: copy) == hash(of: source))
        #expect(try packets(of: copy) == packets(of: source))
    }

    private func annotate(_ source: String, to copy: String) async throws {
        var options = Options()
        options.interval = .seconds(1)
        let scanner = Scanner(source: .file(path: source), output: Output(path: copy), options: options)
        try await scanner.prepare()
        try scanner.start()
        for await _ in scanner.events {}
        #expect(scanner.notes == [])
    }

    private func hash(of path: String) throws -> String {
        let command = ["ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-"]
        return String(decoding: try Command.output(of: command), as: UTF8.self)
    }

    /// Number, time and size of every audio packet, sorted: streams may be interleaved otherwise.
    private func packets(of path: String) throws -> [String] {
        let command = [
            "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "packet=stream_index,pts_time,size",
            "-of", "csv=p=0:nk=1", path,
        ]
        return String(decoding: try Command.output(of: command), as: UTF8.self).split(separator: "\n")
            .map(String.init).sorted()
    }

    private func times(of path: String) throws -> [Double] {
        try packets(of: path).compactMap { $0.split(separator: ",").dropFirst().first.flatMap { Double($0) } }.sorted()
    }

    private func facts(of path: String) throws -> String {
        let command = [
            "ffprobe", "-v", "error", "-show_entries",
            "format_tags=creation_time,location:chapter=start_time:chapter_tags=title", "-of", "compact", path,
        ]
        return String(decoding: try Command.output(of: command), as: UTF8.self)
    }
}
