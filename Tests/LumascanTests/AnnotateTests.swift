import Foundation
import Lumascan
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(3)))
struct AnnotateTests {
    private func annotate(
        _ input: String, to name: String, texts: [String] = ["moving", "resting"]
    ) async throws -> (path: String, [ScanEvent], notes: [String]) {
        let path = try Clips.folder.get().file(name)
        let scanner = Lumascan.Scanner(
            source: .file(path: input), output: Output(path: path, overwrites: true), options: quiet())
        try await scanner.prepare()
        try scanner.start()
        let found = await events(of: scanner)
        #expect(found.errors == [])
        #expect(found.texts == texts)
        return (path, found, scanner.notes)
    }

    @Test(
        "The copy has the same frames at the same times",
        arguments: [("mp4", "mp4"), ("mkv", "mkv"), ("mp4", "mov"), ("mp4", "webm"), ("webm", "mp4"), ("mkv", "ts")])
    func times(input: String, output: String) async throws {
        let source = try Clips.path("scan.\(input)")
        let (path, found, _) = try await annotate(source, to: "times-\(input).\(output)")
        #expect(found.summary?.frames == 25)
        let (before, after) = (try videoTimes(of: source), try videoTimes(of: path))
        #expect(after.count == before.count)
        // A transport stream does not begin at 0.
        let shift = output == "ts" ? (after.first ?? 0) - (before.first ?? 0) : 0
        for (a, b) in zip(before, after) { #expect(abs(a - (b - shift)) <= 0.0011) }
    }

    @Test("Times of a variable rate are kept", arguments: ["mp4", "mkv"])
    func variableRate(container: String) async throws {
        let times = [0, 0.04, 0.1, 0.101, 0.3, 0.5, 0.52, 0.9]
        let golden = try Clips.golden.get()
        let clip = GoldenClip(
            width: 480, height: 320, timing: .explicit(times), placements: golden.placements)
        let source = try Clips.folder.get().file("variable.\(container)")
        try clip.write(to: source)
        let (path, _, _) = try await annotate(source, to: "variable-out.\(container)")
        let after = try videoTimes(of: path)
        #expect(after.count == times.count)
        for (a, b) in zip(times, after) { #expect(abs(a - b) <= 0.0011) }
    }

    @Test("Audio packets are carried over bit by bit", arguments: [("mp4", "mp4mux"), ("mkv", "matroskamux")])
    func audio(container: String, muxer: String) async throws {
        let film = try Clips.path("scan.mp4")
        let source = try Clips.folder.get().file("audio.\(container)")
        // Made by GStreamer: no edit list that hides a codec's first samples.
        try Command.output(of: [
            "gst-launch-1.0", "-q", muxer, "name=m", "!", "filesink", "location=\(source)", "filesrc",
            "location=\(film)", "!", "qtdemux", "!", "h264parse", "!", "m.", "audiotestsrc", "num-buffers=45", "!",
            "audio/x-raw,rate=48000,channels=2", "!", "avenc_aac", "!", "aacparse", "!", "m.",
        ])
        let (path, _, notes) = try await annotate(source, to: "audio-out.\(container)")
        #expect(notes == [])
        let before = try packets(of: source, "a:0", "size,data_hash")
        #expect(before.count > 40)
        #expect(try packets(of: path, "a:0", "size,data_hash") == before)
    }

    @Test(
        "Audio that the container cannot hold is encoded anew, and said",
        arguments: [
            ("mp4", ClipEncoding.Audio.aac, "webm", "opus"), ("mkv", .flac, "mp4", ""), ("mkv", .opus, "mp4", ""),
        ])
    func reencoded(input: String, audio: ClipEncoding.Audio, output: String, codec expected: String) async throws {
        let source = try Clips.path("\(audio.rawValue).\(input)", as: ClipEncoding(audio: [audio]))
        let (path, _, notes) = try await annotate(source, to: "\(audio.rawValue)-out.\(output)")
        let (before, after) = (try codec(of: source, "a:0"), try codec(of: path, "a:0"))
        #expect(!after.isEmpty)
        if !expected.isEmpty { #expect(after == expected) }
        #expect(notes.count == (before == after ? 0 : 1), "\(notes)")
    }

    @Test("The outline is drawn where the code is, also while it moves")
    func outline() async throws {
        let clip = GoldenClip(
            width: 640, height: 360, timing: .constant(rate: (25, 1), count: 30), background: .plain(200),
            placements: [
                Placement(try CodePicture("moving", .qrCode), from: Pose(x: 150, y: 200), velocity: (x: 250, y: -40)),
                Placement(try CodePicture("resting", .qrCode), at: Pose(x: 120, y: 60)),
            ])
        let source = try Clips.folder.get().file("outline.mp4")
        try clip.write(to: source)
        let (path, _, _) = try await annotate(source, to: "outline-out.mp4")
        let frames = try decoded(path, width: clip.width, height: clip.height)
        #expect(frames.count == 30)
        var distances: [Double] = []
        for (frame, time) in zip(frames, clip.times) {
            distances += outlineDistances(
                frame, clip.truth(at: time)[0].corners, width: clip.width, height: clip.height)
        }
        distances.sort()
        try #require(distances.count > 30 * 3 * 5)
        #expect(distances[distances.count * 95 / 100] <= 3)
    }

    /// How far from the left, right and bottom edge (the label may lie over the top) the colour of the outline lies,
    /// measured across the middle of each edge. The clip itself is grey.
    private func outlineDistances(_ frame: [UInt8], _ truth: Quad, width: Int, height: Int) -> [Double] {
        func color(_ x: Double, _ y: Double) -> Double {
            guard x >= 0, y >= 0, Int(x) < width, Int(y) < height else { return 0 }
            let index = width * height + Int(y) / 2 * (width / 2) + Int(x) / 2
            let (u, v) = (Double(frame[index]) - 128, Double(frame[index + width * height / 4]) - 128)
            return max(0, hypot(u, v) - 12)
        }
        let edges = [
            (truth.topLeft, truth.bottomLeft), (truth.topRight, truth.bottomRight),
            (truth.bottomLeft, truth.bottomRight),
        ]
        return edges.flatMap { a, b -> [Double] in
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = hypot(dx, dy)
            return stride(from: 0.35, through: 0.65, by: 0.05).map { share in
                var (sum, weighted) = (0.0, 0.0)
                for offset in stride(from: -14.0, through: 14, by: 0.5) {
                    let weight = color(
                        a.x + share * dx - offset * dy / length, a.y + share * dy + offset * dx / length)
                    sum += weight
                    weighted += weight * offset
                }
                // An outline that is not there is as far off as can be.
                return sum > 0 ? abs(weighted / sum) : 14
            }
        }
    }

    @Test("Finishing early leaves a file that plays; stopping leaves none", arguments: [true, false])
    func early(finishes: Bool) async throws {
        let folder = try TemporaryFolder()
        let golden = try Clips.golden.get()
        let clip = GoldenClip(
            width: 480, height: 320, timing: .constant(rate: (25, 1), count: 150), placements: golden.placements)
        try clip.write(to: folder.file("long.mp4"))
        let scanner = Lumascan.Scanner(
            source: .file(path: folder.file("long.mp4")), output: Output(path: folder.file("out.mp4")),
            options: quiet())
        try await scanner.prepare()
        try scanner.start()
        var found: [ScanEvent] = []
        for await event in scanner.events {
            found.append(event)
            if event.name == "code.new" {
                if finishes { scanner.finish() } else { scanner.stop() }
            }
        }
        #expect(found.summary?.reason == .stopped)
        #expect(found.errors == [])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == (finishes ? ["long.mp4", "out.mp4"] : ["long.mp4"]))
        if finishes { #expect(try !decoded(folder.file("out.mp4"), width: 480, height: 320).isEmpty) }
    }

    @Test("A copy of a turned photo tells the codes where a scan tells them", arguments: Orientation.allCases)
    func turnedPhoto(orientation: Orientation) async throws {
        let clip = GoldenClip(
            width: 320, height: 240,
            placements: [Placement(try CodePicture("turned", .qrCode), at: Pose(x: 110, y: 90))]
        )
        let source = try Clips.folder.get().file("turned\(orientation.rawValue).jpg")
        try clip.frame(at: 0).writeJPEG(to: source, orientation: orientation)
        let copy = try Clips.folder.get().file("turned\(orientation.rawValue).png")
        let told = try await events(of: .file(path: source), output: Output(path: copy, overwrites: true))
        #expect(told.texts == ["turned"])
        #expect(told.format.map { [$0.width, $0.height] } == [320, 240])
        let corners = try #require(told.sightings("code.new").first?.symbol.corners)
        #expect(distance(corners, clip.truth(at: 0)[0].corners) <= 2)
    }

    @Test("A picture file does not take a video")
    func pictureOfVideo() async throws {
        let folder = try Clips.folder.get()
        let scanner = Lumascan.Scanner(
            source: .file(path: SharedData.sampleClip), output: Output(path: folder.file("frames.png")))
        let error = await #expect(throws: ScanError.self) { try await scanner.prepare() }
        #expect(error?.kind == .badOption)
        #expect(!FileManager.default.fileExists(atPath: folder.file("frames.png")))
    }

    @Test("A still becomes a still", arguments: ["png", "jpg"])
    func still(container: String) async throws {
        let source = try Clips.folder.get().file("still-in.jpg")
        let clip = GoldenClip(
            width: 480, height: 320,
            placements: [Placement(try CodePicture("still", .qrCode), at: Pose(x: 200, y: 150))])
        try clip.frame(at: 0).writeJPEG(to: source, orientation: .quarterRight)
        let (path, _, _) = try await annotate(source, to: "still-out.\(container)", texts: ["still"])
        let frames = try decoded(path, width: 480, height: 320)
        #expect(frames.count == 1)
    }
}
