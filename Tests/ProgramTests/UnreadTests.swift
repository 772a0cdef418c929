import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Codes that cannot be read")
    struct UnreadTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func clip(count: Int) throws -> GoldenClip {
            GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (25, 1), count: count),
                placements: [Placement(try CodePicture.unreadableQR(), at: Pose(x: 150, y: 110))])
        }

        private func photo() throws -> (path: String, clip: GoldenClip) {
            let clip = try clip(count: 1)
            let path = folder.file("photo.png")
            try clip.frame(at: 0).writePNG(to: path)
            return (path, clip)
        }

        @Test("--unread tells one in a photo, with its place and the reason", arguments: ["qr", "all"])
        func photo(formats: String) throws {
            let (path, clip) = try photo()
            let result = try Lumascan.run(["scan", "--json", "--unread", "--formats", formats, path])
            let codes = try EventLine.all(in: result.outputText).filter { $0.event.hasPrefix("code.") }
            #expect(codes.map(\.event) == ["code.unread"])
            let code = try #require(codes.first)
            #expect(code.symbology == "QRCode")
            #expect(code.reason == "damaged")
            #expect(code.frame == EventLine.Size(width: 320, height: 240))
            #expect(try code.distance(from: #require(clip.truth(at: 0).first).corners) <= 2)
            #expect(result.status == 1)
        }

        @Test("Without --json it is a note")
        func note() throws {
            let (path, _) = try photo()
            let result = try Lumascan.run(["scan", "--unread", path])
            #expect(result.outputText == "")
            #expect(
                result.errorText.hasPrefix("lumascan: \(path): 0:00:00.000 QRCode at 1")
                    && result.errorText.hasSuffix("cannot be read: too much of it is damaged or hidden\n"),
                "\(result.errorText)")
        }

        @Test("Without --unread nothing is said of it")
        func unasked() throws {
            let result = try Lumascan.run(["scan", "--json", try photo().path])
            let events = try EventLine.all(in: result.outputText).map(\.event)
            #expect(events == ["stream.started", "stream.ended"])
        }

        @Test("A code that is read is not told as unread", arguments: ["quick", "thorough"])
        func read(effort: String) throws {
            let result = try Lumascan.run(["scan", "--json", "--unread", "--effort", effort, try Clips.mkv.get()])
            let events = try EventLine.all(in: result.outputText).map(\.event).filter { $0.hasPrefix("code.") }
            #expect(events == ["code.new", "code.end"])
        }

        @Test(
            "In a video it is told once, when it has stayed for a second, with any number of workers",
            arguments: [1, 8])
        func video(workers: Int) throws {
            let path = folder.file("clip.mp4")
            try clip(count: 60).write(to: path)
            let result = try Lumascan.run([
                "scan", "--json", "--unread", "--formats", "qr", "--workers", "\(workers)", path,
            ])
            let codes = try EventLine.all(in: result.outputText).filter { $0.event.hasPrefix("code.") }
            #expect(codes.map(\.event) == ["code.unread"])
            #expect(codes.map(\.pts) == [1_000_000_000])
        }

        @Test("An annotated copy has its outline only where that is asked for")
        func outline() throws {
            let (path, _) = try photo()
            func copy(_ options: [String]) throws -> Data {
                let copy = folder.file("copy\(options.count).png")
                let events = folder.file("events\(options.count).jsonl")
                let result = try Lumascan.run(["annotate", "--quiet", "--events", events] + options + [path, copy])
                #expect(result.status == 0, "\(result.errorText)")
                let told = try EventLine.all(in: String(contentsOfFile: events, encoding: .utf8)).map(\.event)
                #expect(told.contains("code.unread") == options.contains("--unread"))
                return try Data(contentsOf: URL(filePath: copy))
            }
            #expect(try copy(["--unread"]) != copy([]))
        }
    }
}
