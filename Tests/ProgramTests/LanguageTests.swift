import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("The element in other languages")
    struct LanguageTests {
        private let folder: TemporaryFolder
        private static let pipelines = "\(SharedData.packageRoot)/pipelines"

        init() throws { folder = try TemporaryFolder() }

        private func python(_ arguments: [String]) throws -> Command.Result {
            try Command.run(arguments, environment: try Installation.shared.get().environment)
        }

        /// Builds and runs `read-codes.c`, which must build without a warning.
        private func c(_ arguments: [String]) throws -> Command.Result {
            let program = folder.file("read-codes")
            let build = "cc -Wall -Werror -o \"$1\" \"$0\" $(pkg-config --cflags --libs gstreamer-video-1.0)"
            try Command.output(of: ["sh", "-c", build, "\(Self.pipelines)/read-codes.c", program])
            return try Command.run(
                [program] + arguments, environment: try Installation.shared.get().environment)
        }

        @Test("read-codes.py reads messages, metas and corners")
        func pythonReads() throws {
            let result = try python(["\(Self.pipelines)/read-codes.py", try Clips.mkv.get()])
            #expect(result.errorText == "")
            #expect(result.status == 0)
            let corners = #"((?:\d+\.\d,\d+\.\d ?){4})"#
            let code = #"track 1 at \#(corners): QRCode \#(Clips.text) \(\#(Clips.text.utf8.count) bytes\)\n"#
            let pattern = try Regex(
                #"^new 0\.000 \#(code)light ok 0\.520\nend 0\.960 \#(code)"#
                    + #"track 1: in 25 frames, the last time at (\d+),(\d+) (\d+)x(\d+)\n$"#)
            let match = try #require(result.outputText.wholeMatch(of: pattern), "\(result.outputText)")
            let truth = try #require(Clips.still().truth(at: 0).first).corners
            for index in 1...2 {
                let numbers = (match[index].substring ?? "").split { $0 == " " || $0 == "," }.compactMap { Double($0) }
                #expect(numbers.count == 8)
                let flat = truth.corners.flatMap { [$0.x, $0.y] }
                #expect(zip(numbers, flat).allSatisfy { abs($0 - $1) < 1.5 }, "\(numbers) for \(flat)")
            }
            let box = (3...6).compactMap { match[$0].substring.flatMap { Double($0) } }
            let expected = truth.boundingBox
            #expect(
                zip(box, [expected.x, expected.y, expected.width, expected.height]).allSatisfy { abs($0 - $1) < 3 },
                "\(box)")
        }

        @Test("read-codes.c prints what read-codes.py prints", arguments: [SharedData.sampleClip, nil])
        func cReads(path: String?) throws {
            let path = try path ?? Clips.mkv.get()
            let expected = try python(["\(Self.pipelines)/read-codes.py", path])
            #expect(expected.outputLines.count >= 4)
            let result = try c([path])
            #expect(result.errorText == "")
            #expect(result.outputText == expected.outputText)
            #expect(result.status == 0)
        }

        @Test("A file that is not there is an error in both")
        func missing() throws {
            let path = folder.file("missing.mp4")
            for result in [try python(["\(Self.pipelines)/read-codes.py", path]), try c([path])] {
                #expect(result.outputText == "")
                #expect(result.errorText == "Resource not found.\n")
                #expect(result.status == 1)
            }
        }

        @Test("Python without further bindings reads every field of the messages, and the signal")
        func fields() throws {
            let script = try folder.write(Array(Self.script.utf8), to: "fields.py")
            let result = try python(["/usr/bin/python3", "-W", "ignore", script, try Clips.mkv.get()])
            #expect(result.errorText == "")
            #expect(
                result.outputLines == [
                    "signal barcode 1 \(Clips.text)",
                    "Bytes symbol-bytes", "Sample frame", "Structure box qr", "ValueArray corners",
                    "float module-pixels",
                    "int duration first frame-height frame-width last quality reads running-time stream-time timestamp track-id",
                    "str content event orientation symbol symbology-identifier type",
                    "symbol-bytes \(Clips.text)", "frame 320 240", "box True", "corners 8 float",
                    "stats 25 25 0 1",
                ])
        }

        private static let script = """
            import sys
            import gi
            gi.require_version("Gst", "1.0")
            from gi.repository import Gst
            Gst.init(None)
            pipeline = Gst.parse_launch(
                "filesrc name=file ! decodebin ! lumascan name=scan interval=0 attach-frame=true ! fakesink")
            pipeline.get_by_name("file").set_property("location", sys.argv[1])
            scan = pipeline.get_by_name("scan")

            def detected(element, code):
                if code.get_value("event") == "new":
                    print("signal", code.get_name(), code.get_value("track-id"), code.get_value("symbol"))

            scan.connect("code-detected", detected)
            pipeline.set_state(Gst.State.PLAYING)
            bus = pipeline.get_bus()
            message = bus.timed_pop_filtered(20 * Gst.SECOND, Gst.MessageType.ELEMENT)
            code = message.get_structure()
            bus.timed_pop_filtered(20 * Gst.SECOND, Gst.MessageType.EOS)
            corners = code.get_array("corners")[1]
            names = {}
            for index in range(code.n_fields()):
                name = code.nth_field_name(index)
                value = corners if name == "corners" else code.get_value(name)
                names.setdefault(type(value).__name__, []).append(name)
            for kind in sorted(names):
                print(kind, *sorted(names[kind]))
            print("symbol-bytes", code.get_value("symbol-bytes").get_data().decode())
            format = code.get_value("frame").get_caps().get_structure(0)
            print("frame", format.get_value("width"), format.get_value("height"))
            box = code.get_value("box")
            print("box", box.get_value("x") == corners.get_nth(0))
            print("corners", corners.n_values, type(corners.get_nth(0)).__name__)
            stats = scan.get_property("stats")
            print("stats", *(stats.get_value(name) for name in ("frames", "examined", "skipped", "codes")))
            pipeline.set_state(Gst.State.NULL)
            """
    }
}
