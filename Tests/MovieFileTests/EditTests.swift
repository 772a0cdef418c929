import Foundation
import TestSupport
import Testing

@testable import MovieFile

@Suite struct EditTests {
    private static func movie(_ facts: [Box]) -> Box {
        var header = [UInt8](repeating: 0, count: 100)
        header.replace(at: 12, big: 1000, bytes: 4)
        header.replace(at: 16, big: 20_000, bytes: 4)
        return Box("moov", children: [Box("mvhd", bytes: header), Box("udta", children: facts)])
    }

    private static func source(chapters: [(start: UInt64, title: String)], in folder: TemporaryFolder) throws
        -> SourceMovie
    {
        var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(chapters.count)]
        for chapter in chapters {
            bytes.append(big: chapter.start, bytes: 8)
            bytes.append(UInt8(chapter.title.utf8.count))
            bytes += chapter.title.utf8
        }
        let file = try #require(movie([Box("chpl", bytes: bytes)]).serialized)
        return try #require(SourceMovie(path: try folder.write(file, to: "source.mp4")))
    }

    /// Starts in seconds; the copy is 20 s long.
    @Test(
        arguments: [
            (0, ["0 a", "10 b"]), (4, ["0 a", "6 b", "16 c"]), (10, ["0 b", "10 c"]), (15, ["0 b", "5 c"]),
            (40, ["0 c"]),
        ] as [(UInt64, [String])])
    func chaptersMoveWithTheStart(start: UInt64, expected: [String]) throws {
        let folder = try TemporaryFolder()
        let source = try Self.source(
            chapters: [(0, "a"), (100_000_000, "b"), (200_000_001, "c")], in: folder)
        let edit = MovieEdit(from: source, start: start * 10_000_000, audio: [])
        let changed = try #require(edit.changed(Self.movie([]))?.serialized)
        let copy = try #require(SourceMovie(path: try folder.write(changed, to: "copy.mp4")))
        #expect(copy.chapters.map { "\($0.start / 10_000_000) \($0.title)" } == expected)
    }

    @Test func audioBeginsAfterItsPriming() throws {
        let sample = try #require(SourceMovie(path: SharedData.sampleClip))
        var movie = try #require(MediaFile(path: SharedData.sampleClip)?.movie()?.box)
        let track = try #require(movie.children?.lastIndex { $0.type == "trak" })
        movie.children?[track].children?.removeAll { $0.type == "edts" }
        let edit = MovieEdit(from: sample, audio: [MovieEdit.Presentation(sample.audio[0])])
        let list = edit.changed(movie)?.children?[track].first("edts", "elst")?.bytes
        #expect(list == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0x27, 0x10, 0, 0, 4, 0, 0, 1, 0, 0])
    }

    @Test func aMovieWithOtherTracksIsLeftAlone() throws {
        let sample = try #require(SourceMovie(path: SharedData.sampleClip))
        let presentation = MovieEdit.Presentation(sample.audio[0])
        #expect(MovieEdit(from: sample, audio: [presentation, presentation]).changed(Self.movie([])) == nil)
    }
}
