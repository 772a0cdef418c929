import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Interruptions")
    struct InterruptionTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A film of 30 s that is slow to encode.
        private static let film = Result {
            let path = try Clips.folder.get().file("long.mkv")
            try Clips.launch(
                "videotestsrc num-buffers=1500 pattern=snow ! video/x-raw,width=320,height=240,framerate=50/1 ! "
                    + "jpegenc quality=40 ! matroskamux ! filesink location=\(path)")
            return path
        }

        /// Starts to annotate the film and returns when its light was told.
        private func startLong() throws -> Command {
            let path = try Self.film.get()
            let program = try Lumascan.start([
                "annotate", "--json", "--light-interval", "100", "--interval", "5000", path, folder.file("out.mkv"),
            ])
            // The light is told with its second sample, a tenth of a second into the film.
            for _ in 0..<1000 where !String(decoding: try program.outputSoFar(), as: UTF8.self).contains("light.ok") {
                usleep(10_000)
            }
            return program
        }

        private func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        }

        @Test("The first one finishes the file, which plays to its end", arguments: [SIGINT, SIGTERM])
        func once(signal: Int32) throws {
            let program = try startLong()
            program.send(signal)
            let result = try program.wait(timeout: 40)
            #expect(result.status == 128 + signal)
            #expect(try names() == ["out.mkv"])
            let end = try #require(try EventLine.all(in: result.outputText).last)
            #expect(end.event == "stream.ended")
            #expect(end.reason == "stopped")
            let count = try Probe.milliseconds(of: folder.file("out.mkv")).count
            #expect(count == end.frames)
            #expect((1..<1500).contains(count))
            let decoding = ["ffmpeg", "-nostdin", "-v", "error", "-i", folder.file("out.mkv"), "-f", "null", "-"]
            #expect(try Command.run(decoding).errorText == "")
        }

        @Test("The second one ends everything and leaves no file")
        func twice() throws {
            let program = try startLong()
            program.send(SIGINT)
            program.send(SIGTERM)
            let result = try program.wait(timeout: 20)
            #expect(result.status == 130)
            #expect(try names() == [])
            #expect(result.errorText == "lumascan: \(folder.file("out.mkv")) was not written\n")
        }
    }
}
