import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Cameras")
    struct CameraTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The elements of a camera that shows a QR code, 320x240 at 10 frames a second.
        private func showing(_ text: String) throws -> String {
            let clip = GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (1, 1), count: 1),
                placements: [Placement(try CodePicture(text, .qrCode), at: Pose(x: 150, y: 110))])
            let path = folder.file("\(text).mkv")
            try clip.write(to: path, as: ClipEncoding(video: .ffv1))
            return "filesrc location=\(path) ! matroskademux ! avdec_ffv1 ! imagefreeze is-live=true "
                + "! video/x-raw,framerate=10/1"
        }

        /// A raw camera, one of MJPEG that is listed twice, and one that does not say what it gives.
        private func three() throws -> FakeCameras {
            try FakeCameras(
                """
                [one]
                name=Integrated
                path=/dev/video90
                location=front
                caps=video/x-raw, format={YUY2, I420}, width=320, height=240, framerate={(fraction)10/1, (fraction)5/1}
                launch=\(try showing("one")) ! videoconvert ! videorate
                [two]
                name=USB Camera
                path=/dev/video91
                caps=image/jpeg, width=320, height=240, framerate=30000/1001
                launch=\(try showing("two")) ! videoconvert ! videorate ! jpegenc
                [again]
                name=USB Camera by another provider
                path=/dev/video91
                launch=fakesrc
                [three]
                name=Rear Camera \\u001b[31m
                launch=\(try showing("three")) ! videoconvert
                """.replacing("\\u001b", with: "\u{1b}"), in: folder)
        }

        @Test("devices lists each camera once, with its place, sizes, formats and rates")
        func list() throws {
            let cameras = try three()
            let table = try cameras.run(["devices"])
            #expect(table.errorText == "")
            #expect(
                table.outputLines == [
                    "camera:0\tIntegrated\t/dev/video90\tfront", "\t320x240\tYUY2\t10, 5", "\t320x240\tI420\t10, 5",
                    "camera:1\tUSB Camera\t/dev/video91", "\t320x240\tMJPEG\t29.97",
                    #"camera:2"# + "\t" + #"Rear Camera \x1b[31m"# + "\tback",
                ])
            #expect(table.status == 0)
            let json = try cameras.run(["devices", "--json"])
            let raw = #""width":320,"height":240,"rates":[[10,10],[5,5]]}"#
            #expect(
                json.outputLines == [
                    #"{"number":0,"name":"Integrated","device":"/dev/video90","place":"front","formats":["#
                        + #"{"format":"YUY2",\#(raw),{"format":"I420",\#(raw)]}"#,
                    #"{"number":1,"name":"USB Camera","device":"/dev/video91","formats":["#
                        + #"{"format":"MJPEG","width":320,"height":240,"rates":[[29.97,29.97]]}]}"#,
                    #"{"number":2,"name":"Rear Camera \u001b[31m","place":"back","formats":[]}"#,
                ])
        }

        @Test("A camera is chosen as the first one, by number, name and place")
        func choice() throws {
            let cameras = try three()
            for (source, text) in [
                ("camera:", "one"), ("camera:1", "two"), ("camera:USB Camera", "two"), ("camera:usb", "two"),
                ("camera:front", "one"), ("camera:back", "three"),
            ] {
                let result = try cameras.run(["scan", "--once", "--formats", "qr", source])
                #expect(result.outputText == "\(text)\n", "\(source): \(result.errorText)")
                #expect(result.status == 0)
            }
        }

        /// The first event of a scan.
        private func beginning(_ arguments: [String], _ cameras: FakeCameras) throws -> String {
            let program = ["scan", "--json", "--no-wall-clock", "--formats", "qr"]
            let command = try Command([try Lumascan.path()] + program + arguments, environment: cameras.environment)
            let line: String? = try Waiting.until {
                let text = String(decoding: try command.outputSoFar(), as: UTF8.self)
                return text.firstIndex(of: "\n").map { String(text[..<$0]) }
            }
            command.send(SIGINT)
            #expect(try command.wait().status == 130)
            return line ?? ""
        }

        @Test("A camera gives the format that was asked for", arguments: [("320x240@5", "5/1"), ("320x240", "10/1")])
        func format(wanted: String, rate: String) throws {
            let line = try beginning(["--camera-format", wanted, "camera:0"], try three())
            #expect(
                line == #"{"event":"stream.started","stream":"camera:0","pts":0,"source":"camera:0","width":320,"#
                    + #""height":240,"framerate":"\#(rate)","live":true,"orientation":"rotate-0"}"#)
        }

        @Test(
            "What cannot be had is said, with what can",
            arguments: [
                (
                    ["--camera-format", "320x240@30", "camera:0"], 2,
                    "camera:0: it does not give 320x240 at 30 — it gives 320x240 at 10, 5"
                ),
                (
                    ["--camera-format", "640x480", "camera:usb"], 2,
                    "camera:usb: it does not give 640x480 — it gives 320x240 at 29.97"
                ),
                (["camera:7"], 3, "camera:7: there is no camera of that number — \(Said.list)"),
                (["camera:nobody"], 3, "camera:nobody: there is no camera of that name — \(Said.list)"),
                (["camera:camera"], 3, "camera:camera: more than one camera has such a name — \(Said.list)"),
                (
                    ["/dev/video99"], 3,
                    "/dev/video99: there is no such camera — see what there is with: lumascan devices"
                ),
            ] as [([String], Int32, String)])
        func missing(arguments: [String], status: Int32, line: String) throws {
            let result = try three().run(["scan"] + arguments)
            #expect(result.errorText == "lumascan: \(line)\n")
            #expect(result.status == status)
        }

        @Test("Where there is no camera, both commands say what to do")
        func none() throws {
            let cameras = try FakeCameras("", in: folder)
            let list = try cameras.run(["devices"])
            #expect(
                list.errorText
                    == "lumascan: there is no camera — plug one in; or try things out with: lumascan scan test:\n")
            #expect(list.status == 1)
            let scan = try cameras.run(["scan", "camera:front"])
            #expect(
                scan.errorText
                    == "lumascan: camera:front: there is no camera — plug one in, and see: lumascan devices\n")
            #expect(scan.status == 3)
        }

        /// Codes of GstResourceError, and what Video4Linux says with them.
        @Test(
            "A camera that is busy or may not be opened is told at once, and not tried again",
            arguments: [
                (4, "Call to S_FMT failed for YUYV @ 640x480: Device or resource busy", Said.busy),
                (7, "system error: Device or resource busy", Said.busy),
                (7, "system error: Permission denied", Said.denied),
                (15, "", Said.denied), (3, "system error: No such file or directory", Said.gone),
            ])
        func refused(code: Int, words: String, line: String) throws {
            let cameras = try FakeCameras(
                "[it]\nname=It\nlaunch=camerafault code=\(code) debug=\"\(words)\"", in: folder)
            let result = try cameras.run(["scan", "camera:it"])
            #expect(result.errorText == "lumascan: camera:it: \(line)\n")
            #expect(result.status == 3)
        }

        @Test("A camera that is unplugged and comes back is read again, and no other one in its place")
        func unplugged() throws {
            let cable = try folder.write([], to: "cable")
            let cameras = try FakeCameras(
                """
                [one]
                name=One
                path=/dev/video90
                cable=\(cable)
                launch=\(try showing("one")) ! videoconvert
                [two]
                name=Two
                launch=\(try showing("two")) ! videoconvert
                """, in: folder)
            let command = try Command(
                [try Lumascan.path(), "scan", "--json", "--formats", "qr", "camera:"],
                environment: cameras.environment)
            func events() throws -> [EventLine] {
                let text = String(decoding: try command.outputSoFar(), as: UTF8.self)
                return try EventLine.all(in: String(text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]))
            }
            func wait(for count: Int, _ name: String) throws {
                let found = try Waiting.until { try events().count { $0.event == name } >= count ? true : nil }
                let errors = String(decoding: try command.errorsSoFar(), as: UTF8.self)
                try #require(found == true, "no \(name) number \(count): \(errors)")
            }
            try wait(for: 1, "code.new")
            try FileManager.default.removeItem(atPath: cable)
            try wait(for: 2, "stream.interrupted")
            _ = try folder.write([], to: "cable")
            try wait(for: 2, "code.new")
            command.send(SIGINT)
            #expect(try command.wait().status == 130)
            let told = try EventLine.all(in: String(decoding: try command.outputSoFar(), as: UTF8.self))
            #expect(told.filter { $0.event == "code.new" }.map(\.text) == ["one", "one"])
            let reasons = told.filter { $0.event == "stream.interrupted" }.map(\.reason)
            #expect(reasons.first == "camera: there is no such camera")
            #expect(reasons.dropFirst().allSatisfy { $0 == "camera: “One” is not there any more" })
            #expect(told.count { $0.event == "stream.resumed" } == 1)
        }

        @Test("annotate ends at once where a camera fails before its first frame")
        func annotateFailure() throws {
            let cameras = try FakeCameras(
                "[it]\nname=It\nlaunch=videotestsrc is-live=true ! identity error-after=1", in: folder)
            let output = folder.file("none.mkv")
            let result = try cameras.run(["annotate", "--quiet", "camera:it", output])
            #expect(result.errorText == "lumascan: camera:it: Failed after iterations as requested.\n")
            #expect(result.status == 3)
            #expect(!FileManager.default.fileExists(atPath: output))
        }

        @Test("annotate writes what a camera gives until it is told to end")
        func annotate() throws {
            let output = folder.file("camera.mkv")
            let result = try three().run(
                ["annotate", "--formats", "qr", "--timeout", "3", "--json", "camera:usb", output])
            #expect(result.status == 0)
            #expect(try EventLine.all(in: result.outputText).first { $0.event == "code.new" }?.text == "two")
            #expect(
                try Probe.lines(["-show_entries", "stream=codec_name,width,height"], of: output) == ["h264,320,240"])
        }
    }

    @Suite("The test video")
    struct TestVideoTests {
        @Test(
            "It shows each of its codes",
            arguments: [
                ("qr", "https://example.org/lumascan"), ("ean13", "4006381333931"), ("datamatrix", "Lumascan"),
            ])
        func codes(format: String, text: String) throws {
            let result = try Lumascan.run(["scan", "--once", "--formats", format, "test:"])
            #expect(result.outputText == "\(text)\n")
            #expect(result.status == 0)
        }

        @Test("It is live, and goes on until the time is over")
        func live() throws {
            let result = try Lumascan.run(
                ["scan", "--json", "--no-wall-clock", "--formats", "qr", "--timeout", "3", "test:"])
            let events = try EventLine.all(in: result.outputText)
            let first = try #require(events.first)
            #expect(first.event == "stream.started")
            #expect(first.source == "test")
            #expect(first.width == 1280 && first.height == 720)
            #expect(result.outputLines.first?.contains(#""framerate":"25/1","live":true"#) == true)
            #expect(events.last?.event == "stream.ended")
            #expect(events.last?.reason == "stopped")
            #expect((events.last?.frames ?? 0) > 1)
        }
    }
}

/// What messages say.
private enum Said {
    static let list = #"there are: 0 “Integrated”, 1 “USB Camera”, 2 “Rear Camera \x1b[31m”"#
    static let busy = "is in use by another program — end that program; fuser -v /dev/video* names it"
    static let denied =
        "may not be opened (permission denied) — "
        + "join the group of cameras, and log in anew: sudo usermod -aG video \"$USER\""
    static let gone = "there is no such camera — see what there is with: lumascan devices"
}
