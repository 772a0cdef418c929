import Monitoring
import Symbols
import Testing

/// What users of other scanners complained about, each as a stream of looks and the whole of what is reported.
@Suite struct FieldComplaintTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = CodeTracker.Settings()
        var looks: [Look]
        var lines: [String]
    }

    /// Looks every 100 ms, of one code or none each; a dot is an empty look.
    private static func looks(_ texts: String, _ symbology: Symbology = .qrCode) -> [Look] {
        texts.enumerated().map { index, text in
            text == "." ? Look(index * 100) : Look(index * 100, code(String(text), symbology))
        }
    }

    private static let gap = "..........."

    @Test(arguments: [
        Row(
            testDescription: "vision-camera#3060: a report in every frame",
            looks: (0..<90).map { Look($0 * 100 / 3, code("A")) },
            lines: ["0 +1 A", "end -1 A"]),
        Row(
            testDescription: "vue-qrcode-reader#227: a least time between reports of the same code",
            settings: .init(updateInterval: .milliseconds(300)),
            looks: looks("AAAAAAAA"),
            lines: ["0 +1 A", "300 ~1 A", "600 ~1 A", "end -1 A"]),
        Row(
            testDescription: "flutter_qr_mobile_vision#224: a digit of an IMEI misread",
            looks: [
                Look(0, code("490154203237518", .code128, size: 300, height: 60)),
                Look(33, code("490154203237578", .code128, size: 300, height: 60)),
                Look(66, code("490154203237518", .code128, size: 300, height: 60)),
                Look(100, code("490154203237518", .code128, size: 300, height: 60)),
                Look(200, code("490154203237578", .code128, size: 300, height: 60)),
            ],
            lines: ["100 +1 490154203237518", "end -1 490154203237518"]),
        Row(
            testDescription: "nativescript-barcodescanner#212: again after a while, not never again",
            looks: looks("A" + gap + "A"),
            lines: ["0 +1 A", "1000 -1 A", "1200 +2 A", "end -2 A"]),
        Row(
            testDescription: "qr_code_dart_scan#21: A, then A again",
            looks: looks("AA" + gap + "AA" + gap),
            lines: ["0 +1 A", "1100 -1 A", "1300 +2 A", "2400 -2 A"]),
        Row(
            testDescription: "CamView#18: 1, 3, 2, 1",
            looks: looks("1" + gap + "3" + gap + "2" + gap + "1"),
            lines: [
                "0 +1 1", "1000 -1 1", "1200 +2 3", "2200 -2 3", "2400 +3 2", "3400 -3 2", "3600 +4 1", "end -4 1",
            ]),
        Row(
            testDescription: "react-native-barcode-reader#6: ten reports for one capture",
            looks: looks("AAAAAAAAAA", .ean13),
            lines: ["100 +1 A", "end -1 A"]),
        Row(
            testDescription: "rulership_erp#64: sixty reports a second",
            settings: .init(lookInterval: .zero),
            looks: (0..<60).map { Look($0 * 1000 / 60, code("A", .ean13)) },
            lines: ["16 +1 A", "end -1 A"]),
        Row(
            testDescription: "Kurento#36: two codes that are read in turns",
            looks: (0..<20).map { Look($0 * 100, $0.isMultiple(of: 2) ? code("A", x: 200) : code("B", x: 600)) },
            lines: ["0 +1 A", "100 +2 B", "end -1 A", "end -2 B"]),
        Row(
            testDescription: "android-vision#218: two labels with one payload",
            looks: (0..<5).map { Look($0 * 100, code("A", x: 200), code("A", x: 300)) },
            lines: ["0 +1 A", "0 +2 A", "end -1 A", "end -2 A"]),
    ])
    func reports(_ row: Row) {
        var tracker = CodeTracker(settings: row.settings)
        #expect(tracker.linesToEnd(of: row.looks) == row.lines)
    }
}
