internal import Lumascan

/// What takes the events of a stream.
protocol EventReceiver: Sendable {
    func write(_ event: ScanEvent, on console: Console) throws(WriteFailure)
}

/// Where events go, and in which form.
struct EventOutput: EventReceiver {
    enum Form: Sendable, Hashable {
        case plain(namesStream: Bool)
        case json(alwaysBytes: Bool)
        /// The text of new codes alone.
        case text
    }

    let writer: LineWriter
    let form: Form

    /// Writes the event's line, if it has one in this form.
    func write(_ event: ScanEvent, on console: Console) throws(WriteFailure) {
        guard let line = line(event) else { return }
        try console.write { () throws(WriteFailure) in try writer.write(line: line) }
    }

    private func line(_ event: ScanEvent) -> String? {
        switch form {
        case .plain(let namesStream): return PlainText.line(event, namesStream: namesStream)
        case .json(let alwaysBytes): return event.jsonLine(alwaysBytes: alwaysBytes)
        case .text:
            guard case .codeNew(let sighting) = event.kind else { return nil }
            return SafeText.escaped(sighting.symbol.text)
        }
    }
}
