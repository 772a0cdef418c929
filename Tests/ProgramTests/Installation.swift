import Foundation
import TestSupport
import Testing

/// The program and the plugin as `scripts/install` leaves them, made once for all tests that need it: the first one
/// waits for a release build.
struct Installation {
    static let shared = Result { try Installation() }

    let prefix: String
    /// Lets GStreamer find the plugin, and keeps the user's own registry out of it.
    let environment: [String: String]

    private init() throws {
        // Inside the build folder and always the same, so that nothing piles up.
        let folder = "\(SharedData.packageRoot)/.build/test-installation"
        try? FileManager.default.removeItem(atPath: folder)
        prefix = "\(folder)/prefix"
        try Self.install(["--prefix", prefix], timeout: 900)
        environment = [
            "GST_PLUGIN_PATH": try Self.plugins(below: prefix), "GST_REGISTRY": "\(folder)/registry.bin",
        ]
    }

    var program: String { "\(prefix)/bin/lumascan" }

    var plugin: String { "\(environment["GST_PLUGIN_PATH", default: ""])/libgstlumascan.so" }

    /// Runs `scripts/install` to its end, which must be a good one.
    @discardableResult
    static func install(
        _ arguments: [String], environment: [String: String] = [:], timeout: Double = 300
    ) throws -> Command.Result {
        let result = try script(arguments, environment: environment, timeout: timeout)
        try #require(result.status == 0, "\(result.errorText)")
        return result
    }

    static func script(
        _ arguments: [String], environment: [String: String] = [:], timeout: Double = 60
    ) throws -> Command.Result {
        try Command.run(
            ["\(SharedData.packageRoot)/scripts/install"] + arguments, environment: environment, timeout: timeout)
    }

    /// Where the plugins of a prefix are: as below GStreamer's own.
    static func plugins(below prefix: String) throws -> String {
        func variable(_ name: String) throws -> String {
            let output = try Command.output(of: ["pkg-config", "--variable=\(name)", "gstreamer-1.0"])
            return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
        return prefix + (try variable("libdir").dropFirst(try variable("prefix").count)) + "/gstreamer-1.0"
    }

    /// Runs a program in an environment that holds nothing but where the plugin is.
    func runBare(_ arguments: [String]) throws -> Command.Result {
        try Command.run(
            ["/usr/bin/env", "-i", "PATH=/usr/bin"] + environment.map { "\($0)=\($1)" } + arguments, timeout: 60)
    }

    /// The files below a folder, each with its mode, sorted.
    static func files(below folder: String) throws -> [String] {
        let output = try Command.output(of: ["find", folder, "-type", "f", "-printf", "%m %P\\n"])
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }
}

/// A message of the element as `gst-launch-1.0 -m` prints it.
struct LaunchMessage: Equatable, CustomStringConvertible {
    /// `barcode` or `light`.
    let name: String
    /// What happened to the code, or the state of the light.
    let change: String
    let text: String?

    init(_ name: String, _ change: String, _ text: String? = nil) {
        (self.name, self.change, self.text) = (name, change, text)
    }

    init?(line: String) {
        guard let name = line.split(separator: " ").first else { return nil }
        func field(_ field: String) -> String? {
            guard let start = line.range(of: " \(field)=(string)") else { return nil }
            return String(line[start.upperBound...].prefix { $0 != "," && $0 != ";" })
        }
        guard let change = field("event") ?? field("state") else { return nil }
        self.init(String(name), change, field("symbol"))
    }

    var description: String { "\(name) \(change) \(text ?? "")" }
}
