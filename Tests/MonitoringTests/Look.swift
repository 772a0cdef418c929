import Monitoring
import Symbols

/// A code of side (or width) `size` with its centre at (x, y).
func code(
    _ text: String, _ symbology: Symbology = .qrCode, x: Double = 300, y: Double = 300, size: Double = 80,
    height: Double? = nil
) -> Symbol {
    let (w, h) = (size / 2, (height ?? size) / 2)
    return Symbol(
        symbology: symbology, text: text, bytes: Array(text.utf8), aim: "",
        corners: Quad(
            topLeft: Point(x: x - w, y: y - h), topRight: Point(x: x + w, y: y - h),
            bottomRight: Point(x: x + w, y: y + h), bottomLeft: Point(x: x - w, y: y + h)))
}

/// What one look reads, at a time in milliseconds.
struct Look: Sendable {
    var time: Int
    var symbols: [Symbol]

    init(_ time: Int, _ symbols: Symbol...) {
        self.time = time
        self.symbols = symbols
    }

    init(_ time: Int, _ symbols: [Symbol]) {
        self.time = time
        self.symbols = symbols
    }
}

extension CodeTracker {
    /// The changes of all looks, as lines like "100 +1 A" (new), "200 ~1 A" (update) and "1500 -1 A" (end).
    mutating func lines(of looks: [Look]) -> [String] {
        looks.flatMap { look in
            observe(look.symbols, at: .milliseconds(look.time)).map { "\(look.time) \($0.line)" }
        }
    }

    /// The changes of all looks and of the end of the stream ("end -1 A").
    mutating func linesToEnd(of looks: [Look]) -> [String] {
        lines(of: looks) + finish().map { "end \($0.line)" }
    }
}

extension TrackChange {
    var line: String {
        let sign =
            switch self {
            case .new: "+"
            case .update: "~"
            case .end: "-"
            }
        return "\(sign)\(track.id) \(track.symbol.text)"
    }
}
