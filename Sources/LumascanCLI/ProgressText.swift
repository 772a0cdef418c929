internal import Lumascan

/// The progress of one stream as a line of text.
struct ProgressText {
    /// Stream time done so far, and all there is to do; nil where that is unknown.
    var position: Duration
    var length: Duration?
    /// Real time since the start.
    var elapsed: Duration

    /// The line, at most `width` columns: what matters least is left out first.
    func line(width: Int) -> String {
        let time = PlainText.seconds(position.components.seconds)
        let speed = speed.map { "\($0)x" }
        guard let length, length > .zero else {
            return fitting([[time, speed], [time]], width: width)
        }
        let fraction = min(max(position / length, 0), 1)
        let percent = "\(Int(fraction * 100))%"
        let whole = "\(time) / \(PlainText.seconds(length.components.seconds))"
        let left = remaining(of: length).map { "ETA \(PlainText.seconds($0))" }
        let bar = Self.bar(fraction)
        return fitting(
            [[percent, bar, whole, speed, left], [percent, whole, speed, left], [percent, whole], [percent]],
            width: width)
    }

    /// Times as fast as playing it, with one decimal; nil before there is something to go by.
    private var speed: Double? {
        guard elapsed > .zero, position > .zero else { return nil }
        return (position / elapsed * 10).rounded() / 10
    }

    /// Seconds to go, rounded up.
    private func remaining(of length: Duration) -> Int64? {
        guard position > .zero, elapsed > .zero else { return nil }
        let seconds = max(0, (length - position) / position) * (elapsed / .seconds(1))
        return Int64(exactly: seconds.rounded(.up))
    }

    private static func bar(_ fraction: Double) -> String {
        let full = Int(fraction * 20)
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: 20 - full) + "]"
    }

    private func fitting(_ choices: [[String?]], width: Int) -> String {
        let lines = choices.map { $0.compactMap(\.self).joined(separator: "  ") }
        // The last column stays free: a terminal may wrap there.
        return lines.first { $0.utf8.count < width } ?? ""
    }
}
