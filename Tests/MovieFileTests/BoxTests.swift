import Foundation
import TestSupport
import Testing

@testable import MovieFile

@Suite struct BoxTests {
    @Test func aRealMovieIsWrittenAsItWasRead() throws {
        let (range, movie) = try #require(MediaFile(path: SharedData.sampleClip)?.movie())
        #expect(
            movie.serialized == MediaFile(path: SharedData.sampleClip)?.read(at: range.lowerBound, count: range.count))
        #expect(movie.all("trak").count == 2)
    }

    @Test(
        arguments: [
            [0, 0, 0, 0, 0x66, 0x72, 0x65, 0x65],
            [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65],
            [0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65],
            [0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65],
            [0xFF, 0xFF, 0xFF, 0xFF, 0x66, 0x72, 0x65, 0x65],
            [0, 0, 0, 8, 0x66, 0x72, 0x65],
            [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65, 0],
        ] as [[UInt8]])
    func boxesThatDoNotFillTheirBytesAreNone(bytes: [UInt8]) {
        #expect(Box.parse(bytes[...]) == nil)
    }

    @Test func nestingIsBounded() throws {
        var box = Box("udta", bytes: [])
        for _ in 0..<2000 { box = Box("udta", bytes: try #require(box.serialized)) }
        let bytes = try #require(box.serialized)
        #expect(try #require(Box.parse(bytes[...])?.first).serialized == bytes)
    }

    @Test func manyBoxesAreNone() throws {
        let one = try #require(Box("free", bytes: []).serialized)
        let bytes = Array(repeatElement(one, count: 5000).joined())
        #expect(Box.parse(bytes[...]) == nil)
    }
}

@Suite struct SourceMovieTests {
    @Test func theSampleSaysWhereItsAudioLies() throws {
        let movie = try #require(SourceMovie(path: SharedData.sampleClip))
        let track = try #require(movie.audio.first)
        #expect(movie.audio.count == 1)
        #expect(track.priming == 1024)
        #expect(track.timescale == 44100)
        #expect(track.sizes.count == 432)
        #expect(track.tail.map(\.time) == (424..<432).map { 1024 * Int64($0) })
        #expect(movie.creationTime == nil)
        #expect(movie.chapters.isEmpty)
    }

    /// Any byte of the index may be wrong: what is read then may be nothing or something else, but nothing traps.
    @Test func damagedIndexesAreReadWithoutATrap() throws {
        let folder = try TemporaryFolder()
        let whole = [UInt8](try Data(contentsOf: URL(filePath: SharedData.sampleClip)))
        let range = try #require(MediaFile(path: SharedData.sampleClip)?.movie()?.range)
        var read = 0
        for step in 0..<600 {
            var bytes = whole
            let place = range.lowerBound + step * (range.count - 4) / 600
            for index in 0..<4 { bytes[place + index] = step % 2 == 0 ? 0xFF : 0 }
            let path = try folder.write(bytes, to: "damaged.mp4")
            guard let movie = SourceMovie(path: path) else { continue }
            read += 1
            for track in movie.audio { for packet in track.tail { _ = movie.read(packet) } }
            _ = MovieEdit(from: movie, audio: movie.audio.map { MovieEdit.Presentation($0) }).apply(to: path)
        }
        #expect(read > 0)
    }

    @Test(arguments: [0, 1, 7, 8, 40, 1000])
    func filesThatAreCutOffAreNone(byteCount: Int) throws {
        let folder = try TemporaryFolder()
        let whole = [UInt8](try Data(contentsOf: URL(filePath: SharedData.sampleClip)))
        #expect(SourceMovie(path: try folder.write(Array(whole.prefix(byteCount)), to: "cut.mp4")) == nil)
    }
}
