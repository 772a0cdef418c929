import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("scan")
    struct ScanTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test("The sample clip's codes are told once an appearance")
        func sample() throws {
            let result = try Lumascan.run(["scan", "--quiet", SharedData.sampleClip], timeout: 180)
            let codes = result.outputLines.map { String($0.drop { $0 != "\t" }.dropFirst()) }
            #expect(
                codes.sorted() == [
                    "Aztec\tAztec: turning slowly", "Code128\tLUMASCAN-0042", "DataMatrix\tLUMASCAN-PART-7",
                    "DataMatrix\tLUMASCAN-PART-7", "EAN13\t4006381333931", "PDF417\tPDF417: growing slowly, 0123456789",
                    "QRCode\thttps://example.org/lumascan",
                ])
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        @Test("The dark part of the sample clip is noted")
        func light() throws {
            let result = try Lumascan.run([
                "scan", "--start", "5", "--duration", "4", "--formats", "ean8", SharedData.sampleClip,
            ])
            let notes = result.errorLines.map { $0.replacing("lumascan: \(SharedData.sampleClip): ", with: "") }
            #expect(
                notes == ["0:00:06.000 light is low (7% brightness, dark)", "0:00:08.500 light is ok (47% brightness)"])
        }

        @Test("Two runs, with one worker and with eight, give the same bytes")
        func repeats() throws {
            let path = folder.file("moving.mp4")
            try Clips.moving(seconds: 1).write(to: path)
            let arguments = ["scan", "--json", "--no-wall-clock", "--interval", "40"]
            let one = try Lumascan.run(arguments + ["--workers", "1", path])
            let again = try Lumascan.run(arguments + ["--workers", "1", path])
            let eight = try Lumascan.run(arguments + ["--workers", "8", path])
            #expect(one.outputLines.count >= 4)
            #expect(one.output == again.output)
            #expect(one.output == eight.output)
        }

        @Test("--once prints the first text alone")
        func once() throws {
            let result = try Lumascan.run(["scan", "--once", try Clips.mp4.get(), folder.file("never-opened.mp4")])
            #expect(result.outputText == "\(Clips.text)\n")
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        @Test("--timeout ends a source that gives nothing")
        func timeout() throws {
            let ended = DispatchSemaphore(value: 0)
            defer { ended.signal() }
            // A pipe that stays open and empty.
            let result = try Lumascan.run(
                ["scan", "--timeout", "0.3", "-"],
                input: .chunks {
                    _ = ended.wait(timeout: .now() + 30)
                    return nil
                }, timeout: 20)
            #expect(result.output == [])
            #expect(result.status == 1)
        }

        @Test("Sources run in order, each line with its name, and the worst status counts")
        func severalSources() throws {
            let (first, second) = (try Clips.mkv.get(), try Clips.mp4.get())
            let missing = folder.file("missing.mp4")
            let result = try Lumascan.run(["scan", second, missing, first])
            let line = "\t0:00:00.000\tQRCode\t\(Clips.text)\n"
            #expect(result.outputText == second + line + first + line)
            #expect(result.errorText == "lumascan: \(missing): no such file — check the path\n")
            #expect(result.status == 3)
        }

        @Test("A folder's media files run by name, and nothing else in it does")
        func folderOfFiles() throws {
            for (name, path) in [("b.mp4", try Clips.mp4.get()), ("a.mkv", try Clips.mkv.get())] {
                try FileManager.default.copyItem(atPath: path, toPath: folder.file(name))
            }
            try folder.write(Array("notes".utf8), to: "notes.txt")
            try folder.write([0], to: ".hidden.mp4")
            try FileManager.default.createDirectory(atPath: folder.file("c.mp4"), withIntermediateDirectories: true)
            let result = try Lumascan.run(["scan", "--json", "--no-wall-clock", folder.path + "/"])
            let started = try EventLine.all(in: result.outputText).filter { $0.event == "stream.started" }
            #expect(started.map(\.stream) == [folder.file("a.mkv"), folder.file("b.mp4")])
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        @Test("Standard input and a URI are sources", arguments: ["-", "file://"])
        func otherSources(source: String) throws {
            let path = try Clips.mkv.get()
            let isStandardInput = source == "-"
            let bytes = isStandardInput ? [UInt8](try Data(contentsOf: URL(filePath: path))) : []
            let result = try Lumascan.run(
                ["scan", isStandardInput ? "-" : source + path], input: isStandardInput ? .bytes(bytes) : .none)
            #expect(result.outputText == "0:00:00.000\tQRCode\t\(Clips.text)\n")
            #expect(result.errorText == "")
            #expect(result.status == 0)
        }

        @Test("--start and --duration bound what is looked at")
        func part() throws {
            let path = folder.file("part.mp4")
            let code = try CodePicture("LATER", .qrCode)
            // There from 1.0 s to 2.0 s of 3 s.
            let placement = Placement(code) { $0 >= 1 && $0 < 2 ? Pose(x: 150, y: 110) : nil }
            try GoldenClip(
                width: 320, height: 240, timing: .constant(rate: (25, 1), count: 75), placements: [placement]
            ).write(to: path)
            func lines(_ options: [String]) throws -> [String] {
                try Lumascan.run(["scan"] + options + [path]).outputLines
            }
            #expect(try lines(["--duration", "0.9"]) == [])
            #expect(try lines(["--start", "1.4", "--duration", "0.4"]) == ["0:00:01.400\tQRCode\tLATER"])
            #expect(try lines(["--start", "0:02.1"]) == [])
            #expect(try lines([]) == ["0:00:01.000\tQRCode\tLATER"])
        }

        @Test(
            "--region and --max-codes choose among the codes",
            arguments: [
                (["--region", "0,0,0.5,1"], ["LEFT"]), (["--region", "320,0,320,360px"], ["RIGHT"]),
                (["--region", "0.3,0,0.4,1"], []), (["--max-codes", "2"], ["LEFT", "RIGHT"]), ([], ["LEFT", "RIGHT"]),
            ])
        func choice(options: [String], texts: [String]) throws {
            let path = folder.file("two.mkv")
            try GoldenClip(
                timing: .constant(rate: (25, 1), count: 3),
                placements: [
                    Placement(try CodePicture("LEFT", .qrCode), at: Pose(x: 140, y: 180)),
                    Placement(try CodePicture("RIGHT", .qrCode), at: Pose(x: 500, y: 180)),
                ]
            ).write(to: path)
            let result = try Lumascan.run(["scan"] + options + [path])
            let found = result.outputLines.compactMap { $0.split(separator: "\t").last.map(String.init) }
            #expect(found.sorted() == texts)
            #expect(result.status == (texts.isEmpty ? 1 : 0))
        }

        @Test("--update-interval tells a code that stays again")
        func updates() throws {
            let result = try Lumascan.run([
                "scan", "--json", "--interval", "0", "--update-interval", "300", try Clips.mp4.get(),
            ])
            let events = try EventLine.all(in: result.outputText)
            #expect(events.filter { $0.event == "code.new" }.map(\.pts) == [0])
            #expect(events.filter { $0.event == "code.update" }.map(\.pts) == [320_000_000, 640_000_000, 960_000_000])
            #expect(events.filter { $0.event == "code.end" }.count == 1)
        }

        @Test(
            "Symbologies may be spelled as one likes",
            arguments: ["qr_code", "QR-Code", "q.r.code", "ean13, QRCode", "all"])
        func spelling(formats: String) throws {
            let result = try Lumascan.run(["scan", "--once", "--formats", formats, try Clips.mkv.get()])
            #expect(result.outputText == "\(Clips.text)\n")
        }

        @Test("Without the symbology there is no code")
        func otherSymbology() throws {
            let result = try Lumascan.run([
                "scan", "--formats", "ean13,matrix", "--formats", "linear", try Clips.mkv.get(),
            ])
            #expect(result.output == [])
            #expect(result.status == 1)
        }

        @Test("A reader of standard output that goes away ends the program quietly")
        func closedOutput() throws {
            let script =
                "\"$0\" scan --json --interval 0 --update-interval 1 \"$1\" | head -n 1 >/dev/null; "
                + "echo \"${PIPESTATUS[0]}\""
            let result = try Command.run(["bash", "-c", script, try Lumascan.path(), try Clips.mp4.get()], timeout: 30)
            #expect(result.outputText == "141\n")
            #expect(result.errorText == "")
        }
    }
}
