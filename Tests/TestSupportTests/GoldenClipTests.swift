import Foundation
import Imaging
import Symbols
import TestSupport
import Testing

@Suite struct GoldenClipTests {
    @Test func cornersFollowThePose() throws {
        let code = try CodePicture("HELLO 42", .qrCode, modulePixels: 2, quietZone: 4)
        // 21 modules and 4 on each side, 2 pixels each.
        #expect(code.picture.width == 58)
        #expect(code.corners.topLeft == Point(x: 8, y: 8))
        #expect(code.corners.bottomRight == Point(x: 50, y: 50))
        let placement = Placement(code, from: Pose(x: 100, y: 80, scale: 2, degrees: 90), velocity: (10, -4))
        let corners = try #require(placement.corners(at: 2))
        // Centre (120, 72), half a side 42, a quarter turn clockwise: the top left corner is at the top right.
        let expected = [(162.0, 30.0), (162, 114), (78, 114), (78, 30)]
        for (corner, (x, y)) in zip(corners.corners, expected) {
            #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9)
        }
    }

    /// The picture's centroid of darkness lies where the pose puts it, at positions between pixels too.
    @Test(arguments: [(50.0, 40.0, 0.0), (50.25, 40.5, 0.0), (49.7, 41.1, 30.0)])
    func drawsAtSubPixelPositions(x: Double, y: Double, degrees: Double) throws {
        let code = try CodePicture("1", .code128, modulePixels: 1, quietZone: 2, barHeight: 30)
        let clip = GoldenClip(
            width: 100, height: 80, background: .plain(255),
            placements: [Placement(code, at: Pose(x: x, y: y, degrees: degrees))])
        let (drawn, own) = (centroid(clip.frame(at: 0)), centroid(code.picture))
        let dx = own.x - Double(code.picture.width) / 2
        let dy = own.y - Double(code.picture.height) / 2
        let angle = degrees * .pi / 180
        #expect(abs(drawn.x - (x + dx * cos(angle) - dy * sin(angle))) < 0.02)
        #expect(abs(drawn.y - (y + dx * sin(angle) + dy * cos(angle))) < 0.02)
    }

    private func centroid(_ picture: GrayPicture) -> Point {
        var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let weight = Double(255 - picture[x, y])
                sum += weight
                sumX += weight * (Double(x) + 0.5)
                sumY += weight * (Double(y) + 0.5)
            }
        }
        return Point(x: sumX / sum, y: sumY / sum)
    }

    @Test func codeBeyondTheEdgeIsNotDrawn() throws {
        let code = try CodePicture("HELLO", .dataMatrix)
        let clip = GoldenClip(
            width: 64, height: 48, background: .plain(77), placements: [Placement(code, at: Pose(x: 500, y: -300))])
        #expect(clip.frame(at: 0) == GrayPicture(width: 64, height: 48, luma: 77))
        #expect(clip.truth(at: 0).isEmpty)
    }

    /// Every container keeps the frames' number and times.
    @Test(arguments: ["mp4", "mov", "mkv", "webm", "ts", "avi"])
    func keepsFrames(container: String) throws {
        let clip = GoldenClip(width: 64, height: 48, timing: .constant(rate: (25, 1), count: 10), placements: [])
        let audio: ClipEncoding.Audio = container == "webm" ? .opus : container == "avi" ? .mp3 : .aac
        #expect(try frameTimes(clip, "clip.\(container)", ClipEncoding(audio: [audio])).count == 10)
    }

    @Test(arguments: ["mp4", "mkv"])
    func keepsVariableTimes(container: String) throws {
        let times = [0, 0.04, 0.05, 0.2, 0.26, 0.9, 1.0]
        let clip = GoldenClip(width: 64, height: 48, timing: .explicit(times), placements: [])
        let found = try frameTimes(clip, "clip.\(container)", ClipEncoding())
        #expect(found.count == times.count)
        #expect(zip(found, times).allSatisfy { abs($0 - $1) < 0.0006 })
    }

    private func frameTimes(_ clip: GoldenClip, _ name: String, _ encoding: ClipEncoding) throws -> [Double] {
        let folder = try TemporaryFolder()
        try clip.write(to: folder.file(name), as: encoding)
        let lines = try Command.output(of: [
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time",
            "-of",
            "csv=p=0", folder.file(name),
        ])
        return String(decoding: lines, as: UTF8.self).split(whereSeparator: ",\n".contains).compactMap { Double($0) }
    }

    @Test(arguments: [(false, 16.0), (true, 0.0)])
    func storesTheRange(isFullRange: Bool, black: Double) throws {
        let folder = try TemporaryFolder()
        let clip = GoldenClip(
            width: 64, height: 48, timing: .constant(rate: (25, 1), count: 1), background: .plain(0), placements: [])
        let encoding = ClipEncoding(video: .ffv1, audio: [.aac, .opus], isFullRange: isFullRange, colorimetry: "bt709")
        try clip.write(to: folder.file("clip.mkv"), as: encoding)
        let stored = try Command.output(of: [
            "ffmpeg", "-nostdin", "-v", "error", "-i", folder.file("clip.mkv"), "-frames:v", "1", "-f", "rawvideo",
            "-pix_fmt", isFullRange ? "yuvj420p" : "yuv420p", "-",
        ])
        #expect(Double(stored[0]) == black)
    }

    @Test func marksWhatItIsTold() throws {
        let folder = try TemporaryFolder()
        let clip = GoldenClip(width: 64, height: 48, timing: .constant(rate: (30000, 1001), count: 5), placements: [])
        let encoding = ClipEncoding(
            audio: [.aac, .mp3], isFullRange: true, colorimetry: "bt709", pixelAspect: (4, 3))
        try clip.write(to: folder.file("clip.mp4"), as: encoding)
        let fields = try Command.output(of: [
            "ffprobe", "-v", "error", "-show_entries",
            "stream=codec_name,sample_aspect_ratio,avg_frame_rate,color_range,color_space,color_primaries", "-of",
            "default=nw=1:nk=1", folder.file("clip.mp4"),
        ])
        let expected = ["h264", "4:3", "pc", "bt709", "bt709", "30000/1001", "aac", "0/0", "mp3", "0/0"]
        #expect(String(decoding: fields, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
    }

    @Test func darkensByTheFactor() {
        let clip = GoldenClip(width: 8, height: 8, background: .plain(200), placements: []) { $0 < 1 ? 1 : 0.1 }
        #expect(clip.frame(at: 0.96) == GrayPicture(width: 8, height: 8, luma: 200))
        #expect(clip.frame(at: 1) == GrayPicture(width: 8, height: 8, luma: 20))
    }
}
