import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("The script for the lamp of an ONVIF camera")
    struct LampScriptTests {
        private let folder: TemporaryFolder
        private static let script = "\(SharedData.packageRoot)/pipelines/ir-lamp-onvif.sh"

        init() throws { folder = try TemporaryFolder() }

        /// A camera that asks for Digest authentication of user `u` with password `geheim` and prints what it is told.
        private static let camera = """
            import hashlib, http.server, re, sys
            def digest(text):
                return hashlib.md5(text.encode()).hexdigest()
            class Handler(http.server.BaseHTTPRequestHandler):
                def log_message(self, *arguments):
                    pass
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                    given = dict(re.findall(r'(\\w+)="?([^",]+)', self.headers.get("Authorization", "")))
                    right = ":".join([digest("u:camera:geheim"), "once", given.get("nc", ""),
                        given.get("cnonce", ""), "auth", digest("POST:" + self.path)])
                    known = given.get("response") == digest(right)
                    self.send_response(200 if known else 401)
                    if not known:
                        self.send_header("WWW-Authenticate", 'Digest realm="camera", nonce="once", qop="auth"')
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    if known:
                        print(self.path, re.findall("<d:AuxiliaryCommand>(.*)</d:AuxiliaryCommand>", body)[0], flush=True)
            server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """

        private func run(_ server: TestServer, _ word: String, password: String = "geheim") throws -> Command.Result {
            let accounts = try folder.write(Array("machine 127.0.0.1 login u password \(password)\n".utf8), to: "netrc")
            return try Command.run(
                [Self.script, "127.0.0.1:\(server.port)", word], environment: ["NETRC": accounts, "no_proxy": "*"])
        }

        @Test("sends the auxiliary command", arguments: [("on", "On"), ("off", "Off"), ("auto", "Auto")])
        func sends(word: String, state: String) throws {
            let server = try TestServer(Self.camera, ["0"], in: folder)
            let result = try run(server, word)
            #expect(result.errorText == "")
            #expect(result.status == 0)
            let told = String(decoding: try server.program.outputSoFar(), as: UTF8.self)
            #expect(told == "\(server.port)\n/onvif/device_service tt:IRLamp|\(state)\n")
        }

        @Test("fails where the camera refuses, and tells no password")
        func refused() throws {
            let server = try TestServer(Self.camera, ["0"], in: folder)
            let result = try run(server, "on", password: "falsch")
            #expect(result.status == 22)
            #expect(!result.errorText.isEmpty && !result.errorText.contains("falsch"))
        }

        @Test("knows three words", arguments: ["On", "on|off", ""])
        func usage(word: String) throws {
            #expect(try Command.run([Self.script, "127.0.0.1:1", word]).status != 0)
        }
    }
}
