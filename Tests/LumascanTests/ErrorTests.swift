import Foundation
import Lumascan
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(3)))
struct ErrorTests {
    enum Bad: String, CaseIterable, Sendable {
        case missing, folder, empty, text, audio

        func path() throws -> String {
            let folder = try Clips.folder.get()
            switch self {
            case .missing: return folder.file("none.mp4")
            case .folder: return folder.path
            case .empty: return try folder.write([], to: "empty.mp4")
            case .text: return try folder.write(Array("some text, no film\n".utf8), to: "text.mp4")
            case .audio:
                let path = folder.file("audio.mp4")
                try Command.output(of: [
                    "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "sine=duration=1", path,
                ])
                return path
            }
        }

        var kind: ScanError.Kind {
            switch self {
            case .missing: .sourceNotFound
            case .folder: .sourceNotOpened
            case .empty, .text, .audio: .notDecodable
            }
        }
    }

    @Test("A source that cannot be read says so before anything runs", arguments: Bad.allCases)
    func source(bad: Bad) async throws {
        let path = try bad.path()
        let scanner = Lumascan.Scanner(source: .file(path: path), options: quiet())
        let error = await #expect(throws: ScanError.self) { try await scanner.prepare() }
        #expect(error?.kind == bad.kind)
        #expect(error?.message.hasPrefix(path) == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        "A description that cannot run says so before anything runs",
        arguments: [
            ("videotestsrc ! fakesink", ScanError.Kind.badOption), ("videotestsrc ! fakesink name=scan", .badOption),
            ("videotestsrc ! ! appsink name=scan", .badOption), ("nosuchone ! appsink name=scan", .missingPlugin),
            ("filesrc location=/nonexistent ! appsink name=scan", .sourceNotFound),
        ])
    func description(text: String, kind: ScanError.Kind) async {
        let scanner = Lumascan.Scanner(source: .pipeline(description: text), options: quiet())
        let error = await #expect(throws: ScanError.self) { try await scanner.prepare() }
        #expect(error?.kind == kind)
    }

    @Test(
        "An output that cannot be written says so, and leaves nothing behind",
        arguments: [
            ("none/out.mp4", nil, ScanError.Kind.outputFailed), ("out.xyz", nil, .badOption),
            ("exists.mp4", nil, .outputFailed), ("in.mp4", nil, .outputFailed),
            ("out.mp4", "nosuchone", .missingPlugin),
            ("out.mp4", "x264enc !", .badOption),
        ])
    func output(name: String, encoder: String?, kind: ScanError.Kind) async throws {
        let folder = try TemporaryFolder()
        try Clips.golden.get().write(to: folder.file("in.mp4"))
        try folder.write([1], to: "exists.mp4")
        let output = Output(path: folder.file(name), encoder: encoder, overwrites: name == "in.mp4")
        let scanner = Lumascan.Scanner(source: .file(path: folder.file("in.mp4")), output: output, options: quiet())
        let error = await #expect(throws: ScanError.self) { try await scanner.prepare() }
        #expect(error?.kind == kind)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["exists.mp4", "in.mp4"])
    }

    @Test("Of a film that is cut off, the codes up to there are told, then the error", arguments: ["mp4", "mkv"])
    func truncated(container: String) async throws {
        let folder = try Clips.folder.get()
        let options = container == "mp4" ? ["-movflags", "+faststart"] : []
        let whole = try Clips.path("whole.\(container)", as: ClipEncoding(options: options))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
        let path = try folder.write(Array(bytes.prefix(bytes.count * 7 / 10)), to: "cut.\(container)")
        let found = try await events(of: .file(path: path))
        #expect(found.texts == ["moving", "resting"])
        #expect(found.errors.count == 1)
        #expect(found.summary?.reason == .error)
        #expect(found.last?.name == "stream.ended")
        #expect(found.summary.map { $0.frames > 5 && $0.frames < 25 } == true)
    }

    @Test("A stream without a frame in the wanted part is an error")
    func noFrames() async throws {
        let path = try Clips.path("scan.mp4")
        var told: [String] = []
        do {
            let found = try await events(of: .file(path: path), options: quiet { $0.start = .seconds(100) })
            #expect(found.summary?.reason == .error)
            #expect(found.summary?.frames == 0)
            told = found.errors
        } catch {
            told = ["\(error)"]
        }
        #expect(told.count == 1)
    }

    // The program is built with the package; without it there is no other process to take decoders away from.
    @Test(
        "A decoder that is not installed is named with its package", .enabled(if: BuiltProduct.path("lumascan") != nil))
    func missingDecoder() throws {
        let program = try #require(BuiltProduct.path("lumascan"))
        let ranks = ["avdec_h264", "openh264dec", "vah264dec", "vaapih264dec", "v4l2h264dec", "nvh264dec"]
        let result = try Command.run(
            [program, "scan", try Clips.path("scan.mp4")],
            environment: ["GST_PLUGIN_FEATURE_RANK": ranks.map { "\($0):NONE" }.joined(separator: ",")])
        #expect(result.status == 3)
        #expect(result.errorText.contains("apt-get install gstreamer1.0-libav"))
    }
}
