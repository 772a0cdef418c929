package import Media
internal import Threading

/// Sends the frames to any number of RTSP clients as H.264. Nothing is encoded while there is none.
package final class RestreamOutput: LiveOutput {
    private struct State {
        var feed: LiveFeed?
        var service: RTSPService?
    }

    private let place: RTSPService.Place
    private let path: String
    private let state = Guarded(State())

    /// - Parameters:
    ///   - address: of this machine; "" for every one.
    ///   - path: with its slash.
    ///   - user, password: what clients must know; nil for nothing.
    package init(address: String, port: String, path: String, user: String?, password: String?) {
        place = RTSPService.Place(
            address: address.isEmpty ? "0.0.0.0" : address, port: port, user: user, password: password)
        self.path = path
    }

    package var name: String { "--restream rtsp://\(place.address):\(place.port)\(path)" }

    package func start(_ report: @escaping @Sendable (LiveOutputReport) -> Void) throws(MediaError) {
        stop()
        // Elements that are not installed show now and not at the first client.
        _ = try Pipeline(parsing: Self.description)
        let service = try RTSPService.mount(
            path, at: place, description: "( \(Self.description) )",
            begin: { [weak self] feed in self?.state.change { $0.feed = feed } },
            end: { [weak self] in self?.state.change { $0.feed = nil } })
        state.change { $0.service = service }
    }

    package func show(_ frame: VideoFrame) { _ = state.withLock { $0.feed }?.push(frame) }

    package func interrupt() {}

    package func stop() {
        let service = state.change { state in
            defer { state = State() }
            return state.service
        }
        service?.unmount(path)
    }

    private static let description =
        "appsrc name=frames ! videoconvert ! x264enc tune=zerolatency speed-preset=veryfast pass=qual quantizer=23 "
        + "key-int-max=50 ! video/x-h264,profile=main ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1"
}
