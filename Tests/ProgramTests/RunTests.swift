import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("run with the pipelines of the repository")
    struct RunTests {
        private let folder: TemporaryFolder
        private static let pipelines = "\(SharedData.packageRoot)/pipelines"

        init() throws { folder = try TemporaryFolder() }

        private static let line = "0:00:00.000\tQRCode\t\(Clips.text)\n"

        @Test("Every pipeline has a test here")
        func allOfThem() throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.pipelines)
            #expect(
                names.filter { $0.hasSuffix(".launch") }.sorted() == [
                    "annotate-file.launch", "scan-file.launch", "shared-memory.launch", "stdin-stdout.launch",
                    "window.launch",
                ])
        }

        @Test("scan-file reads a file whose name is awkward")
        func scanFile() throws {
            let path = folder.file("a \"b\" 'c' \\d! {e}.mp4")
            try FileManager.default.copyItem(atPath: try Clips.mp4.get(), toPath: path)
            let result = try Lumascan.run(["run", "\(Self.pipelines)/scan-file.launch", "input=\(path)"])
            #expect(result.outputText == Self.line)
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        @Test("annotate-file writes a copy with the sound as it was")
        func annotateFile() throws {
            let (path, copy) = (folder.file("plain.mp4"), folder.file("copy.mp4"))
            try Clips.writePlainMovie(to: path)
            let result = try Lumascan.run([
                "run", "\(Self.pipelines)/annotate-file.launch", "input=\(path)", "output=\(copy)",
            ])
            #expect(result.outputText == Self.line)
            #expect(result.status == 0)
            #expect(try Probe.milliseconds(of: copy) == Probe.milliseconds(of: path))
            #expect(try Probe.audioDigest(of: copy) == Probe.audioDigest(of: path))
        }

        @Test("window shows the file where there is a window; here its frames go nowhere")
        func window() throws {
            let text = String(
                decoding: try Data(contentsOf: URL(filePath: "\(Self.pipelines)/window.launch")), as: UTF8.self)
            #expect(text.contains(" autovideosink"))
            let path = try folder.write(
                Array(text.replacing("autovideosink", with: "fakesink sync=false").utf8), to: "w")
            let result = try Lumascan.run(["run", path, "input=\(try Clips.mp4.get())"])
            #expect(result.outputText == Self.line)
            #expect(result.status == 0)
        }

        @Test("stdin-stdout stands between two other pipelines")
        func standardStreams() throws {
            let (path, copy) = (try Clips.mkv.get(), folder.file("copy.mkv"))
            let script =
                "gst-launch-1.0 -q filesrc location=\"$1\" ! decodebin ! videoconvert ! gdppay ! fdsink"
                + " | \"$0\" run --events \"$3\" \"$4\""
                + " | gst-launch-1.0 -q fdsrc ! gdpdepay ! videoconvert ! jpegenc ! matroskamux ! filesink location=\"$2\""
            let events = folder.file("events.jsonl")
            let result = try Command.run([
                "bash", "-o", "pipefail", "-c", script, try Lumascan.path(), path, copy, events,
                "\(Self.pipelines)/stdin-stdout.launch",
            ])
            #expect(result.errorText == "")
            #expect(result.status == 0)
            #expect(try Probe.milliseconds(of: copy) == Probe.milliseconds(of: path))
            let told = try EventLine.all(in: String(decoding: try folder.read("events.jsonl"), as: UTF8.self))
            #expect(told.filter { $0.event == "code.new" }.map(\.text) == [Clips.text])
            #expect(told.last?.frames == 25)
        }

        @Test("shared-memory stands between two other pipelines")
        func sharedMemory() throws {
            let (input, output) = (folder.file("in"), folder.file("out"))
            let path = folder.file("frame.png")
            try Clips.still().frame(at: 0).writePNG(to: path)
            let format = "video/x-raw,format=I420,width=320,height=240,framerate=25/1"
            func launch(_ description: String) throws -> Command {
                try Command(["gst-launch-1.0", "-q"] + description.split(separator: " ").map(String.init))
            }
            func appears(_ path: String) throws {
                for _ in 0..<1000 where !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
            }
            let source = try launch(
                "filesrc location=\(path) ! pngdec ! videoconvert ! imagefreeze ! \(format) ! gdppay ! "
                    + "shmsink socket-path=\(input) wait-for-connection=true sync=false shm-size=16777216")
            try appears(input)
            let program = try Lumascan.start([
                "run", "--mode", "recorded", "\(Self.pipelines)/shared-memory.launch", "input=\(input)",
                "output=\(output)",
            ])
            try appears(output)
            let sink = try launch(
                "shmsrc socket-path=\(output) num-buffers=12 ! gdpdepay ! filesink location=\(folder.file("raw"))")
            #expect(try sink.wait(timeout: 30).status == 0)
            // Whole frames of 4:2:0 arrive. The source has no end: what runs on is killed.
            let frames = try folder.read("raw").count / (320 * 240 * 3 / 2)
            #expect(try folder.read("raw").count == frames * 320 * 240 * 3 / 2)
            #expect(frames > 5)
            #expect(String(decoding: try program.outputSoFar(), as: UTF8.self) == RunTests.line)
            program.send(SIGKILL)
            source.send(SIGKILL)
        }
    }
}
