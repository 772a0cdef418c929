import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Streams and files over HTTP")
    struct WebStreamTests {
        private let folder: TemporaryFolder
        private let clip: GoldenClip

        init() throws {
            folder = try TemporaryFolder()
            clip = GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (10, 1), count: 10),
                placements: [Placement(try CodePicture("web", .qrCode), at: Pose(x: 150, y: 110))])
            try clip.frame(at: 0).writeJPEG(to: folder.file("frame.jpg"))
        }

        @Test("A camera behind HTTP that is killed and comes back is read again, and its password is shown nowhere")
        func camera() throws {
            let account = "viewer:p@ss:w/rd"
            var server = try WebServer.start(folder, authorization: account)
            let port = server.port
            let log = folder.file("debug.log")
            let scan = try LiveScan(
                "http://viewer:p%40ss%3Aw%2Frd@127.0.0.1:\(port)/camera?token=query-secret",
                environment: ["GST_DEBUG": "6", "GST_DEBUG_FILE": log, "GST_DEBUG_NO_COLOR": "1"])
            try scan.wait(for: 1, "code.new")
            server.kill()
            try scan.wait(for: 1, "stream.interrupted")
            server = try WebServer.start(folder, port: port, authorization: account)
            try scan.wait(for: 2, "code.new")
            let title = try String(contentsOfFile: "/proc/\(scan.program.processIdentifier)/cmdline", encoding: .utf8)
            let (events, errors) = try scan.finish()
            #expect(
                events.life.filter { $0 != "stream.interrupted" } == [
                    "stream.started", "code.new", "code.end", "stream.resumed", "code.new", "code.end", "stream.ended",
                ])
            #expect(events.isInOrder)
            let basic = Data(account.utf8).base64EncodedString()
            #expect(String(decoding: try server.program.outputSoFar(), as: UTF8.self).contains("Basic \(basic)"))
            let logged = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
            #expect(logged.contains("souphttpsrc"))
            for secret in ["p@ss:w/rd", "p%40ss%3Aw%2Frd", "p%40ss:w/rd", basic, "query-secret"] {
                for (name, text) in [
                    ("log", logged), ("errors", errors), ("title", title), ("events", "\(events)"),
                ] {
                    #expect(!text.contains(secret), "\(secret) in the \(name)")
                }
            }
        }

        @Test("A wrong password is said in one line")
        func password() throws {
            let server = try WebServer.start(folder, authorization: "viewer:right")
            let uri = "127.0.0.1:\(server.port)/camera"
            let result = try Lumascan.run(["scan", "http://viewer:wrong@\(uri)"])
            #expect(result.status == 3)
            #expect(
                result.errorText == "lumascan: http://\(uri): Unauthorized (401) — check user and password\n")
        }

        @Test("An address that leads to another is followed")
        func moved() throws {
            let server = try WebServer.start(folder)
            let result = try Lumascan.run(
                ["scan", "--once", "--formats", "qr", "http://127.0.0.1:\(server.port)/moved"])
            #expect(result.outputText == "web\n", "\(result.errorText)")
        }

        @Test("A file over HTTP ends as a file does; one that is not there is said")
        func file() throws {
            try clip.write(to: folder.file("clip.mp4"))
            let server = try WebServer.start(folder)
            let uri = "http://127.0.0.1:\(server.port)"
            let result = try Lumascan.run(["scan", "--json", "--formats", "qr", "\(uri)/clip.mp4"])
            let events = try EventLine.all(in: result.outputText)
            #expect(result.status == 0)
            #expect(events.life == ["stream.started", "code.new", "code.end", "stream.ended"])
            #expect(events.last?.reason == "eos")
            #expect(events.last?.frames == 10)
            let missing = try Lumascan.run(["scan", "\(uri)/none.mp4"])
            #expect(missing.status == 3)
            #expect(missing.errorText == "lumascan: \(uri)/none.mp4: File not found (404)\n")
        }

        @Test("A server that cannot be reached or trusted is said with the reason")
        func unreachable() throws {
            let certificate = try TestCertificate(in: folder)
            let server = try WebServer.start(folder, certificate: certificate.server)
            let uri = "https://127.0.0.1:\(server.port)/frame.jpg"
            let strange = try Lumascan.run(["scan", uri])
            #expect(strange.errorText.contains("certificate is not trusted: its issuer is unknown"))
            let trusted = try Lumascan.run(["scan", "--once", "--tls-ca", certificate.authority, uri])
            #expect(trusted.outputText == "web\n", "\(trusted.errorText)")
            server.kill()
            let gone = try Lumascan.run(["scan", uri])
            #expect(gone.errorText == "lumascan: \(uri): Could not connect to 127.0.0.1: Connection refused\n")
            #expect([strange.status, gone.status] == [3, 3])
        }

        @Test("A live playlist is followed at its pace")
        func playlist() throws {
            let encoder = try Command(
                ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-loop", "1", "-framerate", "10"]
                    + [
                        "-i", folder.file("frame.jpg"), "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10", "-bf",
                        "0",
                    ]
                    + ["-f", "hls", "-hls_time", "1", "-hls_list_size", "4", "-t", "120"]
                    + ["-hls_flags", "delete_segments+omit_endlist+temp_file", folder.file("live.m3u8")])
            let isThere: Bool? = try Waiting.until {
                let text = (try? folder.read("live.m3u8")).map { String(decoding: $0, as: UTF8.self) } ?? ""
                return text.contains("live2.ts") ? true : nil
            }
            try #require(isThere == true)
            let server = try WebServer.start(folder)
            let scan = try LiveScan(
                "http://127.0.0.1:\(server.port)/live.m3u8", ["--update-interval", "1000"])
            try scan.wait(for: 6, "code.update")
            let events = try scan.finish().events
            encoder.send(SIGKILL)
            _ = try encoder.wait()
            #expect(events.life == ["stream.started", "code.new", "code.end", "stream.ended"])
            #expect(events.isInOrder)
        }
    }
}
