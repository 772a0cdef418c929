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

    /// Ends the server on the spot.
    func kill() {
        server.send(SIGKILL)
        _ = try? server.wait()
    }

    /// Asks a window to close, as the button that a window manager draws does.
    func close(_ window: String) throws {
        _ = try Command.run(
            ["/usr/bin/python3", "-c", Self.closing, window], environment: ["DISPLAY": name], timeout: 20)
    }

    private static let closing = """
        import ctypes, sys
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = ctypes.c_ulong
        class Message(ctypes.Structure):
            _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong),
                        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 24)]
        display = ctypes.c_void_p(x.XOpenDisplay(None))
        window = ctypes.c_ulong(int(sys.argv[1]))
        message = Message(type=33, window=window, format=32)
        message.kind = x.XInternAtom(display, b"WM_PROTOCOLS", 0)
        message.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x.XSendEvent(display, window, 0, 0, ctypes.byref(message))
        x.XCloseDisplay(display)
        """

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
