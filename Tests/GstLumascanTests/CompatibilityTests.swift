import Symbols
import TestSupport
import Testing

extension Element {
    /// Against the elements whose place is taken.
    struct CompatibilityTests {
        @Test(
            "A still is told as the element zbar tells it",
            arguments: [
                (.qrCode, "text"), (.ean13, "4006381333931"), (.ean8, "96385074"), (.upcA, "012345678905"),
                (.code128, "LUMASCAN-42"), (.code39, "LUMA39"), (.code93, "LUMA93"), (.codabar, "A1234B"),
                (.dataMatrix, "matrix"), (.upcE, "01234505"), (.upcE, "01234531"), (.upcE, "01234543"),
                (.upcE, "01234565"),
            ] as [(Symbology, String)])
        func zbarStill(symbology: Symbology, text: String) throws {
            try compare("zbar", try still(symbology, text), "compat=zbar")
        }

        @Test(
            "A still is told as the element zxing tells it",
            arguments: [
                (.ean13, "4006381333931"), (.ean8, "96385074"),
                (.upcA, "012345678905"), (.upcE, "01234565"), (.code128, "LUMASCAN-42"), (.code39, "LUMA39"),
                (.code93, "LUMA93"),
                (.codabar, "A1234B"), (.dataMatrix, "matrix"),
                (.pdf417, "pdf417 text"), (.dataBar, "04412345678909"),
            ] as [(Symbology, String)])
        func zxingStill(symbology: Symbology, text: String) throws {
            try compare("zxing", try still(symbology, text), "compat=zxing")
        }

        @Test("A clip is told at every frame, as the elements do", arguments: ["zbar", "zxing"])
        func clip(other: String) throws {
            let clip = try Clips.still.get()
            let source =
                "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! videoconvert "
                + "! video/x-raw,format=I420"
            let times = try compare(other, source, "compat=\(other)")
            #expect(times.count == 25)
        }

        @Test("Nothing else is told, and interval, where it is set, is heeded")
        func quiet() throws {
            let clip = try Clips.path("quiet.mp4")
            let source = "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264"
            let messages = try Launch("\(source) ! lumascan compat=zbar light-interval=100000000 ! fakesink").run()
            #expect(messages.lights == [])
            #expect(Set(messages.barcodes.compactMap { $0.text("event") }) == ["new", "update"])
            let rare = try Launch("\(source) ! lumascan compat=zbar interval=400000000 ! fakesink").run()
            let times = rare.barcodes.filter { $0.text("symbol") == "resting" }.compactMap { $0.time("stream-time") }
            #expect(times == [0, 400, 800, 1200].map { $0 * 1_000_000 })
        }

        @Test("With zbar's cache a code is told when it comes into view")
        func cache() throws {
            let harness = try Harness(["compat": "zbar", "cache": "true"])
            for index in 0..<10 { try harness.push(Picture.qr.get(), atMilliseconds: 40 * index) }
            #expect(harness.finish().barcodes.changes == ["new 1 \(Picture.text)"])
        }

        @Test(
            "zxing's format picks the one symbology",
            arguments: [("qr_code", 1), ("data_matrix", 0), ("png", 0), ("all", 1)])
        func format(name: String, count: Int) throws {
            let harness = try Harness([
                "compat": "zxing", "format": name, "try-rotate": "true", "try-faster": "true", "binary": "true",
            ])
            try harness.push(Picture.qr.get(), atMilliseconds: 0)
            #expect(harness.finish().barcodes.count == count)
        }

        private func still(_ symbology: Symbology, _ text: String) throws -> String {
            let code = try CodePicture(text, symbology, modulePixels: 3, quietZone: 10)
            let (width, height) = ((code.picture.width / 2 + 20) * 2, (code.picture.height / 2 + 20) * 2)
            let picture = Picture(
                code, width: width, height: height, x: Double(width / 2), y: Double(height / 2))
            let path = try Clips.folder.get().file("still-\(symbology.rawValue).png")
            try picture.gray.writePNG(to: path)
            return "filesrc location=\(path) ! pngdec ! videoconvert ! video/x-raw,format=I420"
        }

        /// Every message of the other element has its like, and there is none more.
        /// - Returns: the times of the messages.
        @discardableResult
        private func compare(_ other: String, _ source: String, _ properties: String) throws -> [UInt64] {
            let theirs = try Launch("\(source) ! \(other) ! fakesink").run()
            let ours = try Launch("\(source) ! lumascan \(properties) ! fakesink").run()
            #expect(ours.lights == [])
            func facts(_ messages: [MessageBus.Message]) -> [String] {
                messages.barcodes.map { barcode in
                    let times = ["timestamp", "stream-time", "running-time"].map { barcode.time($0) ?? .max }
                    return "\(times) \(barcode.text("type") ?? "-") \(barcode.text("symbol") ?? "-")"
                }
            }
            #expect(!theirs.barcodes.isEmpty || properties == "compat=zbar")
            #expect(facts(ours) == facts(theirs))
            for (our, their) in zip(ours.barcodes, theirs.barcodes) {
                for (name, type) in their.types { #expect(our.types[name] == type, "\(name)") }
            }
            return ours.barcodes.compactMap { $0.time("timestamp") }
        }
    }
}
