import Foundation
import Lumascan
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(3)))
struct ScanTests {
    @Test("Exactly the clip's codes are found, where they are", arguments: ["mp4", "mkv", "webm", "mov", "ts", "avi"])
    func containers(container: String) async throws {
        let path = try Clips.path("scan.\(container)")
        let found = try await events(of: .file(path: path), options: quiet { $0.updateInterval = .milliseconds(100) })
        #expect(found.texts == ["moving", "resting"])
        #expect(found.sightings("code.end").count == 2)
        #expect(found.errors == [])
        #expect(found.summary?.reason == .eos)
        #expect(found.summary?.frames == 25)
        #expect(found.summary?.codes == 2)
        let clip = try Clips.golden.get()
        // A transport stream begins somewhere, and tells times from there.
        let origin = found.first?.pts ?? .zero
        for sighting in found.sightings("code.new") + found.sightings("code.update") {
            let time = (sighting.last - origin) / .seconds(1)
            let truth = clip.truth(at: time)[sighting.symbol.text == "resting" ? 0 : 1].corners
            #expect(distance(sighting.symbol.corners, truth) <= 3, "\(sighting.symbol.text) at \(time)")
        }
    }

    @Test("Key frames alone are decoded where that is wanted, and codes do not end between them")
    func keyFrames() async throws {
        let path = try Clips.path(
            "keys.mkv", as: ClipEncoding(video: .h264, options: ["-g", "10", "-sc_threshold", "0", "-bf", "0"]))
        let found = try await events(of: .file(path: path), options: quiet { $0.keyFramesOnly = true })
        // Of 25 frames, the first of each ten.
        #expect(found.summary?.frames == 3)
        #expect(found.summary?.examined == 3)
        #expect(found.texts == ["moving", "resting"])
        #expect(found.sightings("code.end").map(\.reads) == [3, 3])
    }

    @Test("Streams beside the video do not matter", arguments: ["mp4", "mkv", "ts"])
    func otherStreams(container: String) async throws {
        let path = try Clips.path("sound.\(container)", as: ClipEncoding(audio: [.aac, .mp3]))
        let found = try await events(of: .file(path: path))
        #expect(found.texts == ["moving", "resting"])
        #expect(found.summary?.frames == 25)
        #expect(found.errors == [])
    }

    @Test("Two runs, with any number of workers, tell the same")
    func repeats() async throws {
        let path = try Clips.path("scan.mp4")
        func run(workers: Int) async throws -> [ScanEvent] {
            try await events(
                of: .file(path: path),
                options: quiet {
                    $0.workers = workers
                    $0.updateInterval = .milliseconds(100)
                    $0.confirm = 2
                })
        }
        let first = try await run(workers: 1)
        #expect(first.count > 10)
        for workers in [1, 2, 8] { #expect(try await run(workers: workers) == first) }
    }

    private static let names = [
        "rotate-0", "flip-rotate-0", "rotate-180", "flip-rotate-180", "flip-rotate-270", "rotate-90", "flip-rotate-90",
        "rotate-270",
    ]

    @Test("A photo of any EXIF orientation gives upright corners", arguments: Orientation.allCases)
    func photo(orientation: Orientation) async throws {
        let clip = GoldenClip(
            width: 320, height: 240, placements: [Placement(try CodePicture("photo", .qrCode), at: Pose(x: 110, y: 90))]
        )
        let path = try Clips.folder.get().file("photo\(orientation.rawValue).jpg")
        try clip.frame(at: 0).writeJPEG(to: path, orientation: orientation)
        let found = try await events(of: .file(path: path))
        #expect(found.texts == ["photo"])
        #expect(found.format?.orientation == Self.names[orientation.rawValue - 1])
        #expect(found.format.map { [$0.width, $0.height] } == [320, 240])
        let corners = try #require(found.sightings("code.new").first?.symbol.corners)
        #expect(distance(corners, clip.truth(at: 0)[0].corners) <= 2)
    }

    @Test(
        "A turned film gives upright corners",
        arguments: [Orientation.upright, .quarterRight, .halfTurn, .quarterLeft])
    func film(orientation: Orientation) async throws {
        let path = try Clips.path(
            "turned\(orientation.rawValue).mp4", as: ClipEncoding(orientation: orientation))
        let found = try await events(of: .file(path: path))
        #expect(found.texts == ["moving", "resting"])
        #expect(found.format?.orientation == Self.names[orientation.rawValue - 1])
        #expect(found.format.map { [$0.width, $0.height] } == [480, 320])
        let resting = try #require(found.sightings("code.new").first { $0.symbol.text == "resting" })
        #expect(distance(resting.symbol.corners, try Clips.golden.get().truth(at: 0)[0].corners) <= 2)
    }

    @Test("Only the asked-for part of a film is looked at")
    func part() async throws {
        let path = try Clips.path("scan.mkv")
        let found = try await events(
            of: .file(path: path),
            options: quiet {
                $0.start = .milliseconds(400)
                $0.duration = .milliseconds(400)
            })
        #expect(found.summary?.frames == 10)
        #expect(found.first?.pts == .milliseconds(400))
        #expect(found.summary?.duration == .milliseconds(400))
        #expect(found.texts == ["moving", "resting"])
    }

    @Test("Only codes whose centre is in the region count")
    func region() async throws {
        let path = try Clips.path("scan.mp4")
        let found = try await events(
            of: .file(path: path),
            options: quiet { $0.region = .fractions(Box(x: 0, y: 0, width: 0.45, height: 1)) })
        #expect(found.texts == ["resting"])
    }
}
