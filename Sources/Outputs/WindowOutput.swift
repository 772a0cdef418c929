internal import Dispatch
package import Media
internal import Threading

/// Shows the frames in a window of the X server.
package final class WindowOutput: LiveOutput {
    private struct State {
        var report: (@Sendable (LiveOutputReport) -> Void)?
        var window: PictureWindow?
        var branch: LiveBranch?
        var isOpening = false
    }

    private let title: String
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "lumascan.window")

    package init(title: String) { self.title = title }

    package var name: String { "--show" }

    package func start(_ report: @escaping @Sendable (LiveOutputReport) -> Void) throws(MediaError) {
        try PictureWindow.check()
        state.change { $0 = State(report: report) }
    }

    package func show(_ frame: VideoFrame) {
        let (branch, opens) = state.withLock { state in
            let opens = state.branch == nil && !state.isOpening && state.report != nil
            if opens { state.isOpening = true }
            return (state.branch, opens)
        }
        let (width, height) = (frame.format.width, frame.format.height)
        if opens { queue.async { self.open(width, height) } }
        if let branch { _ = branch.feed.push(frame) }
    }

    package func interrupt() {}

    package func stop() { queue.sync { close() } }

    // MARK: On the queue

    private func open(_ width: Int, _ height: Int) {
        guard let report = state.withLock({ $0.report }) else { return }
        do throws(MediaError) {
            let window = try PictureWindow(title: title, width: width, height: height) { [weak self] change in
                switch change {
                case .closed: report(.closed)
                case .hidden(let isHidden): report(.hidden(isHidden))
                case .pressed(let x, let y): self?.state.withLock { $0.branch }?.press(atX: x, y: y)
                }
            }
            state.change { $0.window = window }
            let branch = try Self.branch(in: window)
            branch.feed.onPoint { report(.pointed(x: $0, y: $1)) }
            branch.pipeline.onReport { if case .failed(let error) = $0 { report(.failed(error)) } }
            try branch.pipeline.play()
            state.change { $0.branch = branch }
        } catch {
            close()
            report(.failed(error))
        }
    }

    /// With the first sink that works: not every X server has the extension that scales pictures.
    private static func branch(in window: PictureWindow) throws(MediaError) -> LiveBranch {
        for sink in ["xvimagesink", "ximagesink"] {
            let branch = try LiveBranch(
                "appsrc name=frames ! videoconvert ! videoscale ! \(sink) name=screen sync=false")
            if branch.show(in: window.number) { return branch }
            branch.stop()
        }
        throw MediaError(.failed, "the X server cannot show pictures", isOutput: true)
    }

    private func close() {
        let (window, branch) = state.change { state in
            defer { state = State() }
            return (state.window, state.branch)
        }
        guard !PictureWindow.isServerGone else {
            // Its threads stand still in the X library for ever: what they use has to stay.
            if let branch { _ = unsafe Unmanaged.passRetained(branch) }
            return
        }
        branch?.stop()
        window?.close()
    }
}
