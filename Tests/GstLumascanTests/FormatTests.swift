import CGStreamer
import Symbols
import TestSupport
import Testing

extension Element {
    struct FormatTests {
        /// Every format of the pad template.
        static let formats: [String] = {
            guard let template = try? Handle.make("lumascan").formats("sink") else { return [] }
            return template
        }()

        @Test("The pad template holds every format of raw video in system memory")
        func template() {
            #expect(Self.formats.count > 100)
            for name in ["GRAY8", "I420", "NV12", "YUY2", "RGB", "BGRA", "P010_10LE", "v210", "RGB8P", "NV12_64Z32"] {
                #expect(Self.formats.contains(name))
            }
        }

        @Test(
            "A code is read and drawn on in every format, whatever the size",
            arguments: [(162, 120), (161, 121)])
        func all(width: Int, height: Int) throws {
            let path = try Clips.folder.get().file("format-\(width)x\(height).png")
            let picture = Picture(
                try Picture.code(Picture.text), width: width, height: height, x: 80, y: 60)
            try picture.gray.writePNG(to: path)
            var unread: [String] = []
            var undrawn: [String] = []
            for format in Self.formats {
                let launch = try Launch(
                    "filesrc location=\(path) ! pngdec ! videoconvert "
                        + "! video/x-raw,format=\(format) ! lumascan name=scan ! fakesink")
                let input = try launch.record("scan", "sink", keepsBytes: true)
                let output = try launch.record("scan", "src", keepsBytes: true)
                let messages = try launch.run()
                #expect(messages.errors == [], "\(format)")
                #expect(output.frames.count == 1, "\(format)")
                if messages.barcodes.changes != ["new 1 \(Picture.text)", "end 1 \(Picture.text)"] {
                    unread.append(format)
                }
                if input.frames.map(\.bytes) == output.frames.map(\.bytes) { undrawn.append(format) }
            }
            #expect(unread == [])
            #expect(undrawn == [])
        }
    }
}
