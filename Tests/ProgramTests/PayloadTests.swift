import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Payloads and corners")
    struct PayloadTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func picture(_ code: CodePicture) throws -> String {
            let path = folder.file("code.png")
            try code.picture.writePNG(to: path)
            return path
        }

        @Test("A payload that would drive a terminal is shown escaped")
        func hostile() throws {
            let text = "\u{1b}[2J\u{1b}]0;owned\u{7}\r\nover\u{202e}turn\u{9b}31m\u{7f}"
            let path = try picture(CodePicture(text, .qrCode))
            let shown = #"\x1b[2J\x1b]0;owned\x07\r\nover\u202eturn\x9b31m\x7f"#
            let lines = try Lumascan.run(["scan", path])
            #expect(lines.outputText == "0:00:00.000\tQRCode\t\(shown)\n")
            #expect(try Lumascan.run(["scan", "--once", path]).outputText == shown + "\n")
            let json = try Lumascan.run(["scan", "--json", path])
            let raw = json.outputText.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || (0x7f...0x9f).contains($0.value)
            }
            #expect(Array(raw) == [])
            #expect(try EventLine.all(in: json.outputText).first { $0.event == "code.new" }?.text == text)
        }

        @Test("Bytes that are no text come as base64")
        func binary() throws {
            let bytes: [UInt8] = [0xff, 0x00, 0x80, 0xfe, 0x1b, 0x5b, 0xc3, 0x28, 0x0a]
            let path = try picture(CodePicture(bytes, .qrCode))
            let result = try Lumascan.run(["scan", "--json", path])
            let code = try #require(try EventLine.all(in: result.outputText).first { $0.event == "code.new" })
            #expect(code.content == "binary")
            #expect(code.bytes == Data(bytes).base64EncodedString())
        }

        @Test("--bytes gives the bytes of a text too")
        func bytesOfText() throws {
            let result = try Lumascan.run(["scan", "--json", "--bytes", try picture(CodePicture("grün", .qrCode))])
            let code = try #require(try EventLine.all(in: result.outputText).first { $0.event == "code.new" })
            #expect(code.text == "grün")
            // ISO 8859-1, as a QR code without an ECI is written.
            #expect(code.bytes == Data([0x67, 0x72, 0xfc, 0x6e]).base64EncodedString())
        }

        /// 320x200 upright, not symmetric in any way.
        private func turned() throws -> GoldenClip {
            GoldenClip(
                width: 320, height: 200, timing: .constant(rate: (25, 1), count: 5),
                placements: [
                    Placement(try CodePicture(Clips.text, .qrCode), at: Pose(x: 110, y: 90, scale: 0.9, degrees: 12))
                ])
        }

        private func check(_ path: String, _ clip: GoldenClip) throws -> String? {
            let result = try Lumascan.run(["scan", "--json", path])
            let events = try EventLine.all(in: result.outputText)
            let code = try #require(events.first { $0.event == "code.new" }, "\(result.errorText)")
            #expect(code.text == Clips.text)
            #expect(code.frame == EventLine.Size(width: 320, height: 200))
            let truth = try #require(clip.truth(at: 0).first)
            #expect(try code.distance(from: truth.corners) <= 3)
            return events.first { $0.event == "stream.started" }?.orientation
        }

        /// GStreamer's names of the orientations (its `image-orientation` tag), by EXIF's numbers.
        private static let names = [
            "rotate-0", "flip-rotate-0", "rotate-180", "flip-rotate-180", "flip-rotate-270", "rotate-90",
            "flip-rotate-90",
            "rotate-270",
        ]

        @Test("A photo's corners are those of the upright picture", arguments: Orientation.allCases)
        func photo(orientation: Orientation) throws {
            let clip = try turned()
            let path = folder.file("photo.jpg")
            try clip.frame(at: 0).writeJPEG(to: path, orientation: orientation)
            #expect(try check(path, clip) == Self.names[orientation.rawValue - 1])
        }

        @Test(
            "A turned film's corners are those of the upright picture",
            arguments: [Orientation.quarterRight, .halfTurn, .quarterLeft])
        func film(orientation: Orientation) throws {
            let clip = try turned()
            let path = folder.file("film.mp4")
            try clip.write(to: path, as: ClipEncoding(orientation: orientation))
            #expect(try check(path, clip) == Self.names[orientation.rawValue - 1])
        }
    }
}
