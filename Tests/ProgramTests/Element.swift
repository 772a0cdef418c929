import Foundation
import TestSupport
import Testing

/// The built element in gst-launch.
enum ElementLaunch {
    /// What makes GStreamer find the built plugin, and leaves the user's own registry alone.
    static func environment(_ folder: TemporaryFolder) throws -> [String: String] {
        let program = try #require(BuiltProduct.path("lumascan"), "nothing was built: swift build --build-tests")
        return [
            "GST_PLUGIN_PATH": URL(filePath: program).deletingLastPathComponent().path,
            "GST_REGISTRY": folder.file("registry.bin"), "GST_DEBUG_NO_COLOR": "1",
        ]
    }

    /// Starts a description with the messages of the elements on standard output.
    static func start(
        _ description: String, _ folder: TemporaryFolder, environment: [String: String] = [:]
    ) throws -> Command {
        try Command(
            ["gst-launch-1.0", "-m"] + description.split(separator: " ").map(String.init),
            environment: try Self.environment(folder).merging(environment) { $1 })
    }
}

/// An X server without a screen.
final class VirtualDisplay {
    let name: String
    private let server: Command

    init() throws {
        server = try Command(["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
        let server = server
        let number = try #require(
            try Waiting.until { String(decoding: try server.outputSoFar(), as: UTF8.self).wholeLine },
            "Xvfb did not start")
        name = ":\(number)"
    }

    /// Runs xdotool.
    @discardableResult
    func tool(_ arguments: [String]) throws -> Command.Result {
        try Command.run(["xdotool"] + arguments, environment: ["DISPLAY": name], timeout: 20)
    }
}

/// Waits for what other programs do, which nobody tells.
enum Waiting {
    /// Asks again and again until there is an answer, for a minute at most.
    static func until<Answer>(_ ask: () throws -> Answer?) throws -> Answer? {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let answer = try ask() { return answer }
            usleep(20_000)
        }
        return nil
    }
}

extension String {
    /// The first line, where its end is there.
    fileprivate var wholeLine: String? {
        firstIndex(of: "\n").map { String(self[..<$0]) }
    }
}
