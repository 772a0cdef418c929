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
    ///   - certificate: a file with a certificate and its key, for TLS; nil for none.
    init(
        _ description: String, in folder: TemporaryFolder, port: String? = nil,
        account: (user: String, password: String)? = nil, certificate: String? = nil
    ) throws {
        let script = try folder.write(Array(Self.script.utf8), to: "serve.py")
        server = try Command([
            "/usr/bin/python3", script, description, port ?? "0", account?.user ?? "", account?.password ?? "",
            certificate ?? "",
        ])
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
        from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer
        Gst.init(None)
        server = GstRtspServer.RTSPServer()
        server.set_address("127.0.0.1")
        server.set_service(sys.argv[2])
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch(sys.argv[1])
        factory.set_shared(True)
        user, password, certificate = sys.argv[3:6]
        if user or certificate:
            accounts = GstRtspServer.RTSPAuth()
            token = GstRtspServer.RTSPToken()
            token.set_string("media.factory.role", "viewer")
            if user:
                accounts.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
                accounts.add_digest(user, password, token)
            else:
                accounts.set_default_token(token)
            if certificate:
                accounts.set_tls_certificate(Gio.TlsCertificate.new_from_file(certificate))
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
