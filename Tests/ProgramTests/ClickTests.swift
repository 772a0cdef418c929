import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Clicks on the picture in a window")
    struct ClickTests {
        private let folder: TemporaryFolder
        private let display: VirtualDisplay

        init() throws {
            folder = try TemporaryFolder()
            display = try VirtualDisplay()
        }

        /// A picture of 640x360 with two codes, the second at the right.
        private func picture() throws -> String {
            let clip = GoldenClip(
                timing: .constant(rate: (1, 1), count: 1),
                placements: [
                    Placement(try CodePicture("left", .qrCode), at: Pose(x: 150, y: 180)),
                    Placement(try CodePicture("right", .qrCode), at: Pose(x: 480, y: 180)),
                ])
            let path = folder.file("codes.mkv")
            try clip.write(to: path, as: ClipEncoding(video: .ffv1))
            return path
        }

        @Test("A click on a highlight selects its code, also where the window is of another size; elsewhere, nothing")
        func select() throws {
            let launch = try ElementLaunch.start(
                "filesrc location=\(try picture()) ! matroskademux ! avdec_ffv1 ! imagefreeze "
                    + "! video/x-raw,framerate=10/1 ! videoconvert ! lumascan interval=500000000 formats=qr ! videoconvertscale "
                    + "! video/x-raw,width=320,height=180 ! ximagesink",
                folder, environment: ["DISPLAY": display.name, "GST_DEBUG": "lumascan:5"])
            func count(_ text: String) throws -> Int {
                String(decoding: try launch.outputSoFar(), as: UTF8.self).components(separatedBy: text).count - 1
            }
            func clicked() throws -> Int {
                String(decoding: try launch.errorsSoFar(), as: UTF8.self).components(separatedBy: "pointed at").count
                    - 1
            }
            #expect(try Waiting.until { try count("event=(string)new") == 2 ? true : nil } == true)
            let window = try #require(
                try Waiting.until {
                    try display.tool(["search", "--onlyvisible", "--name", "gst-launch"]).outputLines.first
                })
            // Half the size of the frames: the codes' centres are at (75, 90) and (240, 90).
            for (number, place) in [(160, 90), (240, 90), (75, 90), (75, 20)].enumerated() {
                try display.tool(["mousemove", "--window", window, "\(place.0)", "\(place.1)", "click", "1"])
                #expect(try Waiting.until { try clicked() == number + 1 ? true : nil } == true)
            }
            launch.send(SIGINT)
            let result = try launch.wait()
            let selected = result.outputLines.filter { $0.contains("event=(string)selected") }
            #expect(selected.count == 2)
            #expect(selected.first?.contains("symbol=(string)right") == true)
            #expect(selected.last?.contains("symbol=(string)left") == true)
            #expect(selected.allSatisfy { $0.contains(": barcode, ") })
        }
    }
}
