internal import Dispatch
internal import Glibc
package import Media
internal import Threading

/// Gives the frames to other processes through shared memory, raw, as `shmsrc` reads them.
///
/// All are I420 of the first frame's size, since a reader is told no format.
package final class SharedMemoryOutput: LiveOutput {
    private struct State {
        var branch: LiveBranch?
        var hasForm = false
    }

    private let path: String
    private let state = Guarded(State())

    /// - Parameter path: of the socket by which readers come.
    package init(path: String) { self.path = path }

    package var name: String { "--shm \(path)" }

    package func start(_ report: @escaping @Sendable (LiveOutputReport) -> Void) throws(MediaError) {
        stop()
        try removeStaleSocket()
        let branch = try LiveBranch(
            "appsrc name=frames ! videoconvert ! videoscale add-borders=true ! capsfilter name=form "
                + "! shmsink name=memory sync=false async=false wait-for-connection=false")
        branch.set("socket-path", of: "memory", to: path)
        branch.pipeline.onReport { if case .failed(let error) = $0 { report(.failed(error)) } }
        try branch.pipeline.play()
        state.change { $0 = State(branch: branch) }
    }

    package func show(_ frame: VideoFrame) {
        let (branch, isFirst) = state.withLock { state in
            defer { if state.branch != nil { state.hasForm = true } }
            return (state.branch, !state.hasForm)
        }
        guard let branch else { return }
        if isFirst {
            let (width, height) = (
                frame.format.width + frame.format.width % 2, frame.format.height + frame.format.height % 2
            )
            branch.configure("caps", of: "form", as: "video/x-raw,format=I420,width=\(width),height=\(height)")
        }
        _ = branch.feed.push(frame)
    }

    package func interrupt() {}

    package func stop() {
        let branch = state.change { state in
            defer { state = State() }
            return state.branch
        }
        branch?.stop()
    }

    /// A socket that a process left behind when it was killed stands in the way; anything else at the path is not touched.
    private func removeStaleSocket() throws(MediaError) {
        var facts = stat()
        // SAFETY: the path lives for the calls; the facts are read only on success.
        guard unsafe stat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw MediaError(.unwritable, "there is a file already", hint: "name another path", isOutput: true)
        }
        guard !isServed else {
            throw MediaError(
                .unwritable, "another process gives frames there", hint: "name another path", isOutput: true)
        }
        unsafe unlink(path)
    }

    /// Whether a process listens at the socket.
    private var isServed: Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        // SAFETY: the bytes fit, and the rest of the array is zero.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        // SAFETY: the address lives for the call.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
