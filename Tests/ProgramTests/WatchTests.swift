import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("watch")
    struct WatchTests {
        private let folder: TemporaryFolder
        private let camera: String

        init() throws {
            folder = try TemporaryFolder()
            camera = try LiveTests.camera(in: folder)
        }

        // MARK: Steps

        @discardableResult
        private func write(_ text: String, to name: String = "cameras.conf", mode: Int = 0o600) throws -> String {
            let path = try folder.write(Array(text.utf8), to: name)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }

        private func start(_ configuration: String, environment: [String: String] = [:]) throws -> Command {
            let path = try write(configuration)
            return try Command([try Lumascan.path(), "watch", path], environment: environment)
        }

        private func events(_ command: Command) throws -> [EventLine] {
            // The last line may not be whole yet.
            let text = String(decoding: try command.outputSoFar(), as: UTF8.self)
            return try EventLine.all(in: String(text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]))
        }

        private func errors(_ command: Command) throws -> String {
            String(decoding: try command.errorsSoFar(), as: UTF8.self)
        }

        /// Waits until so many events of that name came from the stream.
        private func wait(for event: String, _ count: Int = 1, of stream: String, from command: Command) throws {
            let found: Bool? = try Waiting.until {
                try events(command).count { $0.event == event && $0.stream == stream } >= count ? true : nil
            }
            let said = try errors(command)
            try #require(found == true, "no \(event) number \(count) of \(stream): \(said)")
        }

        private func wait(forError text: String, _ count: Int = 1, from command: Command) throws {
            let found: Bool? = try Waiting.until {
                try errors(command).components(separatedBy: text).count > count ? true : nil
            }
            let said = try errors(command)
            try #require(found == true, "no “\(text)” number \(count): \(said)")
        }

        /// The events of a stream's life and its new codes, in order.
        private func life(of stream: String, _ events: [EventLine]) -> [String] {
            events.filter { $0.stream == stream && !["light.ok", "light.low"].contains($0.event) }.map { event in
                event.event + (event.event == "stream.ended" ? " \(event.reason ?? "-")" : "")
            }
        }

        /// The rest of a configuration for small cameras on this machine.
        private static let defaults = "[defaults]\nformats=qr\ntransport=tcp\nlatency=100\n"

        private static func stream(_ name: String, _ server: RTSPServer, _ keys: String = "") -> String {
            "[stream \(name)]\nuri=rtsp://127.0.0.1:\(server.port)/codes\n\(keys)\n"
        }

        // MARK: Reloads

        @Test("A reload adds, removes and changes streams, and another one keeps its track; SIGTERM ends all in order")
        func reload() throws {
            let server = try RTSPServer(camera, in: folder)
            let (kept, gone) = (Self.stream("kept", server), Self.stream("gone", server))
            let command = try start(Self.defaults + kept + gone + Self.stream("changed", server))
            for name in ["kept", "gone", "changed"] { try wait(for: "code.new", of: name, from: command) }
            try write(
                Self.defaults + kept + Self.stream("changed", server, "interval=200") + Self.stream("added", server))
            command.send(SIGHUP)
            try wait(for: "code.new", 2, of: "changed", from: command)
            try wait(for: "code.new", of: "added", from: command)
            try wait(for: "stream.ended", of: "gone", from: command)
            command.send(SIGTERM)
            let result = try command.wait()
            #expect(result.status == 0)
            let events = try EventLine.all(in: result.outputText)
            let whole = ["stream.started", "code.new", "code.end", "stream.ended stopped"]
            #expect(life(of: "kept", events) == whole)
            #expect(life(of: "gone", events) == whole)
            #expect(life(of: "changed", events) == whole + whole)
            #expect(life(of: "added", events) == whole)
            #expect(result.errorText == "lumascan: \(folder.file("cameras.conf")): was read again; 3 streams\n")
        }

        @Test("A broken file is told line by line and changes nothing; a mended one is taken over")
        func brokenReload() throws {
            let server = try RTSPServer(camera, in: folder)
            let good = Self.defaults + Self.stream("door", server)
            let command = try start(good)
            try wait(for: "code.new", of: "door", from: command)
            let path = try write(good + "interval=abc\n[stream yard]\nuri=\n")
            command.send(SIGHUP)
            try wait(forError: "is not taken over", from: command)
            try write(good + Self.stream("yard", server))
            command.send(SIGHUP)
            try wait(for: "code.new", of: "yard", from: command)
            command.send(SIGINT)
            let result = try command.wait()
            #expect(result.status == 130)
            #expect(
                result.errorText == """
                    lumascan: \(path):8: interval: “abc” is not a number of milliseconds
                    lumascan: \(path):10: uri: is empty
                    lumascan: \(path): is not taken over; everything goes on as it was
                    lumascan: \(path): was read again; 2 streams

                    """)
            let whole = ["stream.started", "code.new", "code.end", "stream.ended stopped"]
            #expect(life(of: "door", try EventLine.all(in: result.outputText)) == whole)
        }

        @Test("A stream that is recorded leaves whole files at a reload and at the end")
        func recorded() throws {
            let server = try RTSPServer(camera, in: folder)
            let recordings = folder.file("recordings")
            try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: false)
            let text = Self.defaults + Self.stream("door", server, "record=\(recordings)")
            let command = try start(text)
            try wait(for: "light.ok", of: "door", from: command)
            try write(text + "interval=200\n")
            try wait(for: "code.new", of: "door", from: command)
            command.send(SIGHUP)
            try wait(for: "light.ok", 2, of: "door", from: command)
            command.send(SIGTERM)
            #expect(try command.wait().status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: recordings).sorted()
            #expect(names.allSatisfy { $0.hasPrefix("door-") && $0.hasSuffix(".mkv") }, "\(names)")
            #expect(names.count == 2)
            for name in names { #expect(try Probe.milliseconds(of: "\(recordings)/\(name)").count > 3) }
        }

        // MARK: Failures

        @Test("Streams that fail, end or never begin leave another one alone; what failed is tried at a reload")
        func failures() throws {
            let server = try RTSPServer(camera, in: folder)
            let closed = try RTSPServer(camera, in: folder)
            closed.kill()
            let missing = folder.file("missing.mkv")
            let command = try start(
                Self.defaults + Self.stream("door", server) + Self.stream("closed", closed)
                    + "[stream missing]\nuri=\(missing)\n[stream film]\nuri=\(try Clips.mkv.get())\n")
            try wait(for: "code.new", of: "door", from: command)
            try wait(for: "stream.interrupted", 2, of: "closed", from: command)
            try wait(forError: "film: came to its end (25 frames, 1 code)", from: command)
            try wait(forError: "missing: is tried again in ", from: command)
            try FileManager.default.copyItem(atPath: try Clips.mkv.get(), toPath: missing)
            command.send(SIGHUP)
            try wait(forError: "missing: came to its end (25 frames, 1 code)", from: command)
            command.send(SIGTERM)
            let result = try command.wait()
            #expect(result.status == 0)
            let events = try EventLine.all(in: result.outputText)
            #expect(
                life(of: "door", events) == ["stream.started", "code.new", "code.end", "stream.ended stopped"])
            #expect(life(of: "closed", events).last == "stream.ended stopped")
            let film = ["stream.started", "code.new", "code.end", "stream.ended eos"]
            #expect(life(of: "film", events) == film)
            #expect(life(of: "missing", events) == ["error"] + film)
            #expect(result.errorText.contains("lumascan: missing: \(missing): no such file — check the path\n"))
            #expect(result.errorText.contains("lumascan: closed: rtsp://127.0.0.1:\(closed.port)/codes: "))
        }

        @Test("A stream that is stuck holds neither another one up nor the end, when that is asked for twice")
        func stuck() throws {
            let pipe = folder.file("pipe.mkv")
            try Command.output(of: ["mkfifo", pipe])
            let socket = try NotifySocket(in: folder)
            let command = try start(
                "[stream stuck]\nuri=\(pipe)\n[stream film]\nuri=\(try Clips.mkv.get())\n",
                environment: ["NOTIFY_SOCKET": socket.path])
            try wait(forError: "film: came to its end (25 frames, 1 code)", from: command)
            command.send(SIGHUP)
            try wait(forError: "was read again; 2 streams", from: command)
            command.send(SIGTERM)
            try socket.wait(for: "STOPPING=1")
            command.send(SIGTERM)
            #expect(try command.wait().status == 143)
        }

        @Test("A disk that is full loses events, and nothing else")
        func fullDisk() throws {
            let film = try Clips.mkv.get()
            let command = try start("[watch]\nevents=/dev/full\n[stream film]\nuri=\(film)\n")
            try wait(forError: "film: came to its end (25 frames, 1 code)", from: command)
            try write("[watch]\nevents=\(folder.file("events"))\n[stream film]\nuri=\(film)\nbytes=true\n")
            command.send(SIGHUP)
            try wait(forError: "film: came to its end (25 frames, 1 code)", 2, from: command)
            command.send(SIGTERM)
            let result = try command.wait()
            #expect(result.status == 0)
            #expect(
                result.errorLines.filter { $0.contains("lost") } == [
                    "lumascan: /dev/full: cannot be written (No space left on device); events are lost until it can be",
                    "lumascan: \(folder.file("events")): is written again; 5 events were lost",
                ])
            let events = try EventLine.all(in: String(decoding: try folder.read("events"), as: UTF8.self))
            #expect(life(of: "film", events) == ["stream.started", "code.new", "code.end", "stream.ended eos"])
        }

        @Test("Where the reader of standard output goes away, the program ends as programs do")
        func readerGone() throws {
            let path = try write("[stream film]\nuri=\(try Clips.mkv.get())\n")
            let result = try Command.run([
                "bash", "-c", "\"$0\" watch \"$1\" | head -n 1; echo ${PIPESTATUS[0]}", try Lumascan.path(), path,
            ])
            #expect(result.outputLines.last == "141")
        }

        // MARK: The file

        @Test("A broken file at the start: every mistake, status 2, nothing runs; --check says the same")
        func brokenStart() throws {
            let path = try write("[stream a]\nuri=\(try Clips.mkv.get())\n[stream b]\nurl=x\n")
            for arguments in [["watch", path], ["watch", "--check", path]] {
                let result = try Lumascan.run(arguments)
                #expect(result.status == 2)
                #expect(result.outputText == "")
                #expect(
                    result.errorText == """
                        lumascan: \(path):3: [stream b]: has no uri
                        lumascan: \(path):4: url: is no key of a stream; 'lumascan watch --help' says what is

                        """)
            }
        }

        @Test("--check of a good file runs nothing and writes no events")
        func check() throws {
            let path = try write("[watch]\nevents=\(folder.file("events"))\n[stream a]\nuri=a.mp4\n")
            let result = try Lumascan.run(["watch", "--check", path])
            #expect(result.outputText == "\(path): 1 stream, nothing wrong\n")
            #expect(result.errorText == "")
            #expect(result.status == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.file("events")))
        }

        @Test("Events that cannot be written are told before anything runs")
        func noEvents() throws {
            let events = folder.file("none/events")
            let path = try write("[watch]\nevents=\(events)\n[stream a]\nuri=\(try Clips.mkv.get())\n")
            let result = try Lumascan.run(["watch", path])
            #expect(result.status == 3)
            #expect(result.errorText == "lumascan: \(events): cannot be written (No such file or directory)\n")
        }

        // MARK: The service

        @Test("systemd is told of the beginning, of reloads, of what runs, of the end, and gets signs of life")
        func notifications() throws {
            let socket = try NotifySocket(in: folder)
            let film = "[stream film]\nuri=\(try Clips.mkv.get())\n"
            let command = try start(
                film, environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "200000"])
            try socket.wait(for: "STATUS=1 stream: 1 ended")
            try socket.wait(for: "WATCHDOG=1", 3)
            let path = try write(film + "[stream b]\nuri=\n")
            command.send(SIGHUP)
            let broken = "\(path) is broken and not taken over; 1 stream: 1 ended"
            try socket.wait(for: "READY=1\nSTATUS=\(broken)")
            try write(film)
            command.send(SIGHUP)
            try socket.wait(for: "READY=1\nSTATUS=1 stream: 1 ended")
            command.send(SIGTERM)
            #expect(try command.wait().status == 0)
            let received = socket.received()
            let steps = received.filter { !$0.hasPrefix("WATCHDOG") && !$0.hasPrefix("STATUS") }.map {
                $0.split(separator: "\n").first ?? ""
            }
            #expect(steps == ["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1", "STOPPING=1"])
            #expect(received.first == "READY=1\nSTATUS=1 stream: 1 opening")
            let reload = received.first { $0.hasPrefix("RELOADING=1") } ?? ""
            #expect(reload.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[1-9][0-9]*/) != nil, "\(reload)")
        }

        @Test(
            "The example unit is one that systemd takes",
            .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
        func unit() throws {
            let path = "\(SharedData.packageRoot)/pipelines/watch/lumascan-watch.service"
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            #expect(text.contains("ExecStart=/usr/local/bin/lumascan watch "))
            // The program need not be installed here.
            let unit = try write(
                text.replacing("/usr/local/bin/lumascan", with: try Lumascan.path()), to: "lumascan-watch.service",
                mode: 0o644)
            let result = try Command.run(["systemd-analyze", "verify", "--man=no", unit])
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        // MARK: Secrets

        @Test("Passwords of included files appear nowhere, however much GStreamer logs")
        func secrets() throws {
            let password = "p@ss:w/rd"
            let server = try RTSPServer(camera, in: folder, account: ("viewer", password))
            let (log, graphs) = (folder.file("debug.log"), folder.file("graphs"))
            try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: false)
            try write("[stream door]\nuser=viewer\npassword=\(password)\n", to: "secrets.conf")
            let configuration =
                "[watch]\ninclude=secrets.conf\n" + Self.defaults + Self.stream("door", server)
                + "[stream yard]\nuri=http://127.0.0.1:1/x.mp4?token=second-secret\n"
            let command = try start(
                configuration,
                environment: [
                    "GST_DEBUG": "6", "GST_DEBUG_FILE": log, "GST_DEBUG_DUMP_DOT_DIR": graphs,
                    "GST_DEBUG_NO_COLOR": "1",
                ])
            try wait(for: "code.new", of: "door", from: command)
            try wait(forError: "yard: is tried again", from: command)
            try write("[stream door]\nuser=viewer\npassword=\(password)\nthird-secret\n", to: "secrets.conf")
            command.send(SIGHUP)
            try wait(forError: "is not taken over", from: command)
            let process = "/proc/\(command.processIdentifier)"
            let title = try String(contentsOfFile: "\(process)/cmdline", encoding: .utf8)
            command.send(SIGTERM)
            let result = try command.wait()
            #expect(result.status == 0)
            let logged = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
            #expect(logged.contains("rtspsrc"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: graphs) == [])
            let basic = Data("viewer:\(password)".utf8).base64EncodedString()
            for form in [password, "p%40ss%3Aw%2Frd", "p%40ss%3aw%2frd", basic, "second-secret", "third-secret"] {
                for (name, text) in [
                    ("log", logged), ("output", result.outputText), ("errors", result.errorText), ("title", title),
                ] {
                    #expect(!text.contains(form), "\(form) in the \(name)")
                }
            }
        }
    }
}
