import Foundation
import TestSupport
import Testing

// The program is built with the package; a process of its own is needed, because the tracer tells at its end.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: BuiltProduct.path("lumascan") != nil))
struct LeakTests {
    @Test(
        "No GStreamer object outlives the program",
        arguments: [
            ["scan", "IN"], ["scan", "--once", "IN"], ["scan", "--start", "0.4", "IN"], ["scan", "/nonexistent"],
            ["annotate", "--overwrite", "IN", "OUT"],
        ])
    func leaks(arguments: [String]) throws {
        let program = try #require(BuiltProduct.path("lumascan"))
        let film = try Clips.path("leak.mp4", as: ClipEncoding(audio: [.aac]))
        let out = try Clips.folder.get().file("leak-out.mkv")
        let filled = arguments.map { $0 == "IN" ? film : $0 == "OUT" ? out : $0 }
        let result = try Command.run(
            [program] + filled,
            environment: ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1"], timeout: 20)
        #expect(result.status == (arguments.contains("IN") ? 0 : 3))
        let alive = result.errorText.split(separator: "\n").filter {
            $0.contains(" object-alive, ") && !$0.contains("format string")
        }
        #expect(alive.map { $0.suffix(200) } == [])
    }
}
