import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Annotated video while a source runs")
    struct LiveOutputTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Two codes, ten frames a second; played at its own pace.
        private func clip(frames: Int) throws -> String {
            let clip = GoldenClip(
                timing: .constant(rate: (10, 1), count: frames),
                placements: [
                    Placement(try CodePicture("left", .qrCode), at: Pose(x: 150, y: 180)),
                    Placement(try CodePicture("right", .qrCode), at: Pose(x: 480, y: 180)),
                ])
            let path = folder.file("door.mkv")
            try clip.write(to: path, as: ClipEncoding(video: .ffv1))
            return path
        }

        private func newFolder(_ name: String) throws -> String {
            let path = folder.file(name)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            return path
        }

        private func names(in path: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        }

        // MARK: Recording

        @Test("A recording is cut into files named by stream and time, all frames in them, old ones removed")
        func record() throws {
            let source = try clip(frames: 35)
            let recorded = try newFolder("recorded")
            let options = ["--record", recorded, "--record-segment", "1"]
            let first = try Lumascan.run(["scan", "--json", "--formats", "qr"] + options + [source])
            #expect(first.status == 0, "\(first.errorText)")
            let files = try names(in: recorded)
            #expect(files.count == 4, "\(files)")
            var frames = 0
            for file in files {
                #expect(try #require(file.wholeMatch(of: /.+-door\.mkv-[0-9]{8}T[0-9]{6}Z\.mkv/)).0 == file)
                let counted = try Command.run(
                    [
                        "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
                        "csv=p=0", "\(recorded)/\(file)",
                    ], timeout: 30)
                frames += Int(counted.outputText.filter(\.isNumber)) ?? 0
            }
            #expect(frames == 35)
            let codes = try Lumascan.run(["scan", "--formats", "qr", "\(recorded)/\(files[1])"])
            #expect(codes.outputLines.count == 2)

            // What is too old, what a killed process left, and what is not the stream's.
            let prefix = try #require(files[0].firstMatch(of: /^(.+)-[0-9]{8}T/)).1
            let content = Array("x".utf8)
            for name in [
                "\(prefix)-20200101T000000Z.mkv", "other-20200101T000000Z.mkv", "\(prefix)-notes.mkv",
                ".\(prefix)-20991231T000000Z.999999999.partial.mkv",
                // Of a process whose number another program has now.
                ".\(prefix)-20991230T000000Z.\(getpid()).partial.mkv",
            ] { try Data(content).write(to: URL(filePath: "\(recorded)/\(name)")) }
            let second = try Lumascan.run(
                ["scan", "--formats", "qr", "--duration", "0.5"] + options + ["--record-days", "1", source])
            #expect(second.status == 0, "\(second.errorText)")
            let others = try names(in: recorded).filter { !files.contains($0) }
            #expect(
                others.filter { !$0.contains("T") || $0.contains("T000000Z") } == [
                    "\(prefix)-20991230T000000Z.mkv", "\(prefix)-20991231T000000Z.mkv", "other-20200101T000000Z.mkv",
                ].sorted() + ["\(prefix)-notes.mkv"])
            #expect(others.allSatisfy { !$0.hasPrefix(".") })
        }

        @Test("A recording that fails is told and tried again, and the scan goes on")
        func recordFails() throws {
            let recorded = try newFolder("recorded")
            let command = try LiveScan(try clip(frames: 60), ["--record", recorded, "--record-segment", "1"])
            #expect(try Waiting.until { try names(in: recorded).first { !$0.hasPrefix(".") } } != nil)
            try FileManager.default.removeItem(atPath: recorded)
            try command.wait(for: 1, "output.failed")
            let result = try command.program.wait()
            let events = try EventLine.all(in: result.outputText)
            #expect(result.status == 0)
            #expect(events.last?.event == "stream.ended")
            #expect(events.last?.reason == "eos")
            #expect(events.last?.frames == 60)
            #expect(events.first { $0.event == "output.failed" }?.message?.contains("--record") == true)
            #expect(result.errorText.contains("trying again in"))
        }

        @Test(
            "What cannot be an output is said before anything runs",
            arguments: [
                (["--record", "/nowhere"], 3, "--record /nowhere: is no folder"),
                (["--restream", "http://:8554/x"], 2, "is not an address to send from"),
                (["--restream", "rtsp://:8554"], 2, "is not an address to send from"),
                (["--shm", "/dev/null"], 3, "--shm /dev/null: there is a file already"),
                (["--show"], 3, "--show: there is no display"),
                (["--record-days", "3"], 2, "need --record"),
            ])
        func impossible(options: [String], status: Int32, message: String) throws {
            let result = try Lumascan.run(
                ["scan"] + options + [try clip(frames: 2)], environment: ["DISPLAY": ""])
            #expect(result.status == status)
            #expect(result.errorText.contains(message), "\(result.errorText)")
            #expect(result.outputText == "")
        }

        // MARK: Clients

        /// Reads frames of a restreamed source and gives how many came.
        private func client(_ uri: String, frames: Int) throws -> Command {
            try Command([
                "ffmpeg", "-nostdin", "-loglevel", "error", "-rtsp_transport", "tcp", "-i", uri, "-frames:v",
                "\(frames)", "-f", "null", "-",
            ])
        }

        @Test("Several clients see a restream, one that does not read harms nobody, a stranger is refused")
        func restream() throws {
            let port = try FreePort.find()
            // Encoders and clients may hold looks up for longer than a code is otherwise waited for.
            let command = try LiveScan(
                try clip(frames: 400),
                ["--lost-after", "60000", "--restream", "rtsp://viewer:right@127.0.0.1:\(port)/door"])
            try command.wait(for: 2, "code.new")
            let uri = "rtsp://viewer:right@127.0.0.1:\(port)/door"
            let stuck = try client(uri, frames: 300)
            let first = try client(uri, frames: 5)
            #expect(try first.wait().status == 0)
            stuck.send(SIGSTOP)
            let others = [try client(uri, frames: 40), try client(uri, frames: 40)]
            for other in others {
                let result = try other.wait()
                #expect(result.status == 0, "\(result.errorText)")
            }
            let stranger = try client("rtsp://viewer:wrong@127.0.0.1:\(port)/door", frames: 1).wait()
            #expect(stranger.errorText.contains("401"), "\(stranger.errorText)")
            stuck.send(SIGKILL)
            command.program.send(SIGINT)
            let result = try command.program.wait()
            #expect(result.status == 130)
            let events = try EventLine.all(in: result.outputText)
            #expect(events.filter { $0.event == "code.new" }.count == 2)
            #expect(!(result.outputText + result.errorText).contains("right@"))
        }

        // MARK: Shared memory

        @Test("Another process reads the frames from shared memory; a socket that was left behind is replaced")
        func sharedMemory() throws {
            let path = folder.file("frames")
            let stale = try Command.run(
                [
                    "/usr/bin/python3", "-c",
                    "import socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])", path,
                ], timeout: 30)
            #expect(stale.status == 0)
            let command = try LiveScan(try clip(frames: 200), ["--shm", path])
            try command.wait(for: 2, "code.new")
            let reader = try Command.run(
                [
                    "gst-launch-1.0", "-q", "shmsrc", "socket-path=\(path)", "num-buffers=3", "!",
                    "video/x-raw,format=I420,width=640,height=360,framerate=10/1", "!", "videoconvert", "!", "pngenc",
                    "!", "multifilesink", "location=\(folder.file("frame-%d.png"))",
                ], timeout: 30)
            #expect(reader.status == 0, "\(reader.errorText)")
            command.program.send(SIGINT)
            _ = try command.program.wait()
            let codes = try Lumascan.run(["scan", "--formats", "qr", folder.file("frame-2.png")])
            #expect(codes.outputLines.count == 2, "\(codes.errorText)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        // MARK: A window

        @Test("In a window a click selects, scanning rests while it is hidden, and ends with it")
        func show() throws {
            let display = try VirtualDisplay()
            let command = try LiveScan(
                try clip(frames: 600), ["--show", "--no-wall-clock"], environment: ["DISPLAY": display.name])
            try command.wait(for: 2, "code.new")
            let window = try #require(
                try Waiting.until {
                    try display.tool(["search", "--onlyvisible", "--name", "door"]).outputLines.first
                })
            try display.tool(["windowsize", "--sync", window, "320", "180"])
            // A picture comes every tenth of a second: the first click may be taken by one of the old size.
            let selected: Bool? = try Waiting.until {
                try display.tool(["mousemove", "--window", window, "240", "90", "click", "1"])
                let text = String(decoding: try command.program.outputSoFar(), as: UTF8.self)
                return text.contains("code.selected") ? true : nil
            }
            #expect(selected == true)
            try display.tool(["windowunmap", window])
            try command.wait(for: 2, "code.end")
            try display.tool(["windowmap", window])
            try command.wait(for: 4, "code.new")
            try display.close(window)
            let result = try command.program.wait()
            let events = try EventLine.all(in: result.outputText)
            #expect(result.status == 0)
            #expect(events.last?.event == "stream.ended")
            #expect(events.last?.reason == "stopped")
            let picked = try #require(events.first { $0.event == "code.selected" })
            #expect(picked.text == "right")
            #expect(result.errorText.contains("selected QRCode right"))
        }

        @Test("Where the X server dies, the scan ends in order and the recording is whole")
        func serverDies() throws {
            let display = try VirtualDisplay()
            let recorded = try newFolder("recorded")
            let command = try LiveScan(
                try clip(frames: 600), ["--show", "--record", recorded], environment: ["DISPLAY": display.name])
            try command.wait(for: 2, "code.new")
            #expect(
                try Waiting.until { try display.tool(["search", "--onlyvisible", "--name", "door"]).outputLines.first }
                    != nil)
            display.kill()
            let result = try command.program.wait()
            #expect(result.status == 0, "\(result.errorText)")
            #expect(try EventLine.all(in: result.outputText).last?.event == "stream.ended")
            #expect(try names(in: recorded).filter { $0.hasSuffix("Z.mkv") }.count == 1)
        }
    }
}

/// A port of this machine on which nobody listens.
enum FreePort {
    static func find() throws -> String {
        let result = try Command.run(
            [
                "/usr/bin/python3", "-c",
                "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
            ], timeout: 30)
        return try #require(result.outputLines.first)
    }
}
