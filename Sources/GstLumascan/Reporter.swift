internal import Media
internal import Monitoring
internal import Processor
internal import Symbols
internal import Threading

/// Tells the application what a processor found: messages, the signal, log lines.
///
/// Numbers of tracks go on where one processor follows another.
final class Reporter: Sendable {
    private struct State {
        var compatibility = Compatibility.none
        /// Added to the number that the processor gives a track.
        var base = 0
        var newest = 0
        var orientation = Orientation.upright
        var codes = SelectableCodes()
    }

    private let element: FilterElement
    private let wantsMessages: @Sendable () -> Bool
    private let state = Guarded(State())

    init(_ element: FilterElement, wantsMessages: @escaping @Sendable () -> Bool) {
        self.element = element
        self.wantsMessages = wantsMessages
    }

    func begin(as compatibility: Compatibility) {
        reset()
        state.change { $0.compatibility = compatibility }
    }

    func reset() { state.change { $0 = State() } }

    /// The tracks of another processor follow.
    func nextTracks() { state.change { $0.base = $0.newest } }

    func forgetPictures() { state.change { $0.codes.forgetPictures() } }

    // MARK: What the processor says

    func take(_ event: ProcessorEvent) {
        switch event.kind {
        case .started(let facts), .formatChanged(let facts):
            state.change { $0.orientation = facts.orientation }
        case .code(let facts): tell(facts, event)
        case .unread(let facts): tell(facts, event)
        case .light(let change): tell(change, event)
        case .ended(let totals):
            element.log(
                .info,
                "\(totals.reason): \(totals.frames) frames, \(totals.examined) examined, \(totals.codes) codes")
        }
    }

    private func tell(_ facts: CodeFacts, _ event: ProcessorEvent) {
        let (number, orientation, compatibility) = state.change { state in
            let number = state.base + facts.track.id
            state.newest = max(state.newest, number)
            state.codes.remember(facts, as: number)
            return (number, state.orientation, state.compatibility)
        }
        let change: BarcodeMessage.Event =
            switch facts.change {
            case .new: .new
            case .update: .update
            case .end: .end
            }
        element.log(
            .debug,
            "\(change.rawValue) \(number) \(facts.track.symbol.symbology.rawValue): "
                + facts.track.symbol.text.forLog)
        // The elements whose place is taken say nothing of a code that is gone.
        guard compatibility == .none || change != .end else { return }
        let stored = orientation.uprightSize(width: facts.frameWidth, height: facts.frameHeight)
        let corners = orientation.stored(facts.track.symbol.corners, width: stored.width, height: stored.height)
        send(
            BarcodeMessage.structure(
                change, number, facts, corners: corners, orientation: orientation, frame: event.frame,
                picture: event.picture, as: compatibility))
    }

    private func tell(_ facts: UnreadFacts, _ event: ProcessorEvent) {
        let (orientation, compatibility) = state.withLock { ($0.orientation, $0.compatibility) }
        let code = facts.place.code
        element.log(.info, "\(code.symbology.rawValue) that cannot be read: \(code.reason.rawValue)")
        guard compatibility == .none, wantsMessages() else { return }
        let stored = orientation.uprightSize(width: facts.frameWidth, height: facts.frameHeight)
        let corners = orientation.stored(code.corners, width: stored.width, height: stored.height)
        element.post(
            BarcodeMessage.structure(facts, corners: corners, orientation: orientation, frame: event.frame))
    }

    private func tell(_ change: LightChange, _ event: ProcessorEvent) {
        element.log(.info, "light \(change.state.rawValue), level \(change.level)")
        guard state.withLock({ $0.compatibility }) == .none, wantsMessages() else { return }
        element.post(BarcodeMessage.structure(change, frame: event.frame))
    }

    private func send(_ structure: MessageStructure) {
        element.emit("code-detected", structure)
        if wantsMessages() { element.post(structure) }
    }

    // MARK: What is shown

    /// The highlights with the numbers that the application knows.
    func number(_ highlights: [Highlight]) -> [Highlight] {
        let base = state.withLock { $0.base }
        guard base > 0 else { return highlights }
        return highlights.map { highlight in
            var highlight = highlight
            if !highlight.isUnread { highlight.track += base }
            return highlight
        }
    }

    /// The highlights of a frame as regions for its metas.
    func regions(of highlights: [Highlight], in frame: FrameTimes) -> [VideoFrame.Region] {
        let now = frame.running ?? .zero
        return state.withLock { state in
            highlights.filter { !$0.isUnread }.map { highlight in
                let first = state.codes[highlight.track]?.track.first ?? now
                return BarcodeMessage.region(highlight, seen: min(first, now)...now)
            }
        }
    }

    func remember(_ highlights: [Highlight], of frame: FrameTimes) {
        state.change { $0.codes.remember(highlights, of: frame) }
    }

    /// Tells which code the user pointed at.
    func select(at point: Point, time: Duration?) {
        let picked = state.withLock { state -> MessageStructure? in
            guard state.compatibility == .none, let hit = state.codes.code(at: point, time: time) else { return nil }
            return BarcodeMessage.structure(
                .selected, hit.highlight.track, hit.facts, corners: hit.highlight.corners,
                orientation: state.orientation, frame: hit.frame, picture: nil, as: .none)
        }
        element.log(.debug, "pointed at \(point.x), \(point.y): \(picked == nil ? "nothing" : "a code")")
        if let picked { send(picked) }
    }
}

extension String {
    /// In quotes, with everything that could drive a terminal or reorder a line as `\u{…}`.
    fileprivate var forLog: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
