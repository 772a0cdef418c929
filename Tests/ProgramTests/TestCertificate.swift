import Foundation
import TestSupport

/// A certificate for 127.0.0.1 and the authority that signed it, which nobody else knows.
struct TestCertificate {
    /// The authority's certificate.
    let authority: String
    /// The server's certificate and key.
    let server: String

    init(in folder: TemporaryFolder) throws {
        authority = folder.file("authority.pem")
        server = folder.file("server.pem")
        let extensions = try folder.write(Array("subjectAltName=IP:127.0.0.1\n".utf8), to: "extensions")
        let (key, request) = (folder.file("server.key"), folder.file("server.csr"))
        let authorityKey = folder.file("authority.key")
        let new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes"]
        try Command.output(
            of: new + ["-x509", "-days", "2", "-subj", "/CN=Test", "-keyout", authorityKey, "-out", authority])
        try Command.output(of: new + ["-subj", "/CN=127.0.0.1", "-keyout", key, "-out", request])
        let signed = try Command.output(of: [
            "openssl", "x509", "-req", "-days", "2", "-in", request, "-CA", authority, "-CAkey", authorityKey,
            "-CAcreateserial", "-extfile", extensions,
        ])
        try folder.write(signed + [UInt8](Data(contentsOf: URL(filePath: key))), to: "server.pem")
    }
}
