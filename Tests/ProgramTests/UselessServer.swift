import TestSupport

/// A server that takes connections and gives nothing.
enum UselessServer {
    enum Conduct: String, CaseIterable, Sendable {
        /// Ends each connection.
        case close
        /// Resets each connection.
        case reset
        /// Keeps each connection, and never answers.
        case silent
    }

    static func start(_ conduct: Conduct, in folder: TemporaryFolder) throws -> TestServer {
        try TestServer(script, [conduct.rawValue], in: folder)
    }

    private static let script = """
        import socket, struct, sys
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        print(listener.getsockname()[1], flush=True)
        kept = []
        while True:
            connection, _ = listener.accept()
            if sys.argv[1] == "silent":
                kept.append(connection)
                continue
            if sys.argv[1] == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        """
}
