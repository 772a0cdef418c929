import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("What goes wrong in a network")
    struct NetworkTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        // MARK: TLS

        @Test("A certificate that nobody trusts is said, with its authority codes are read")
        func certificate() throws {
            let certificate = try TestCertificate(in: folder)
            let server = try RTSPServer(
                try LiveTests.camera(in: folder), in: folder, certificate: certificate.server)
            let uri = "rtsps://127.0.0.1:\(server.port)/codes"
            let refused = try LiveScan(uri)
            try refused.wait(for: 1, "stream.interrupted")
            let event = try #require(try refused.finish().events.first)
            #expect(event.reason?.contains("certificate is not trusted: its issuer is unknown") == true)
            #expect(try #require(event.retryIn) >= 22)
            // GnuTLS takes absolute paths alone.
            let climb = String(
                repeating: "../", count: FileManager.default.currentDirectoryPath.count { $0 == "/" })
            for path in [certificate.authority, climb + certificate.authority.dropFirst()] {
                let result = try Lumascan.run(
                    ["scan", "--once", "--formats", "qr", "--transport", "tcp", "--tls-ca", path, uri])
                #expect(result.outputText == "live\n", "\(result.errorText)")
                #expect(result.errorText == "")
            }
        }

        @Test("A file without certificates is an error at once", arguments: ["text", "missing", "folder"])
        func noCertificates(kind: String) throws {
            let path = kind == "folder" ? folder.path : folder.file("authority.pem")
            if kind == "text" { try folder.write(Array("no certificate\n".utf8), to: "authority.pem") }
            let result = try Lumascan.run(["scan", "--tls-ca", path, "rtsps://127.0.0.1:1/codes"])
            #expect(result.status == 3)
            #expect(result.errorLines.count == 1)
            #expect(result.errorText.contains("“\(path)” has no certificates that can be read"))
        }

        // MARK: Servers that are of no use

        @Test(
            "A server that ends, resets or never answers connections is told, and tried again",
            arguments: [
                (UselessServer.Conduct.close, ["the server closed the connection"]),
                // As early as it is found out.
                (.reset, ["the server closed the connection", "the connection failed", "Connection reset by peer"]),
                (.silent, ["no frame for 2 s"]),
            ])
        func useless(conduct: UselessServer.Conduct, reasons: [String]) throws {
            let server = try UselessServer.start(conduct, in: folder)
            let scan = try LiveScan("rtsp://127.0.0.1:\(server.port)/codes", ["--stall-after", "2000"])
            try scan.wait(for: 2, "stream.interrupted")
            let events = try scan.finish().events.filter { $0.event == "stream.interrupted" }
            #expect(events.map(\.attempt) == [1, 2])
            for event in events {
                let reason = try #require(event.reason)
                #expect(reasons.contains { reason.hasSuffix(": \($0)") }, "\(reason)")
            }
        }

        @Test("A camera that offers sound alone is told, and tried again rarely")
        func soundAlone() throws {
            let server = try RTSPServer(
                "( audiotestsrc is-live=true ! alawenc ! rtppcmapay name=pay0 pt=8 )", in: folder)
            let scan = try LiveScan("rtsp://127.0.0.1:\(server.port)/codes")
            try scan.wait(for: 1, "stream.interrupted")
            let event = try #require(try scan.finish().events.first)
            #expect(event.reason?.hasSuffix(": it offers no video that can be read") == true)
            #expect(try #require(event.retryIn) >= 22)
        }

        // MARK: Packets

        @Test("Lost, late and exchanged packets of RTP interrupt nothing")
        func lossyCamera() throws {
            let camera = try LiveTests.camera(in: folder).replacing(
                "name=pay0 pt=96 config-interval=1",
                with: "pt=96 config-interval=1 ! netsim drop-probability=0.03 delay-probability=0.05 min-delay=5 "
                    + "max-delay=30 allow-reordering=true name=pay0")
            let server = try RTSPServer(camera, in: folder)
            let scan = try LiveScan(
                "rtsp://127.0.0.1:\(server.port)/codes",
                ["--transport", "udp", "--latency", "200", "--update-interval", "500"])
            try scan.wait(for: 10, "code.update")
            let events = try scan.finish().events
            #expect(!events.life.contains("stream.interrupted"))
            #expect(events.isInOrder)
        }

        private func transportStream(
            _ name: String, _ text: String, width: Int = 320, height: Int = 240, video: ClipEncoding.Video = .h264,
            rate: Int = 10
        ) throws -> String {
            let clip = GoldenClip(
                width: width, height: height, timing: .constant(rate: (rate, 1), count: 3 * rate),
                background: .blocks(80...170, seed: 5),
                placements: [Placement(try CodePicture(text, .qrCode), at: Pose(x: 150, y: 110))])
            let path = folder.file("\(name).ts")
            try clip.write(to: path, as: ClipEncoding(video: video, options: ["-g", "5", "-bf", "0"]))
            return path
        }

        /// Scans what is sent, until so many events of that name came.
        private func received(
            _ files: [String], lost: Double = 0, exchanged: Double = 0, until count: Int, _ event: String
        ) throws -> (events: [EventLine], lost: Int, exchanged: Int) {
            let port = try FreePort.find()
            let scan = try LiveScan("udp://127.0.0.1:\(port)", ["--update-interval", "500"])
            try #require(try Waiting.until { try Self.isOpen(port) ? true : nil } == true)
            let counts = try StreamSender.send(files, to: port, lost: lost, exchanged: exchanged)
            try scan.wait(for: count, event)
            return (try scan.finish().events, counts.lost, counts.exchanged)
        }

        /// Whether somebody receives UDP there (proc_net_udp).
        private static func isOpen(_ port: String) throws -> Bool {
            let number = try #require(UInt16(port))
            let address = ":" + String(repeating: "0", count: 4 - String(number, radix: 16).count)
            return try String(contentsOfFile: "/proc/net/udp", encoding: .utf8)
                .contains(address + String(number, radix: 16, uppercase: true) + " ")
        }

        @Test("Lost and exchanged packets of a transport stream interrupt nothing")
        func lossyTransportStream() throws {
            let file = try transportStream("one", "one")
            let (events, lost, exchanged) = try received(
                [file, file, file, file], lost: 0.02, exchanged: 0.02, until: 8, "code.update")
            #expect(lost > 0)
            #expect(exchanged > 0)
            #expect(!events.life.contains("stream.interrupted"))
            #expect(events.isInOrder)
            #expect(events.filter { $0.event == "code.new" }.allSatisfy { $0.text == "one" })
        }

        @Test("A stream that changes its size is followed as it is")
        func size() throws {
            let files = [
                try transportStream("one", "one"), try transportStream("two", "two", width: 480, height: 352),
            ]
            let events = try received(files, until: 2, "code.new").events
            #expect(
                events.life == [
                    "stream.started", "code.new", "code.end", "stream.format", "code.new", "code.end", "stream.ended",
                ])
            #expect(events.filter { $0.event == "code.new" }.map(\.text) == ["one", "two"])
            let format = try #require(events.first { $0.event == "stream.format" })
            #expect(format.width == 480 && format.height == 352)
            #expect(events.isInOrder)
        }

        @Test("A stream whose clock begins anew goes on: no code twice, no time that goes back")
        func restart() throws {
            let file = try transportStream("one", "one")
            let events = try received([file, file, file], until: 14, "code.update").events
            #expect(events.life == ["stream.started", "code.new", "code.end", "stream.ended"])
            #expect(events.isInOrder)
            let updates = events.filter { $0.event == "code.update" }.map(\.pts)
            #expect(updates == updates.sorted())
        }

        @Test("A stream that changes its codec is opened anew")
        func codec() throws {
            let other = try transportStream("other", "two", video: .mpeg2, rate: 25)
            let events = try received(
                [try transportStream("one", "one"), other, other], until: 2, "code.new"
            ).events
            #expect(
                events.life == [
                    "stream.started", "code.new", "code.end", "stream.interrupted", "stream.resumed", "stream.format",
                    "code.new", "code.end", "stream.ended",
                ])
            #expect(events.filter { $0.event == "code.new" }.map(\.text) == ["one", "two"])
            #expect(events.isInOrder)
        }
    }
}
