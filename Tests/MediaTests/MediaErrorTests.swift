import CGStreamer
import Foundation
import Testing

@testable import Media

@Suite(.enabled(if: hasGStreamer))
struct MediaErrorTests {
    @Test(
        "A description that cannot run says why",
        arguments: [
            ("nosuchelement ! appsink name=scan", MediaError.Kind.missingPlugin),
            ("videotestsrc ! ! appsink", .badDescription), ("", .badDescription),
            ("videotestsrc nosuch=1 ! appsink", .badDescription),
            ("videotestsrc ! audioconvert ! fakesink", .badDescription),
        ])
    func description(text: String, kind: MediaError.Kind) {
        let error = #expect(throws: MediaError.self) { _ = try Pipeline(parsing: text) }
        #expect(error?.kind == kind)
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        "A source that cannot be read says why",
        arguments: [
            ("filesrc location=/nonexistent/clip.mp4 ! appsink name=scan", MediaError.Kind.notFound),
            ("filesrc location=/ ! appsink name=scan", .unreadable),
            ("videotestsrc ! video/x-raw,format=I420 ! filesink location=/nonexistent/a", .unwritable),
            ("filesrc location=/proc/self/status ! decodebin ! appsink name=scan", .notDecodable),
        ])
    func source(text: String, kind: MediaError.Kind) throws {
        let pipeline = try Pipeline(parsing: text)
        let error = #expect(throws: MediaError.self) { _ = try pipeline.preroll(timeout: .seconds(20)) }
        #expect(error?.kind == kind)
        #expect(error?.isOutput == false)
        pipeline.stop()
    }

    @Test("A demuxer that gives up is noticed where its error is lost")
    func lostError() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lumascan-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "empty.mp4")
        // A file type box and nothing else.
        try Data([0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]).write(to: file)
        let pipeline = try Pipeline(parsing: "filesrc location=\(file.path) ! qtdemux name=demuxer fakesink")
        let demuxer = try #require(pipeline.find("demuxer"))
        unsafe gst_element_set_bus(demuxer.raw, nil)
        let error = #expect(throws: MediaError.self) { _ = try pipeline.preroll(timeout: .seconds(20)) }
        #expect(error == Pipeline.giveUp)
        pipeline.stop()
    }

    @Test("An element that is not installed is named with its package")
    func missing() {
        let error = #expect(throws: MediaError.self) { _ = try Element("nosuchelement") }
        #expect(error?.kind == .missingPlugin)
        #expect(MediaError.missingElement("x264enc").hint == "install it: apt-get install gstreamer1.0-plugins-ugly")
    }

    @Test("A description that names a missing element says which")
    func missingInDescription() {
        let pipeline = #expect(throws: MediaError.self) { _ = try Pipeline(parsing: "nosuchone ! fakesink") }
        #expect(pipeline?.message == "the GStreamer element “nosuchone” is not installed")
        let encoder = #expect(throws: MediaError.self) { _ = try Element(parsingBin: "nosuchone", name: "output") }
        #expect(encoder?.kind == .missingPlugin)
        #expect(encoder?.isOutput == true)
    }

    @Test("Errors below an element named output… are the output's")
    func output() throws {
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=1 ! filesink name=output-file location=/nonexistent/a")
        let error = #expect(throws: MediaError.self) { _ = try pipeline.preroll(timeout: .seconds(20)) }
        #expect(error?.isOutput == true)
        #expect(error?.kind == .unwritable)
    }

    @Test("What is no appsink or appsrc is refused")
    func wrongElement() throws {
        let fake = try Element("fakesink", name: "scan")
        #expect(throws: MediaError.self) { _ = try FrameSink(fake, feed: nil) }
        #expect(throws: MediaError.self) { _ = try FrameFeed(fake) }
    }
}
