import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("What cannot be read or written")
    struct BadInputTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// What goes wrong: the words after `lumascan`, where `@name` is a file of the folder, and the one line on standard
        /// error after “lumascan: ”.
        struct Case: Sendable, CustomTestStringConvertible {
            var arguments: [String]
            var line: String
            var status: Int32
            var testDescription: String { arguments.joined(separator: " ") }

            init(_ arguments: String, _ status: Int32, _ line: String) {
                self.arguments = arguments.split(separator: " ").map(String.init)
                (self.status, self.line) = (status, line)
            }
        }

        private func filled(_ text: String) -> String { text.replacing("@", with: folder.path + "/") }

        /// Every name that a case mentions and that exists.
        private func makeFiles() throws {
            try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
            try folder.write([], to: "empty.mp4")
            try folder.write(Array("Not a video.\n".utf8), to: "text.txt")
            var state: UInt32 = 1
            let noise = (0..<50_000).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
            try folder.write(noise, to: "noise.mp4")
            try folder.write(Array("fakesrc ! appsink".utf8), to: "nameless.launch")
            try folder.write(Array("filesrc location={input} ! nosuch ! appsink name=scan".utf8), to: "unknown.launch")
            try FileManager.default.copyItem(atPath: try Clips.mkv.get(), toPath: folder.file("clip.mkv"))
            try FileManager.default.copyItem(atPath: try Clips.mp4.get(), toPath: folder.file("taken.mp4"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("link.mkv"), withDestinationPath: folder.file("clip.mkv"))
        }

        private func check(_ wrong: Case) throws {
            try makeFiles()
            let before = try contents()
            let result = try Lumascan.run(wrong.arguments.map(filled))
            #expect(result.errorText == "lumascan: \(filled(wrong.line))\n")
            #expect(result.status == wrong.status)
            #expect(result.output == [])
            #expect(try contents() == before)
        }

        /// Names and bytes of all files in the folder.
        private func contents() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.reduce(into: [:]) {
                $0[$1] = FileManager.default.contents(atPath: folder.file($1)) ?? Data()
            }
        }

        @Test(
            "A source that holds nothing to read",
            arguments: [
                Case("scan @missing.mp4", 3, "@missing.mp4: no such file — check the path"),
                Case(
                    "scan @empty", 3,
                    "@empty: there are no media files in this folder — name a folder that holds videos or pictures itself"
                ),
                Case("scan @empty.mp4", 3, "@empty.mp4: the file is empty — give a video or a picture"),
                Case(
                    "scan @text.txt", 3,
                    "@text.txt: no video or picture that can be decoded (Could not determine type of stream.) — "
                        + "see what it is with: gst-discoverer-1.0"),
                Case(
                    "scan @noise.mp4", 3,
                    "@noise.mp4: no video or picture that can be decoded (Could not determine type of stream.) — "
                        + "see what it is with: gst-discoverer-1.0"),
                Case("scan --start 100 @clip.mkv", 3, "@clip.mkv: there are no frames — check --start, or the file"),
                Case("annotate @missing.mp4 @new.mp4", 3, "@missing.mp4: no such file — check the path"),
                Case("annotate @empty @new.mp4", 3, "@empty: is a folder — name a file in it"),
            ])
        func source(wrong: Case) throws { try check(wrong) }

        @Test(
            "An output that cannot be written",
            arguments: [
                Case(
                    "annotate @clip.mkv @nowhere/new.mp4", 3,
                    "@nowhere/new.mp4: the folder @nowhere does not exist — create it first"),
                Case("annotate @clip.mkv @taken.mp4", 3, "@taken.mp4: exists already — allow it with --overwrite"),
                Case(
                    "annotate @clip.mkv @clip.mkv", 3,
                    "@clip.mkv: is the input itself — choose another name for the output"),
                Case(
                    "annotate --overwrite @clip.mkv @link.mkv", 3,
                    "@link.mkv: is the input itself — choose another name for the output"),
                Case(
                    "annotate @clip.mkv @new.xyz", 2,
                    "@new.xyz: the extension “xyz” names no known container — "
                        + "use one of: mp4, mov, mkv, webm, ts, png, jpg"),
                Case(
                    "annotate --overwrite @clip.mkv @empty", 2,
                    "@empty: the extension “” names no known container — use one of: mp4, mov, mkv, webm, ts, png, jpg"),
                Case(
                    "annotate --overwrite --encoder nosuch @clip.mkv @taken.mp4", 3,
                    "@taken.mp4: encoder: the GStreamer element “nosuch” is not installed"),
            ])
        func output(wrong: Case) throws { try check(wrong) }

        @Test(
            "A description that cannot run",
            arguments: [
                Case(
                    "run @nameless.launch", 2,
                    "pipeline: the description has no “appsink name=scan” — "
                        + "end the branch that is to be scanned with: ! appsink name=scan"),
                Case("run @unknown.launch input=x", 3, "pipeline: the GStreamer element “nosuch” is not installed"),
                Case(
                    "run @unknown.launch", 2,
                    "the description needs a value for {input}: add input=VALUE — try 'lumascan run --help'"),
                Case("run @unknown.launch input", 2, "“input” is not name=value — try 'lumascan run --help'"),
                Case("run @missing.launch", 3, "@missing.launch: no such file — check the path"),
                Case("run @noise.mp4", 2, "@noise.mp4: is not a text file with a description"),
            ])
        func description(wrong: Case) throws { try check(wrong) }

        @Test(
            "A command line that cannot be followed",
            arguments: [
                Case(
                    "scan", 2,
                    "scan needs a SOURCE: a file, a folder, a URI, “camera:”, or “-” — try 'lumascan scan --help'"),
                Case("scan --bogus @clip.mkv", 2, "unknown option --bogus — try 'lumascan scan --help'"),
                Case(
                    "scan --interval x @clip.mkv", 2,
                    "--interval: “x” is not a number of milliseconds — try 'lumascan scan --help'"),
                Case(
                    "scan --confirm -1 @clip.mkv", 2,
                    "--confirm: “-1” is not a number from 1 to 100 — try 'lumascan scan --help'"),
                Case(
                    "scan --region 0.5,0,0.6,1 @clip.mkv", 2,
                    "--region: “0.5,0,0.6,1” reaches outside the picture: fractions go from 0 to 1, pixels end in px — "
                        + "try 'lumascan scan --help'"),
                Case(
                    "scan --region 320,0,10,10px @clip.mkv", 2,
                    "@clip.mkv: the region lies outside the picture — the upright picture is 320x240 pixels"),
                Case(
                    "scan --formats bogus @clip.mkv", 2,
                    "--formats: unknown format \"bogus\"; known are qr, matrix, retail, linear, all, QRCode, MicroQRCode, "
                        + "rMQRCode, DataMatrix, Aztec, PDF417, MaxiCode, EAN13, EAN8, UPCA, UPCE, Code128, Code93, Code39, "
                        + "ITF, Codabar, DataBar, DataBarExpanded — try 'lumascan scan --help'"),
            ])
        func usage(wrong: Case) throws { try check(wrong) }

        @Test("An unknown command shows the help")
        func unknownCommand() throws {
            let result = try Lumascan.run(["bogus"])
            #expect(result.errorText.hasPrefix("lumascan: unknown command “bogus”\nUsage: lumascan scan "))
            #expect(result.status == 2)
            #expect(result.output == [])
        }

        @Test("A symbology that the installed library cannot read is named with that library")
        func unreadableSymbology() throws {
            let version = try Lumascan.run(["--version"]).outputText
            // Newer libraries read it.
            guard let range = version.firstRange(of: /zxing-cpp 1\.\d+\.\d+/) else { return }
            let result = try Lumascan.run(["scan", "--formats", "rmqr", try Clips.mkv.get()])
            #expect(
                result.errorText
                    == "lumascan: --formats: \(version[range]) cannot read rMQRCode; a newer version may — "
                    + "try 'lumascan scan --help'\n")
            #expect(result.status == 2)
        }
    }
}
