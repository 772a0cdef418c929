import Foundation
import TestSupport
import Testing

/// A server in Python that prints its port as its first line; it runs until the value goes.
final class TestServer {
    let port: String
    let program: Command
    private var isGone = false

    /// - Parameter arguments: the script's; the first is the port, 0 for one that is free.
    init(_ script: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        let path = try folder.write(Array(script.utf8), to: "server-\(UUID().uuidString).py")
        let program = try Command(["/usr/bin/python3", path] + arguments)
        self.program = program
        port = try #require(
            try Waiting.until {
                let text = String(decoding: try program.outputSoFar(), as: UTF8.self)
                return text.firstIndex(of: "\n").map { String(text[..<$0]) }
            }, "the server did not start")
    }

    deinit { kill() }

    /// Ends it on the spot.
    func kill() {
        guard !isGone else { return }
        isGone = true
        program.send(SIGKILL)
        _ = try? program.wait()
    }
}
