import Foundation
import TestSupport
import Testing

@testable import Outputs

@Suite("Recordings")
struct RecordingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 2026-11-30 18:15:00 UTC.
    private let date = Date(timeIntervalSince1970: 1_796_062_500)

    private func recording(_ stream: String, keptDays: Int? = nil) -> Recording {
        Recording(folder: folder.file("."), stream: stream, segment: .seconds(600), keptDays: keptDays)
    }

    private func name(_ path: String?) -> String? { path.map { URL(filePath: $0).lastPathComponent } }

    @Test(
        "Files are named by stream and time, whatever the stream is called",
        arguments: [
            ("front-door", "front-door-20261130T181500Z.mkv"), ("Tür 2", "Tür-2-20261130T181500Z.mkv"),
            ("rtsp://10.0.0.7:554/a/b", "rtsp-10.0.0.7-554-a-b-20261130T181500Z.mkv"),
            ("../../etc/x", "etc-x-20261130T181500Z.mkv"), ("..", "stream-20261130T181500Z.mkv"),
            ("a\u{1b}[2Jb", "a-2Jb-20261130T181500Z.mkv"),
        ])
    func names(stream: String, file: String) throws {
        let made = try #require(recording(stream).makeFile(at: date, process: 7))
        #expect(name(made.whole) == file)
        #expect(name(made.hidden) == ".\(file.dropLast(4)).7.partial.mkv")
    }

    @Test("Two files that begin in the same second are two files")
    func sameSecond() throws {
        let made = try (0..<3).map { _ in try #require(recording("a").makeFile(at: date, process: 7)) }
        #expect(
            made.map { name($0.whole) } == [
                "a-20261130T181500Z.mkv", "a-20261130T181500Z-2.mkv", "a-20261130T181500Z-3.mkv",
            ])
    }

    @Test("What a dead process left is found, what is still written is not")
    func leftovers() throws {
        let own = recording("a")
        _ = own.makeFile(at: date, process: 7)
        _ = own.makeFile(at: date, process: 8)
        _ = recording("b").makeFile(at: date, process: 7)
        #expect(
            own.leftovers(isWritten: { hidden, process in
                process == 8 && hidden.hasSuffix(".8.partial.mkv")
            }).map { name($0.whole) } == ["a-20261130T181500Z.mkv"])
    }

    @Test("Files of the stream that are older than they are to be kept have expired, and no others")
    func expired() throws {
        for file in [
            "a-20261101T000000Z.mkv", "a-20261101T000000Z-2.mkv", "a-20261128T181459Z.mkv", "a-20261128T181500Z.mkv",
            "b-20261101T000000Z.mkv", "a-b-20261101T000000Z.mkv", "a-20261101T000000Z.mp4", "a-20261101.mkv",
        ] { _ = try folder.write([1], to: file) }
        #expect(
            recording("a", keptDays: 2).expired(at: date).map { name($0) }.sorted { $0 ?? "" < $1 ?? "" } == [
                "a-20261101T000000Z-2.mkv", "a-20261101T000000Z.mkv", "a-20261128T181459Z.mkv",
            ])
        #expect(recording("a").expired(at: date).isEmpty)
    }
}
