import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("annotate")
    struct AnnotateTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Annotates a clip and returns where the copy is.
        private func annotate(_ path: String, _ name: String, _ options: [String] = []) throws -> String {
            let output = folder.file(name)
            let result = try Lumascan.run(["annotate"] + options + [path, output])
            #expect(result.output == [])
            #expect(result.errorLines.last?.hasPrefix("lumascan: wrote \(output) (") == true, "\(result.errorText)")
            #expect(result.status == 0)
            return output
        }

        @Test(
            "The copy has the frames of the original at their times",
            arguments: [("in.mp4", "out.mp4"), ("in.mp4", "out.mkv"), ("in.webm", "out.mkv"), ("in.mkv", "out.webm")])
        func times(input: String, output: String) throws {
            let path = folder.file(input)
            let rates = [0, 0.04, 0.08, 0.2, 0.21, 0.35, 0.5, 0.533, 0.8, 0.84]
            let isVariable = input.hasSuffix("webm")
            let code = try CodePicture(Clips.text, .qrCode)
            try GoldenClip(
                width: 320, height: 240, timing: isVariable ? .explicit(rates) : .constant(rate: (25, 1), count: 10),
                placements: [Placement(code, at: Pose(x: 150, y: 110))]
            ).write(to: path)
            let copy = try annotate(path, output)
            #expect(try Probe.milliseconds(of: copy) == Probe.milliseconds(of: path))
        }

        @Test("A still is written as a still", arguments: ["png", "jpg"])
        func still(container: String) throws {
            let path = folder.file("photo.jpg")
            try Clips.still().frame(at: 0).writeJPEG(to: path, orientation: .quarterRight)
            let copy = try annotate(path, "copy.\(container)")
            let codec = container == "png" ? "png" : "mjpeg"
            #expect(
                try Probe.lines(["-show_entries", "stream=codec_name,width,height"], of: copy) == ["\(codec),320,240"])
        }

        @Test("A phone's turned film is written upright", arguments: [Orientation.quarterRight, .quarterLeft])
        func upright(orientation: Orientation) throws {
            let path = folder.file("phone.mp4")
            try Clips.still().write(to: path, as: ClipEncoding(orientation: orientation))
            let fields = ["-select_streams", "v", "-show_entries", "stream=width,height:stream_side_data=rotation"]
            let before = try Probe.lines(fields, of: path)
            #expect(before.first?.hasPrefix("240,320,") == true)
            #expect(try Probe.lines(fields, of: try annotate(path, "copy.mp4")) == ["320,240"])
        }

        @Test("An odd size is padded to an even one, and places stay")
        func oddSize() throws {
            let path = folder.file("odd.mkv")
            let clip = GoldenClip(
                width: 301, height: 227, timing: .constant(rate: (25, 1), count: 5),
                placements: [Placement(try CodePicture(Clips.text, .qrCode), at: Pose(x: 150, y: 110))])
            try clip.write(to: path, as: ClipEncoding(video: .ffv1, pixelFormat: "gray"))
            let copy = try annotate(path, "copy.mp4", ["--events", folder.file("events.jsonl")])
            #expect(try Probe.lines(["-show_entries", "stream=width,height"], of: copy) == ["302,228"])
            let events = try EventLine.all(in: String(decoding: try folder.read("events.jsonl"), as: UTF8.self))
            let code = try #require(events.first { $0.event == "code.new" })
            #expect(code.frame == EventLine.Size(width: 301, height: 227))
            #expect(try code.distance(from: try #require(clip.truth(at: 0).first).corners) <= 3)
        }

        @Test("Audio packets are carried over bit by bit", arguments: ["mp4", "mkv"])
        func audio(container: String) throws {
            let path = folder.file("sound.\(container)")
            if container == "mp4" {
                try Clips.writePlainMovie(to: path)
            } else {
                try Clips.still().write(to: path, as: ClipEncoding(audio: [.opus, .vorbis, .aac]))
            }
            let copy = try annotate(path, "copy.\(container)")
            for stream in 0..<(container == "mp4" ? 1 : 3) {
                #expect(try Probe.audioDigest(of: copy, stream: stream) == Probe.audioDigest(of: path, stream: stream))
            }
        }

        @Test("Audio that mp4 cannot hold is encoded anew, and that is said in a line")
        func encodedAudio() throws {
            let path = folder.file("pcm.mkv")
            try Clips.still().write(to: path, as: ClipEncoding(audio: [.pcm]))
            let result = try Lumascan.run(["annotate", path, folder.file("copy.mp4")])
            #expect(result.errorLines.count == 2)
            #expect(result.errorLines.first?.hasPrefix("lumascan: \(path): ") == true)
            #expect(result.errorLines.first?.contains("audio") == true)
            #expect(
                try Probe.lines(
                    ["-select_streams", "a", "-show_entries", "stream=codec_name"], of: folder.file("copy.mp4"))
                    == ["aac"])
        }

        @Test("--events holds what scan --json prints")
        func events() throws {
            let path = try Clips.mp4.get()
            let events = folder.file("events.jsonl")
            _ = try annotate(path, "copy.mp4", ["--no-wall-clock", "--events", events])
            let scanned = try Lumascan.run(["scan", "--json", "--no-wall-clock", path])
            #expect(String(decoding: try folder.read("events.jsonl"), as: UTF8.self) == scanned.outputText)
        }

        @Test("An output that exists stays as it is when the run fails")
        func failedRun() throws {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try Clips.mp4.get())))
            try folder.write(Array("precious".utf8), to: "out.mp4")
            try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp4")
            let result = try Lumascan.run(["annotate", "--overwrite", folder.file("cut.mp4"), folder.file("out.mp4")])
            #expect(result.status == 3)
            #expect(try folder.read("out.mp4") == Array("precious".utf8))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["cut.mp4", "out.mp4"])
        }

        @Test("--overwrite replaces the output")
        func overwritten() throws {
            try folder.write([1], to: "copy.mkv")
            let copy = try annotate(try Clips.mkv.get(), "copy.mkv", ["--overwrite"])
            #expect(try Probe.milliseconds(of: copy).count == 25)
        }
    }
}
