import TestSupport

/// An HTTP server of a folder, with a camera beside it: `/camera` sends the folder's `frame.jpg` again and again, to who
/// gives the password by Basic authentication, `/moved` leads to it. It prints what `Authorization` it was given.
enum WebServer {
    /// - Parameters:
    ///   - port: a port that was free before; nil for one that is free now.
    ///   - authorization: what a viewer has to give, `user:password`.
    static func start(
        _ folder: TemporaryFolder, port: String? = nil, authorization: String = "", certificate: String? = nil
    ) throws -> TestServer {
        try TestServer(script, [port ?? "0", folder.path, authorization, certificate ?? ""], in: folder)
    }

    private static let script = """
        import base64, http.server, socketserver, ssl, sys, time
        port, folder, account, certificate = sys.argv[1:5]
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=folder)
            def log_message(self, *arguments):
                pass
            def answer(self, status, *header):
                self.send_response(status)
                self.send_header(*header)
                self.end_headers()
            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/moved":
                    return self.answer(301, "Location", "/camera")
                if path != "/camera":
                    return super().do_GET()
                given = self.headers.get("Authorization", "")
                print(given, flush=True)
                if account and given != "Basic " + base64.b64encode(account.encode()).decode():
                    return self.answer(401, "WWW-Authenticate", 'Basic realm="camera"')
                self.answer(200, "Content-Type", "multipart/x-mixed-replace; boundary=part")
                frame = open(folder + "/frame.jpg", "rb").read()
                try:
                    while True:
                        head = "--part\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(frame)
                        self.wfile.write(head.encode() + frame + b"\\r\\n")
                        time.sleep(0.1)
                except OSError:
                    pass
        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *arguments):
                pass
        server = Server(("127.0.0.1", int(port)), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}
