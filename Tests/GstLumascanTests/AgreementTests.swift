import CGStreamer
import Foundation
import Symbols
import TestSupport
import Testing

extension Element {
    struct AgreementTests {
        @Test(
            "The element tells what `lumascan scan` tells",
            arguments: [
                ([], ""), (["--interval", "0"], "interval=0"), (["--region", "0,0,0.5,1"], "region=0,0,0.5,1"),
                (["--confirm", "3"], "confirm=3"), (["--formats", "qr,ean13"], "formats=qr,ean13"),
                (["--max-codes", "1", "--lost-after", "300"], "max-codes=1 lost-after=300000000"),
                (["--update-interval", "200"], "update-interval=200000000"),
                (["--effort", "quick", "--unread"], "effort=quick unread=true"),
                (
                    ["--light-interval", "100", "--light-low", "0.3", "--light-ok", "0.4"],
                    "light-interval=100000000 light-low=0.3 light-high=0.4"
                ),
            ] as [([String], String)])
        func settings(options: [String], properties: String) throws {
            let clip = try Clips.path("settings.mp4")
            let told = try Told.byProgram(clip, options)
            #expect(told.count >= 3)
            let element = try Told.byElement(clip, properties).map(\.line)
            #expect(element == told.map(\.line))
        }

        @Test("Nothing that draws, shows or numbers the looks changes what is told")
        func unimportant() throws {
            let clip = try Clips.path("unimportant.mp4")
            let told = try Told.byProgram(clip, [])
            for properties in [
                "draw=false mode=recorded", "attach-meta=true attach-frame=true lookahead=0",
            ] {
                #expect(try Told.byElement(clip, properties).map(\.line) == told.map(\.line), "\(properties)")
            }
        }

        @Test(
            "Turned films: in stored pixels the element tells what the program tells in upright ones",
            arguments: [
                (.quarterRight, ""), (.halfTurn, "region=0,0,0.5,1"), (.quarterLeft, "region=0,0,0.5,1"),
            ] as [(TestSupport.Orientation, String)])
        func orientations(orientation: TestSupport.Orientation, properties: String) throws {
            let clip = try Clips.path("turned\(orientation.rawValue).mov", as: ClipEncoding(orientation: orientation))
            let program = try Told.byProgram(clip, properties.isEmpty ? [] : ["--region", "0,0,0.5,1"])
            let element = try Told.byElement(clip, properties)
            #expect(element.map(\.facts.line) == program.map(\.facts.line))
            #expect(Set(element.filter { !$0.corners.isEmpty }.map(\.orientation)).count == 1)
            #expect(element.allSatisfy { $0.orientation != "rotate-0" })
            let map = orientation.map
            for (element, program) in zip(element, program) where !program.corners.isEmpty {
                let upright = stride(from: 0, to: 8, by: 2).flatMap { index in
                    let (x, y) = (element.corners[index], element.corners[index + 1])
                    return [
                        Double(map.a) * x + Double(map.c) * y + Double(map.tx * Clips.size.width),
                        Double(map.b) * x + Double(map.d) * y + Double(map.ty * Clips.size.height),
                    ]
                }
                #expect(zip(upright, program.corners).allSatisfy { abs($0 - $1) < 0.011 }, "\(upright) \(program)")
            }
        }

        @Test(
            "The pictures are those that the program makes, byte by byte", arguments: ["I420", "NV12", "RGB", "YUY2"])
        func pictures(format: String) throws {
            let program = try #require(BuiltProduct.path("lumascan"))
            let clip = try Clips.path("pictures.mp4")
            let folder = try Clips.folder.get()
            let source =
                "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! videoconvert ! video/x-raw,format=\(format)"
            let description = folder.file("pictures.launch")
            try Data(
                "\(source) ! appsink name=scan appsrc name=annotated ! filesink location=\(folder.file("program.raw"))"
                    .utf8
            ).write(to: URL(filePath: description))
            try Command.output(of: [program, "run", "--quiet", description])
            let launch = try Launch("\(source) ! lumascan ! filesink location=\(folder.file("element.raw"))")
            #expect(try launch.run().errors == [])
            launch.change(to: GST_STATE_NULL)
            let frame = Clips.size.width * Clips.size.height * (format == "RGB" ? 6 : format == "YUY2" ? 4 : 3) / 2
            let (made, wanted) = (try folder.read("element.raw"), try folder.read("program.raw"))
            #expect(wanted.count == 40 * frame)
            #expect(made.count == wanted.count)
            // What differs is not listed: that takes minutes.
            let isSame = made == wanted
            #expect(isSame)
        }
    }
}

/// One event in the terms that element and program share.
private struct Told {
    var name: String
    /// Nanoseconds of stream time.
    var time: UInt64
    var track: Int?
    var symbology: String?
    var identifier: String?
    var text: String?
    var content: String?
    var first: UInt64?
    var last: UInt64?
    var reads: Int?
    /// Four digits.
    var level: String?
    var reason: String?
    /// In pixels, x and y by turns; upright or stored, as they were told.
    var corners: [Double] = []
    var orientation: String?

    /// All but the coordinates.
    var facts: Told {
        var facts = self
        facts.corners = []
        return facts
    }

    /// All but the orientation, which the program tells once for the stream.
    var line: String {
        let numbers = [track, first.map { Int($0) }, last.map { Int($0) }, reads].map { $0.map { "\($0)" } ?? "-" }
        let texts = [symbology, identifier, text, content, level, reason].map { $0 ?? "-" }
        return "\(time) \(name) \(numbers.joined(separator: " ")) \(texts.joined(separator: " ")) \(corners)"
    }

    private struct Line: Decodable {
        var event: String
        var pts: UInt64
        var track: Int?
        var symbology: String?
        var aim: String?
        var text: String?
        var content: String?
        var corners: [[Double]]?
        var first: UInt64?
        var last: UInt64?
        var reads: Int?
        var level: Double?
        var reason: String?
    }

    static func byProgram(_ clip: String, _ options: [String]) throws -> [Told] {
        let program = try #require(BuiltProduct.path("lumascan"))
        let result = try Command.run([program, "scan", "--json", "--no-wall-clock"] + options + [clip])
        let lines = try result.outputText.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        return lines.filter { $0.event.hasPrefix("code.") || $0.event.hasPrefix("light.") }.map { line in
            Told(
                name: line.event, time: line.pts, track: line.track, symbology: line.symbology, identifier: line.aim,
                text: line.text, content: line.content, first: line.first, last: line.last, reads: line.reads,
                level: line.level.map { String(format: "%.4f", $0) }, reason: line.reason,
                corners: line.corners?.flatMap { $0 } ?? [], orientation: nil)
        }
    }

    static func byElement(_ clip: String, _ properties: String) throws -> [Told] {
        let launch = try Launch(
            "filesrc location=\(clip) ! qtdemux ! h264parse ! avdec_h264 ! lumascan \(properties) ! fakesink")
        return try launch.run().compactMap { message in
            guard case .element(_, let fields) = message else { return nil }
            let time = fields.time("stream-time") ?? .max
            guard fields.name == "barcode" else {
                return Told(
                    name: "light.\(fields.text("state") ?? "?")", time: time,
                    level: fields.number("luma-average").map { String(format: "%.4f", $0) },
                    reason: fields.text("reason"))
            }
            let event = fields.text("event") ?? "?"
            // The program tells less of the codes that are still in view.
            let (isNew, isEnd) = (event == "new", event == "end")
            return Told(
                name: "code.\(event)", time: time, track: fields.count("track-id"), symbology: fields.text("type"),
                identifier: fields.text("symbology-identifier"), text: fields.text("symbol"),
                content: fields.text("content"), first: isNew || isEnd ? fields.time("first") : nil,
                last: isEnd ? fields.time("last") : nil,
                reads: isEnd ? fields.count("reads") : nil, corners: fields.doubles("corners") ?? [],
                orientation: fields.text("orientation"))
        }
    }
}
