internal import Delivery
internal import Lumascan

/// Events as lines for people; every text from outside is escaped.
enum PlainText {
    /// Time, symbology and text of a new code, parted by tabs; nil for every other event.
    static func line(_ event: ScanEvent, namesStream: Bool) -> String? {
        guard case .codeNew(let sighting) = event.kind else { return nil }
        let symbol = sighting.symbol
        let fields = [clock(event.pts), symbol.symbology.rawValue, SafeText.escaped(symbol.text)]
        return ((namesStream ? [SafeText.escaped(event.stream)] : []) + fields).joined(separator: "\t")
    }

    /// What standard error says of an event that is not an error; nil where it says nothing.
    /// - Parameter namesStream: whether also those lines name the stream that name its source.
    static func note(_ event: ScanEvent, namesStream: Bool = false) -> String? {
        let stream = SafeText.escaped(event.stream)
        switch event.kind {
        case .light(let change): return "lumascan: \(stream): \(clock(event.pts)) \(text(change))"
        case .streamInterrupted(let reason, _, let retryIn):
            let named = namesStream ? "\(stream): " : ""
            return "lumascan: \(named)\(SafeText.escaped(reason)); trying again in \(rounded(retryIn)) s"
        case .streamResumed(let gap): return "lumascan: \(stream): frames flow again after \(rounded(gap)) s"
        case .codeSelected(let sighting, _):
            let symbol = sighting.symbol
            return "lumascan: \(stream): selected \(symbol.symbology.rawValue) \(SafeText.escaped(symbol.text))"
        case .codeUnread(let sighting):
            let code = sighting.code
            let (x, y) = (Int(code.corners.center.x.rounded()), Int(code.corners.center.y.rounded()))
            return "lumascan: \(stream): \(clock(event.pts)) \(code.symbology.rawValue) at \(x),\(y) cannot be read: "
                + text(code)
        case .outputFailed(let message, _, let retryIn):
            let next = retryIn.map { "; trying again in \(rounded($0)) s" } ?? ""
            return "lumascan: \(stream): \(SafeText.escaped(message))\(next)"
        case .actionFailed(let message): return "lumascan: \(stream): \(SafeText.escaped(message))"
        default: return nil
        }
    }

    private static func rounded(_ time: Duration) -> Int64 { (time.nanoseconds + 500_000_000) / 1_000_000_000 }

    private static func text(_ code: UnreadCode) -> String {
        switch code.reason {
        case .small:
            let size = code.modulePixels.map { " (\(Double(Int($0 * 10)) / 10) pixels)" } ?? ""
            return "its modules are too small\(size)"
        case .blur: return "it is blurred"
        case .saturated: return "it is too bright or too dark"
        case .damaged: return "too much of it is damaged or hidden"
        }
    }

    private static func text(_ change: LightChange) -> String {
        let reason = change.reason.map { ", \($0.rawValue)" } ?? ""
        let state = change.state == .low ? "light is low" : "light is ok"
        return "\(state) (\(percent(change.level)) brightness\(reason))"
    }

    /// One line of standard error: what failed and, after a dash, what to do.
    static func error(_ message: String, hint: String?) -> String {
        "lumascan: " + SafeText.escaped(message) + (hint.map { " — " + SafeText.escaped($0) } ?? "")
    }

    /// `1:02:03.456`, rounded down to milliseconds.
    static func clock(_ time: Duration) -> String {
        let milliseconds = max(0, time.nanoseconds / 1_000_000)
        return seconds(milliseconds / 1000) + "." + padded(milliseconds % 1000, digits: 3)
    }

    /// `1:02:03`.
    static func seconds(_ seconds: Int64) -> String {
        "\(seconds / 3600):\(padded(seconds / 60 % 60, digits: 2)):\(padded(seconds % 60, digits: 2))"
    }

    /// `1 code`, `2 codes`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func padded(_ value: Int64, digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func percent(_ fraction: Double) -> String {
        "\(Int((min(max(fraction, 0), 1) * 100).rounded()))%"
    }
}
