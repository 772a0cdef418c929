import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Network cameras")
    struct LiveTests {
        private let folder: TemporaryFolder
        private let camera: String

        init() throws {
            folder = try TemporaryFolder()
            camera = try Self.camera(in: folder)
        }

        /// A camera for `RTSPServer` that sees one code.
        static func camera(in folder: TemporaryFolder) throws -> String {
            let clip = GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (1, 1), count: 1),
                placements: [Placement(try CodePicture("live", .qrCode), at: Pose(x: 150, y: 110))])
            let path = folder.file("code.mkv")
            try clip.write(to: path, as: ClipEncoding(video: .ffv1))
            return
                "( filesrc location=\(path) ! matroskademux ! avdec_ffv1 ! imagefreeze is-live=true "
                + "! video/x-raw,framerate=10/1 ! videoconvert ! x264enc tune=zerolatency key-int-max=5 "
                + "! rtph264pay name=pay0 pt=96 config-interval=1 )"
        }

        private func scan(_ uri: String, _ options: [String] = [], environment: [String: String] = [:]) throws
            -> LiveScan
        {
            try LiveScan(uri, ["--transport", "tcp", "--latency", "100"] + options, environment: environment)
        }

        @Test("A camera that is killed and comes back is read again: each code once in each appearance")
        func killed() throws {
            var server = try RTSPServer(camera, in: folder)
            let port = server.port
            let command = try scan("rtsp://127.0.0.1:\(port)/codes")
            for round in 1...3 {
                try command.wait(for: round, "code.new")
                server.kill()
                try command.wait(for: round, "stream.interrupted")
                server = try RTSPServer(camera, in: folder, port: port)
                try command.wait(for: round, "stream.resumed")
            }
            try command.wait(for: 4, "code.new")
            let events = try command.finish().events
            let told = events.map(\.event).filter {
                $0.hasPrefix("code.") || ["stream.resumed", "stream.ended"].contains($0)
            }
            let appearance = ["code.new", "code.end", "stream.resumed"]
            #expect(told == appearance + appearance + appearance + ["code.new", "code.end", "stream.ended"])
            #expect(events.first?.event == "stream.started")
            #expect(events.filter { $0.event == "stream.started" }.count == 1)
            #expect(events.filter { $0.event == "code.new" }.map(\.track) == [1, 2, 3, 4])
            #expect(events.map(\.pts).min() == 0)
            let news = events.filter { $0.event == "code.new" }.map(\.pts)
            #expect(news == news.sorted())
        }

        @Test("A camera that is connected and silent is opened anew")
        func frozen() throws {
            let server = try RTSPServer(camera, in: folder)
            let command = try scan("rtsp://127.0.0.1:\(server.port)/codes", ["--stall-after", "2000"])
            try command.wait(for: 1, "code.new")
            server.freeze()
            try command.wait(for: 1, "stream.interrupted")
            server.thaw()
            try command.wait(for: 2, "code.new")
            let (events, errors) = try command.finish()
            let reason = events.first { $0.event == "stream.interrupted" }?.reason
            #expect(reason?.hasSuffix(": no frame for 2 s") == true, "\(reason ?? "-")")
            #expect(errors.contains("no frame for 2 s; trying again in 1 s"))
            // It counts from the last frame, not from when that was noticed.
            #expect(try #require(events.first { $0.event == "stream.resumed" }?.gap) > 2_000_000_000)
        }

        @Test("An output holds no frame of a camera back, however long that waits for late packets")
        func output() throws {
            let server = try RTSPServer(camera, in: folder)
            let command = try LiveScan(
                "rtsp://127.0.0.1:\(server.port)/codes",
                ["--transport", "tcp", "--record", folder.path, "--update-interval", "300"])
            try command.wait(for: 10, "code.update")
            let events = try command.finish().events
            #expect(events.life == ["stream.started", "code.new", "code.end", "stream.ended"])
        }

        @Test("An output that waits for a camera does nothing")
        func waitingOutput() throws {
            let begin = ContinuousClock.now
            let command = try scan("rtsp://127.0.0.1:1/codes", ["--record", folder.path])
            try command.wait(for: 3, "stream.interrupted")
            let facts = try String(
                contentsOfFile: "/proc/\(command.program.processIdentifier)/stat", encoding: .utf8)
            let time = ContinuousClock.now - begin
            _ = try command.finish()
            // Behind the name in brackets, the 12th and 13th field count hundredths of a second (proc_pid_stat).
            let fields = try #require(facts.split(separator: ")").last).split(separator: " ")
            let ticks = try #require(Int(fields[11])) + (try #require(Int(fields[12])))
            #expect(.milliseconds(10 * ticks) < time / 2)
        }

        @Test("Where nobody listens, attempts come more and more rarely, and the program ends when it is told to")
        func refused() throws {
            let server = try RTSPServer(camera, in: folder)
            let port = server.port
            server.kill()
            let command = try scan("rtsp://127.0.0.1:\(port)/codes")
            try command.wait(for: 3, "stream.interrupted")
            let events = try command.finish().events.filter { $0.event == "stream.interrupted" }
            #expect(events.map(\.attempt) == [1, 2, 3])
            #expect(events.allSatisfy { $0.reason?.hasSuffix(": Connection refused") == true })
            for (event, longest) in zip(events, [1.0, 2, 4]) {
                let wait = try #require(event.retryIn)
                #expect(wait >= 0.75 * longest && wait <= longest, "\(wait)")
            }
        }

        @Test("--once ends with the first code, --timeout in order")
        func bounds() throws {
            let server = try RTSPServer(camera, in: folder)
            let uri = "rtsp://127.0.0.1:\(server.port)/codes"
            let once = try Lumascan.run(["scan", "--once", "--transport", "tcp", uri])
            #expect(once.outputText == "live\n")
            #expect(once.status == 0)
            server.kill()
            let late = try Lumascan.run(["scan", "--json", "--timeout", "1.5", uri])
            #expect(try EventLine.all(in: late.outputText).last?.event == "stream.ended")
            #expect(late.status == 3)
        }

        @Test("A wrong password is said, and tried again more rarely")
        func password() throws {
            let server = try RTSPServer(camera, in: folder, account: ("viewer", "right"))
            let command = try scan("rtsp://viewer:wrong@127.0.0.1:\(server.port)/codes")
            try command.wait(for: 1, "stream.interrupted")
            let (events, _) = try command.finish()
            let event = try #require(events.first { $0.event == "stream.interrupted" })
            #expect(try #require(event.retryIn) >= 22)
            #expect(event.reason?.lowercased().contains("authori") == true, "\(event.reason ?? "-")")
        }

        @Test("A source without secrets before one that has them leaves none in the log")
        func secondSource() throws {
            let result = try Lumascan.run(
                ["scan", "--json", "http://127.0.0.1:1/first.mp4", "http://127.0.0.1:1/x.mp4?token=second-secret"],
                environment: ["GST_DEBUG": "6"])
            #expect(result.errorText.contains("x.mp4"))
            #expect(!(result.outputText + result.errorText).contains("second-secret"))
        }

        @Test(
            "No form of a password is written anywhere, however much GStreamer logs",
            arguments: ["p%40ss%3Aw%2Frd", "p%40ss:w/rd"])
        func secrets(written: String) throws {
            let password = "p@ss:w/rd"
            let server = try RTSPServer(camera, in: folder, account: ("viewer", password))
            let log = folder.file("debug.log")
            let graphs = folder.file("graphs")
            try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: false)
            let command = try scan(
                "rtsp://viewer:\(written)@127.0.0.1:\(server.port)/codes",
                environment: [
                    "GST_DEBUG": "6", "GST_DEBUG_FILE": log, "GST_DEBUG_DUMP_DOT_DIR": graphs,
                    "GST_DEBUG_NO_COLOR": "1",
                ])
            try command.wait(for: 1, "code.new")
            let title = try String(
                contentsOfFile: "/proc/\(command.program.processIdentifier)/cmdline", encoding: .utf8)
            command.program.send(SIGINT)
            let result = try command.program.wait()
            let basic = Data("viewer:\(password)".utf8).base64EncodedString()
            let logged = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
            #expect(logged.contains("rtspsrc"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: graphs) == [])
            for form in [password, written, "p%40ss%3Aw%2Frd", "p%40ss%3aw%2frd", basic] {
                for (name, text) in [
                    ("log", logged), ("output", result.outputText), ("errors", result.errorText), ("title", title),
                ] {
                    #expect(!text.contains(form), "\(form) in the \(name)")
                }
            }
        }
    }
}
