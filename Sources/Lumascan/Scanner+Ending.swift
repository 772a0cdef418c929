internal import Dispatch
internal import Media
internal import MovieFile
internal import Processor
internal import Threading

/// How a run comes to its end: by itself, by a failure, or from outside.
extension Scanner {
    func take(_ report: PipelineReport) {
        switch report {
        case .ended:
            state.change { $0.hasPipelineEnded = true }
            completeIfOver()
        case .failed(let error): fail(error)
        case .warned: break
        }
    }

    func finishProcessing(_ totals: StreamTotals, at time: Duration) {
        let session = state.change { state in
            state.summary = (time, totals)
            return state.hasPipelineEnded ? nil : state.session
        }
        // Where the stream was ended before its source, the output has to be told.
        if let session, let output = session.output, totals.reason == .eos {
            control.async {
                output.endStreams()
                session.sink.endStream()
            }
        }
        completeIfOver()
    }

    /// A failure of the source ends the stream where it is; one of the output ends everything.
    private func fail(_ error: MediaError) {
        let (session, processor, isRunning) = state.change { state in
            if state.failure == nil { state.failure = error }
            return (state.session, state.processor, state.phase == .running)
        }
        // A sink that does not play yet would keep the end of the stream waiting.
        guard !error.isOutput, isRunning, let session, let processor else { return end(.error) }
        guard session.feed == nil else {
            // Of a live source without a frame there is nothing to finish.
            let isEmpty = session.isLive && processor.progress.frames == 0
            return isEmpty ? end(.error) : closeStreams(of: session, .error)
        }
        processor.setEndReason(.error)
        processor.end()
    }

    /// Lets the output finish with what has come; gives up on it when it does not in time.
    func closeStreams(of session: Session, _ reason: StreamTotals.Reason) {
        state.withLock { $0.processor }?.setEndReason(reason)
        // A sink that is never to play keeps the end of the stream waiting until the pipeline is stopped, on `control`.
        DispatchQueue.global().async {
            session.output?.endStreams()
            if session.output == nil { session.pipeline.endSources() }
            session.sink.endStream()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.finishTimeout) { [weak self] in self?.end(reason) }
    }

    /// How long, in seconds, an output may take to finish after its streams have ended.
    private static let finishTimeout = 30.0

    /// Ends everything at once.
    func end(_ reason: StreamTotals.Reason) {
        let (phase, session, processor, keeper) = state.change { state in
            defer { if state.phase != .done { state.phase = .ending } }
            state.opening?.fail(.stopped)
            return (state.phase, state.session, state.processor, state.keeper)
        }
        switch phase {
        case .new: channel.close()
        case .ending, .done: break
        case .prepared, .running:
            control.async {
                // First the streaming thread is let go, then the pipeline lets the drawing thread go.
                processor?.stop(reason)
                session?.pipeline.stop()
                keeper?.stop()
                self.completeIfOver()
            }
        }
    }

    /// When the frames are processed and the output is written, or will not be: takes everything down.
    private func completeIfOver() {
        let keeper: StreamKeeper? = state.change { state in
            guard state.phase != .done, state.summary != nil, let keeper = state.keeper else { return nil }
            state.phase = .done
            return keeper
        }
        if let keeper { return control.async { self.complete(keeper) } }
        let session: Session? = state.change { state in
            guard state.phase != .done, let session = state.session, state.summary != nil else { return nil }
            let isWritten = session.feed == nil || state.hasPipelineEnded
            guard isWritten || state.phase == .ending else { return nil }
            state.phase = .done
            return session
        }
        if let session { control.async { self.complete(session) } }
    }

    private func complete(_ session: Session) {
        session.pipeline.onReport(nil)
        session.pipeline.stop()
        stopOutputs()
        actions?.finish()
        let (failure, summary, isWritten) = state.withLock { ($0.failure, $0.summary, $0.hasPipelineEnded) }
        let (time, totals) = summary ?? (.zero, StreamTotals(reason: .error))
        var error = failure.map {
            ScanError($0, source: source.name, output: output?.path, hasStarted: totals.frames > 0)
        }
        if error == nil { error = shortcoming(of: totals) }
        if let file = session.file {
            // A sink that cannot write lets the end of the stream pass all the same.
            let isWhole = isWritten && failure?.isOutput != true && error?.kind != .outputFailed
            if isWhole && totals.frames > 0 {
                session.copyMovieFacts(to: file, from: options.start)
                do throws(ScanError) { try file.finish() } catch let late { error = late }
            } else {
                file.discard()
            }
        }
        let told = EventTranslator(source: source, options: options, isLive: session.isLive)
        if let error { channel.send(told.event(error, at: time), waits: false) }
        channel.send(told.event(totals, failed: error != nil, at: time), waits: false)
        channel.close()
    }

    /// What is wrong with a stream whose pipeline told no failure: frames that could not be drawn on or sent on, a file
    /// that is cut off, no frames.
    private func shortcoming(of totals: StreamTotals) -> ScanError? {
        switch totals.reason {
        case .stopped: return nil
        case .error: return ScanError(.outputFailed, "\(output?.path ?? source.name): a frame could not be written")
        case .eos: break
        }
        if let error = ScanError(cutOff: source) { return error }
        guard totals.frames == 0 else { return nil }
        return ScanError(.notDecodable, "\(source.name): there are no frames", hint: "check --start, or the file")
    }
}

extension Session {
    /// Says in an MP4, MOV or Matroska output what the source says of itself, and where its audio begins.
    fileprivate func copyMovieFacts(to file: OutputFile, from start: Duration) {
        guard let movie, let output, [.mp4, .mov, .mkv].contains(file.container) else { return }
        let edit = MovieEdit(
            from: movie, start: UInt64(max(0, start.clampedNanoseconds) / 100), audio: output.audioShifts)
        let path = file.temporaryPath
        let isDone = file.container == .mkv ? MatroskaEdit(edit).apply(to: path) : edit.apply(to: path)
        guard !isDone else { return }
        output.note("creation time, location, chapters and the beginning of audio could not be written")
    }
}

extension ScanError {
    /// The error of a source that is a file which says it should be longer; nil for any other.
    init?(cutOff source: Source) {
        guard case .file(let path) = source, let extent = ContainerExtent(path: path), extent.isCutOff else {
            return nil
        }
        self.init(
            .streamFailed, "\(path): the file is cut off: \(extent.present) of \(extent.announced) bytes are there",
            hint: "get the whole file")
    }
}
