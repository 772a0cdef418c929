import Foundation
import TestSupport
import Testing

/// A network camera on a port of this machine, until the value goes: gst-rtsp-server, through Python.
final class RTSPServer {
    let port: String
    private let server: Command
    private var isGone = false

    /// - Parameters:
    ///   - description: in gst-launch syntax, in round brackets, with payloaders `pay0`, `pay1`.
    ///   - port: a port that was free before; nil for one that is free now.
    ///   - account: user name and password of Digest authentication; nil for none.
    init(
        _ description: String, in folder: TemporaryFolder, port: String? = nil,
        account: (user: String, password: String)? = nil
    ) throws {
        let script = try folder.write(Array(Self.script.utf8), to: "serve.py")
        var command = ["/usr/bin/python3", script, description, port ?? "0"]
        if let account { command += [account.user, account.password] }
        server = try Command(command)
        let server = server
        self.port = try #require(
            try Waiting.until {
                let text = String(decoding: try server.outputSoFar(), as: UTF8.self)
                return text.hasSuffix("\n") ? text.trimmingCharacters(in: .newlines) : nil
            }, "the server did not start")
    }

    deinit { kill() }

    /// Ends it on the spot, as a camera that loses its power.
    func kill() {
        guard !isGone else { return }
        isGone = true
        server.send(SIGKILL)
        _ = try? server.wait()
    }

    /// Connections stay, and nothing comes any more.
    func freeze() { server.send(SIGSTOP) }

    func thaw() { server.send(SIGCONT) }

    private static let script = """
        import sys
        import gi
        gi.require_version("Gst", "1.0")
        gi.require_version("GstRtsp", "1.0")
        gi.require_version("GstRtspServer", "1.0")
        from gi.repository import GLib, Gst, GstRtsp, GstRtspServer
        Gst.init(None)
        server = GstRtspServer.RTSPServer()
        server.set_address("127.0.0.1")
        server.set_service(sys.argv[2])
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch(sys.argv[1])
        factory.set_shared(True)
        if len(sys.argv) > 3:
            token = GstRtspServer.RTSPToken()
            token.set_string("media.factory.role", "viewer")
            accounts = GstRtspServer.RTSPAuth()
            accounts.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
            accounts.add_digest(sys.argv[3], sys.argv[4], token)
            server.set_auth(accounts)
            permissions = GstRtspServer.RTSPPermissions()
            permissions.add_permission_for_role("viewer", "media.factory.access", True)
            permissions.add_permission_for_role("viewer", "media.factory.construct", True)
            factory.set_permissions(permissions)
        server.get_mount_points().add_factory("/codes", factory)
        server.attach(None)
        print(server.get_bound_port(), flush=True)
        GLib.MainLoop().run()
        """
}
