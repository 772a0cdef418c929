import Foundation
import Symbols
import TestSupport
import Testing

/// All tests of the built program, one after the other: each of them starts programs that take every core.
@Suite(.serialized) enum BuiltProgram {}

/// The built program.
enum Lumascan {
    /// Runs it to its end.
    static func run(
        _ arguments: [String], input: Command.Input = .none, environment: [String: String] = [:], timeout: Double = 60
    ) throws -> Command.Result {
        try Command.run([try path()] + arguments, input: input, environment: environment, timeout: timeout)
    }

    static func start(_ arguments: [String], input: Command.Input = .none) throws -> Command {
        try Command([try path()] + arguments, input: input)
    }

    static func path() throws -> String {
        try #require(BuiltProduct.path("lumascan"), "the program was not built: swift build --build-tests")
    }
}

extension Command.Result {
    var outputLines: [String] { outputText.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
}

/// One line of JSON as the program prints it.
struct EventLine: Decodable {
    struct Size: Decodable, Equatable {
        var width: Int
        var height: Int
    }

    var event: String
    var stream: String
    var pts: Int
    var track: Int?
    var symbology: String?
    var text: String?
    var bytes: String?
    var content: String?
    var corners: [[Double]]?
    var frame: Size?
    var width: Int?
    var height: Int?
    var orientation: String?
    var source: String?
    var reason: String?
    var frames: Int?
    var message: String?
    var hint: String?
    var attempt: Int?
    var retryIn: Double?
    var gap: Int?

    static func all(in text: String) throws -> [EventLine] {
        try text.split(separator: "\n").map { try JSONDecoder().decode(EventLine.self, from: Data($0.utf8)) }
    }

    /// The greatest distance of a corner from where it belongs, in pixels.
    func distance(from truth: Quad) throws -> Double {
        let corners = try #require(corners)
        return zip(corners, truth.corners).map { hypot($0[0] - $1.x, $0[1] - $1.y) }.max() ?? .infinity
    }
}

/// What tools outside say of media files.
enum Probe {
    /// The answer of ffprobe, line by line.
    static func lines(_ arguments: [String], of path: String) throws -> [String] {
        let output = try Command.output(of: ["ffprobe", "-v", "error"] + arguments + ["-of", "csv=p=0", path])
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The times of the video's frames in milliseconds, rising.
    static func milliseconds(of path: String) throws -> [Int] {
        try lines(["-select_streams", "v:0", "-show_entries", "packet=pts_time"], of: path).compactMap { line in
            Double(line.prefix { $0 != "," }).map { Int(($0 * 1000).rounded()) }
        }.sorted()
    }

    /// The digest of the packets of an audio stream, as they are stored.
    static func audioDigest(of path: String, stream: Int = 0) throws -> String {
        let command = ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a:\(stream)", "-c", "copy"]
        return String(decoding: try Command.output(of: command + ["-f", "md5", "-"]), as: UTF8.self)
    }
}

/// Clips that several suites use, each made once.
enum Clips {
    static let folder = Result { try TemporaryFolder() }

    static let text = "https://example.org/e2e"

    /// 640x360, 25 frames a second, a QR code that moves to the right by 40 pixels a second.
    static func moving(seconds: Int = 2) throws -> GoldenClip {
        GoldenClip(
            timing: .constant(rate: (25, 1), count: 25 * seconds),
            placements: [
                Placement(try CodePicture(text, .qrCode), from: Pose(x: 200, y: 180), velocity: (x: 40, y: 0))
            ])
    }

    /// 320x240, 25 frames, a QR code that stays.
    static func still() throws -> GoldenClip {
        GoldenClip(
            width: 320, height: 240, timing: .constant(rate: (25, 1), count: 25),
            placements: [Placement(try CodePicture(text, .qrCode), at: Pose(x: 150, y: 110))])
    }

    /// The path of `still` in a file of that name; made at every call, so ask once a test.
    static func write(_ name: String, _ encoding: ClipEncoding = ClipEncoding()) throws -> String {
        let path = try folder.get().file(name)
        try still().write(to: path, as: encoding)
        return path
    }

    /// Runs a gst-launch description to its end.
    static func launch(_ description: String) throws {
        try Command.output(of: ["gst-launch-1.0", "-q"] + description.split(separator: " ").map(String.init))
    }

    /// Writes `still` with AAC sound as GStreamer's MP4 muxer does: without priming and edit list.
    static func writePlainMovie(to path: String) throws {
        try launch(
            "mp4mux name=m ! filesink location=\(path) audiotestsrc num-buffers=40 ! avenc_aac ! m. "
                + "filesrc location=\(try mkv.get()) ! decodebin ! videoconvert ! x264enc ! m.")
    }

    /// `still` as MP4 with AAC sound.
    static let mp4 = Result { try write("plain.mp4", ClipEncoding(audio: [.aac])) }
    /// `still` as Matroska.
    static let mkv = Result { try write("plain.mkv") }
}
