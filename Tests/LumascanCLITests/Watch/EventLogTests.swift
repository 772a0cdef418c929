import Foundation
import TestSupport
import Testing

@testable import LumascanCLI

@Suite("The log of events")
struct EventLogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    @Test("Lines are added to what is there, and a file that was moved away is made anew")
    func rotation() throws {
        try folder.write(Array("before\n".utf8), to: "events")
        let target = try EventsTarget(folder.file("events"))
        let log = try EventLog(target, console: Console())
        try log.write(line: "one")
        try FileManager.default.moveItem(atPath: folder.file("events"), toPath: folder.file("events.1"))
        try log.write(line: "two")
        try log.reopen(target)
        try log.write(line: "three")
        #expect(try text("events.1") == "before\none\ntwo\n")
        #expect(try text("events") == "three\n")
    }

    @Test("What cannot be opened changes nothing")
    func notOpened() throws {
        let log = try EventLog(try EventsTarget(folder.file("events")), console: Console())
        let wrong = folder.file("none/events")
        #expect(throws: WriteFailure(name: wrong, number: ENOENT)) { try log.reopen(try EventsTarget(wrong)) }
        try log.write(line: "one")
        #expect(try text("events") == "one\n")
    }

    @Test("A pipe that nobody reads is not waited for")
    func pipe() throws {
        let path = folder.file("pipe")
        try Command.output(of: ["mkfifo", path])
        #expect(throws: WriteFailure(name: path, number: ENXIO)) {
            try EventLog(try EventsTarget(path), console: Console())
        }
    }
}
