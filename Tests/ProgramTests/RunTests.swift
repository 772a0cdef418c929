import Foundation
import TestSupport
import Testing

@Suite("run with the pipelines of the repository", .serialized)
struct RunTests {
    private let folder: TemporaryFolder
    private static let pipelines = "\(SharedData.packageRoot)/pipelines"

    init() throws { folder = try TemporaryFolder() }

    private static let line = "0:00:00.000\tQRCode\t\(Clips.text)\n"

    @Test("Every pipeline has a test here")
    func allOfThem() throws {
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: Self.pipelines).sorted() == [
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
        let path = try folder.write(Array(text.replacing("autovideosink", with: "fakesink sync=false").utf8), to: "w")
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
        let (input, output, copy) = (folder.file("in"), folder.file("out"), folder.file("copy.mkv"))
        let path = try Clips.mkv.get()
        let size = "video/x-raw,format=I420,width=320,height=240"
        func launch(_ description: String) throws -> Command {
            try Command(["gst-launch-1.0", "-q"] + description.split(separator: " ").map(String.init))
        }
        func appears(_ path: String) throws {
            for _ in 0..<1000 where !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
        }
        let source = try launch(
            "filesrc location=\(path) ! decodebin ! videoconvert ! \(size) ! gdppay ! "
                + "shmsink socket-path=\(input) wait-for-connection=true sync=false shm-size=16777216")
        try appears(input)
        let program = try Lumascan.start([
            "run", "--mode", "recorded", "\(Self.pipelines)/shared-memory.launch", "input=\(input)", "output=\(output)",
        ])
        try appears(output)
        let sink = try launch(
            "shmsrc socket-path=\(output) ! gdpdepay ! videoconvert ! jpegenc ! matroskamux ! "
                + "filesink location=\(copy)")
        let result = try program.wait(timeout: 30)
        _ = try source.wait(timeout: 10)
        _ = try sink.wait(timeout: 10)
        #expect(result.outputText == Self.line)
        // Shared memory cannot tell the end of a stream from a source that went away.
        #expect(result.errorText == "lumascan: pipeline: Failed to read from shmsrc (Control socket has closed)\n")
        #expect(result.status == 3)
        let (times, original) = (try Probe.milliseconds(of: copy), try Probe.milliseconds(of: path))
        #expect(!times.isEmpty)
        #expect(Set(times).isSubset(of: original))
    }
}
