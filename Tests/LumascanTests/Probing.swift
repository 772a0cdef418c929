import Foundation
import TestSupport

/// What ffprobe tells of every packet of a stream, a line each, sorted: decoders give frames in another order.
func packets(of path: String, _ stream: String, _ entries: String) throws -> [String] {
    let output = try Command.output(of: [
        "ffprobe", "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5", "-show_entries",
        "packet=\(entries)", "-of", "csv=p=0", path,
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// The presentation times of the video's frames in seconds, rising.
func videoTimes(of path: String) throws -> [Double] {
    try packets(of: path, "v:0", "pts_time").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
}

/// The name of a stream's codec, "" where there is none.
func codec(of path: String, _ stream: String) throws -> String {
    let output = try Command.output(of: [
        "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "stream=codec_name", "-of", "csv=p=0",
        path,
    ])
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The decoded frames of a film, 4:2:0, each plane without gaps.
func decoded(_ path: String, width: Int, height: Int) throws -> [[UInt8]] {
    let bytes = try Command.output(of: [
        "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
        "yuv420p", "pipe:1",
    ])
    let size = width * height * 3 / 2
    return (0..<bytes.count / size).map { Array(bytes[$0 * size..<($0 + 1) * size]) }
}
