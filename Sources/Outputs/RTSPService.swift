internal import CRTSPServer
internal import Media
internal import Threading

/// RTSP servers of this process: one for each address and port, shared by the streams that are sent there.
@safe final class RTSPService: Sendable {
    /// Where a server listens, and what it asks of clients.
    struct Place: Hashable {
        /// An IP address or host name of this machine.
        var address: String
        var port: String
        var user: String?
        var password: String?
    }

    private static let services = Guarded<[String: RTSPService]>([:])

    private let place: Place
    /// The paths that are mounted.
    private let mounted = Guarded<Set<String>>([])
    nonisolated(unsafe) private let server: OpaquePointer

    /// Sends the frames of a feed that `begin` is given, while there are clients, at `path` (with its slash).
    static func mount(
        _ path: String, at place: Place, description: String, begin: @escaping @Sendable (LiveFeed) -> Void,
        end: @escaping @Sendable () -> Void
    ) throws(MediaError) -> RTSPService {
        try MediaLibrary.start()
        let result: Result<RTSPService, MediaError> = services.withLock { services in
            Result { () throws(MediaError) in
                let key = "\(place.address):\(place.port)"
                let service = if let known = services[key] { known } else { try RTSPService(place) }
                guard service.place == place else {
                    throw MediaError(
                        .unwritable, "another stream is sent from \(key) with another user or password", isOutput: true)
                }
                let isNew = service.mounted.change { $0.insert(path).inserted }
                guard isNew else {
                    throw MediaError(
                        .unwritable, "another stream is sent there already", hint: "name another path", isOutput: true)
                }
                services[key] = service
                unsafe lumascan_rtsp_server_mount(
                    service.server, path, description, Callbacks.table, Callbacks.give(begin, end))
                return service
            }
        }
        return try result.get()
    }

    /// Lets the clients of a path go; the server ends with its last path.
    func unmount(_ path: String) {
        unsafe lumascan_rtsp_server_unmount(server, path)
        Self.services.change { services in
            let isOver = mounted.change { mounted in
                mounted.remove(path)
                return mounted.isEmpty
            }
            if isOver { services["\(place.address):\(place.port)"] = nil }
        }
    }

    /// The port that it listens at.
    var port: Int { Int(unsafe lumascan_rtsp_server_port(server)) }

    private init(_ place: Place) throws(MediaError) {
        var problem: UnsafeMutablePointer<CChar>? = nil
        // SAFETY: the strings live for the call; the problem is freed here.
        guard
            let server = unsafe lumascan_rtsp_server_new(
                place.address, place.port, place.user, place.password, &problem)
        else {
            let text = unsafe problem.map { unsafe String(cString: $0) } ?? "cannot listen"
            unsafe lumascan_rtsp_free_text(problem)
            throw MediaError(
                .unwritable, "cannot listen at \(place.address):\(place.port) (\(text))", hint: "is the port taken?",
                isOutput: true)
        }
        unsafe self.server = server
        self.place = place
    }

    deinit {
        // SAFETY: nobody uses the server any more.
        unsafe lumascan_rtsp_server_free(server)
    }

    /// What the server calls.
    private final class Callbacks: Sendable {
        private let begin: @Sendable (LiveFeed) -> Void
        private let end: @Sendable () -> Void

        private init(_ begin: @escaping @Sendable (LiveFeed) -> Void, _ end: @escaping @Sendable () -> Void) {
            (self.begin, self.end) = (begin, end)
        }

        /// Released by the table's `release`.
        static func give(
            _ begin: @escaping @Sendable (LiveFeed) -> Void, _ end: @escaping @Sendable () -> Void
        ) -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(Callbacks(begin, end)).toOpaque() }

        static var table: lumascan_rtsp_callbacks {
            unsafe lumascan_rtsp_callbacks(
                begin: { data, frames in
                    guard let data = unsafe data, let frames = unsafe frames else { return }
                    // SAFETY: retained by `give`; the appsrc is handed over.
                    let callbacks = unsafe Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
                    guard let feed = try? unsafe LiveFeed(taking: frames, isClocked: true) else { return }
                    callbacks.begin(feed)
                },
                end: { data in
                    guard let data = unsafe data else { return }
                    unsafe Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue().end()
                },
                release: { data in
                    guard let data = unsafe data else { return }
                    unsafe Unmanaged<Callbacks>.fromOpaque(data).release()
                })
        }
    }
}
