internal import Dispatch
internal import Foundation
internal import Glibc
package import Media
internal import Threading

/// Keeps the frames as H.264 in Matroska files of a bounded length.
package final class RecordingOutput: LiveOutput {
    private struct State {
        var report: (@Sendable (LiveOutputReport) -> Void)?
        /// Waits for frames, or takes them.
        var branch: LiveBranch?
        /// Size of the frames that the branch takes, and when their first came; nil before that.
        var begin: (size: SIMD2<Int>, date: Date)?
        /// The file that is written, and what it will be called.
        var file: (hidden: String, whole: String)?
    }

    /// How long a file may take to be finished.
    private static let finishTimeout: Duration = .seconds(10)

    private let recording: Recording
    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "lumascan.recording")

    package init(_ recording: Recording) { self.recording = recording }

    package var name: String { "--record \(recording.folder)" }

    package func start(_ report: @escaping @Sendable (LiveOutputReport) -> Void) throws(MediaError) {
        try checkFolder()
        for (hidden, whole) in recording.leftovers(isWritten: Self.isWritten) { Self.keep(hidden, as: whole) }
        removeExpired()
        state.change { $0.report = report }
        do throws(MediaError) {
            try queue.sync { Result { () throws(MediaError) in try self.open() } }.get()
        } catch {
            state.change { $0.report = nil }
            throw error
        }
    }

    private func checkFolder() throws(MediaError) {
        var isFolder: ObjCBool = false
        // SAFETY: the flag lives for the call.
        guard unsafe FileManager.default.fileExists(atPath: recording.folder, isDirectory: &isFolder),
            isFolder.boolValue
        else {
            throw MediaError(.unwritable, "is no folder", hint: "create it first", isOutput: true)
        }
        // SAFETY: the path lives for the call.
        guard unsafe access(recording.folder, W_OK | X_OK) == 0 else {
            throw MediaError(
                .unwritable, "may not be written to", hint: "check the folder's permissions", isOutput: true)
        }
    }

    package func show(_ frame: VideoFrame) {
        let size = SIMD2(frame.format.width, frame.format.height)
        let (branch, isOther) = state.withLock { state -> (LiveBranch?, Bool) in
            guard state.branch != nil else { return (nil, false) }
            let begin = state.begin ?? (size, Date())
            state.begin = begin
            guard begin.size != size else { return (state.branch, false) }
            // A file holds one size.
            defer { state.branch = nil }
            return (state.branch, true)
        }
        guard let branch else { return }
        if isOther { queue.async { self.reopen(after: branch) } } else { _ = branch.feed.push(frame) }
    }

    package func interrupt() {
        let branch = state.change { state in
            guard state.begin != nil else { return nil as LiveBranch? }
            defer { state.branch = nil }
            return state.branch
        }
        if let branch { queue.async { self.reopen(after: branch) } }
    }

    package func stop() {
        queue.sync {
            let (branch, report) = self.state.change { state in
                defer { (state.branch, state.report) = (nil, nil) }
                return (state.branch, state.report)
            }
            if let branch, let error = self.finish(branch) { report?(.failed(error)) }
        }
    }

    // MARK: On the queue

    /// Makes a branch that waits for its first frame; no file is begun before that.
    private func open() throws(MediaError) {
        let branch = try LiveBranch(Self.description)
        branch.configure("max-size-time", of: "files", as: "\(recording.segment.clampedNanoseconds)")
        branch.nameFiles { [weak self] time in self?.beginFile(time) ?? "/dev/null" }
        branch.pipeline.onReport { [weak self] told in
            guard let self, case .failed(let error) = told else { return }
            self.queue.async { self.fail(error) }
        }
        try branch.pipeline.play()
        state.change { ($0.branch, $0.begin) = (branch, nil) }
    }

    private func reopen(after branch: LiveBranch) {
        if let error = finish(branch) { return fail(error) }
        guard state.withLock({ $0.report }) != nil else { return }
        do throws(MediaError) { try open() } catch { fail(error) }
    }

    /// - Returns: why the file that was written is not whole; nil where it is.
    private func finish(_ branch: LiveBranch) -> MediaError? {
        let isEmpty = state.withLock { $0.begin == nil }
        var error: MediaError?
        if isEmpty { branch.stop() } else { error = branch.finish(timeout: Self.finishTimeout) }
        keepFile()
        return error
    }

    private func fail(_ error: MediaError) {
        let (branch, report) = state.change { state in
            defer { (state.branch, state.report) = (nil, nil) }
            return (state.branch, state.report)
        }
        branch?.stop()
        keepFile()
        report?(.failed(error))
    }

    // MARK: Files

    /// The hidden files that this process writes.
    private static let written = Guarded<Set<String>>([])

    /// The number of a process that is gone may be another one's by now: after a restart of a container it is this one's.
    private static func isWritten(_ hidden: String, by process: Int32) -> Bool {
        guard process != getpid() else { return written.withLock { $0.contains(hidden) } }
        guard kill(process, 0) == 0 || errno == EPERM else { return false }
        func program(_ process: String) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        }
        return program("\(process)").map { $0 == program("self") } ?? true
    }

    /// The muxer asks for the next file's path when the one before is whole.
    /// - Parameter time: of its first frame since the branch's first.
    private func beginFile(_ time: Duration) -> String {
        keepFile()
        removeExpired()
        let begin = state.withLock { $0.begin?.date } ?? Date()
        let date = begin.addingTimeInterval(time / .seconds(1))
        let file = recording.makeFile(at: date, process: getpid())
        state.change { $0.file = file }
        if let file { Self.written.withLock { _ = $0.insert(file.hidden) } }
        // Where no file can be made, the muxer is to fail with what the system says.
        return file?.hidden ?? "\(recording.folder)/"
    }

    private func keepFile() {
        let file = state.change { state in
            defer { state.file = nil }
            return state.file
        }
        guard let file else { return }
        Self.keep(file.hidden, as: file.whole)
        Self.written.withLock { _ = $0.remove(file.hidden) }
    }

    /// Gives a file its name; one that holds nothing is removed.
    private static func keep(_ hidden: String, as whole: String) {
        var facts = stat()
        // SAFETY: the paths live for the calls; the facts are read only on success.
        guard unsafe stat(hidden, &facts) == 0 else { return }
        if facts.st_size == 0 {
            unsafe unlink(hidden)
        } else {
            unsafe rename(hidden, whole)
        }
    }

    private func removeExpired() {
        // SAFETY: the path lives for the call.
        for path in recording.expired(at: Date()) { unsafe unlink(path) }
    }

    private static let description =
        "appsrc name=frames ! videoconvert ! x264enc speed-preset=superfast tune=zerolatency pass=qual quantizer=23 "
        + "key-int-max=50 ! h264parse ! splitmuxsink name=files send-keyframe-requests=true "
        + "muxer=matroskamux sink=\"filesink buffer-mode=unbuffered\""
}
