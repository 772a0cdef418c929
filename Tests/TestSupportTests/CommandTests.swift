import Foundation
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func carriesInputAndOutput() throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let result = try Command.run(["cat"], input: .bytes(bytes))
        #expect(result.status == 0)
        #expect(result.output == bytes)
    }

    /// A program that does not read must not end the tests with SIGPIPE.
    @Test func survivesUnreadInput() throws {
        #expect(try Command.run(["true"], input: .bytes(Array(repeating: 0, count: 1 << 20))).status == 0)
    }

    @Test func reportsStatusAndSignal() throws {
        #expect(try Command.run(["false"]).status == 1)
        let command = try Command(["sleep", "60"])
        command.send(SIGINT)
        #expect(try command.wait().status == 128 + SIGINT)
    }

    @Test func endsWhatTakesTooLong() throws {
        #expect(throws: Command.Failure.self) { try Command.run(["sleep", "60"], timeout: 0.05) }
    }

    @Test func passesEnvironment() throws {
        #expect(try Command.run(["printenv", "LUMASCAN_X"], environment: ["LUMASCAN_X": "1"]).outputText == "1\n")
    }

    @Test func removesItsFolder() throws {
        let path = try {
            let folder = try TemporaryFolder()
            try folder.write([1], to: "a")
            return folder.path
        }()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
