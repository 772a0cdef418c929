import Foundation
import Lumascan
import Testing

@testable import LumascanCLI

@Suite("Sources")
struct SourceListTests {
    private func list(_ arguments: String...) -> SourceList {
        SourceList(arguments: arguments.map { Array($0.utf8) })
    }

    @Test("files and URIs are told apart")
    func kinds() {
        let sources = list("a.mp4", "rtsp://host/x")
        #expect(
            sources.items == [
                .source(.file(path: "a.mp4"), name: "a.mp4"), .source(.uri("rtsp://host/x"), name: "rtsp://host/x"),
            ])
        #expect(sources.namesStreams)
        #expect(!list("a.mp4").namesStreams)
    }

    @Test(
        "cameras and the test video are told from files",
        arguments: [
            ("camera:", .camera(.first)), ("camera:1", .camera(.number(1))), ("camera:front", .camera(.place(.front))),
            ("camera:back", .camera(.place(.back))), ("camera:USB Cam: 2", .camera(.named("USB Cam: 2"))),
            ("camera:Door: me@home", .camera(.named("Door: me@home"))),
            ("camera:/dev/video0", .camera(.device(path: "/dev/video0"))),
            ("/dev/video99", .camera(.device(path: "/dev/video99"))), ("/dev/null", .file(path: "/dev/null")),
            ("test:", .test), ("./test:", .file(path: "./test:")), ("camera", .file(path: "camera")),
        ] as [(String, Source)])
    func devices(text: String, source: Source) {
        #expect(list(text).items == [.source(source, name: source.name)])
    }

    @Test("a folder stands for the media files in it, in the order of their bytes")
    func folders() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "inner.mp4"), withIntermediateDirectories: true)
        for name in ["b.mp4", "a.MKV", "Z.jpg", "é.png", ".hidden.mp4", "notes.txt", "mp4"] {
            try Data().write(to: folder.appending(path: name))
        }
        let names = ["Z.jpg", "a.MKV", "b.mp4", "é.png"].map { "\(folder.path)/\($0)" }
        let sources = list(folder.path)
        #expect(sources.items == names.map { .source(.file(path: $0), name: $0) })
        #expect(sources.namesStreams)
        #expect(list(folder.path + "/").items == sources.items)
        let empty = folder.appending(path: "inner.mp4").path
        #expect(
            list(empty).items == [
                .unusable(
                    ScanError(
                        .sourceNotFound, "\(empty): there are no media files in this folder",
                        hint: "name a folder that holds videos or pictures itself"),
                    name: empty)
            ])
    }

    @Test("a name that is not UTF-8 is told")
    func names() {
        #expect(
            SourceList(arguments: [[0x61, 0xff]]).items == [
                .unusable(
                    ScanError(.sourceNotOpened, #"a\xff: the name is not valid UTF-8"#, hint: "rename the file"),
                    name: #"a\xff"#)
            ])
    }
}
