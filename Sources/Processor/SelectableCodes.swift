package import Media
package import Symbols

/// The codes that a user can point at: where they were shown, and what is known of them.
package struct SelectableCodes: Sendable {
    /// A code that was pointed at.
    package struct Selection: Sendable {
        package let facts: CodeFacts
        /// As it was shown in the picture that was pointed at.
        package let highlight: Highlight
        /// The times of that picture.
        package let frame: FrameTimes
    }

    /// Codes that are remembered: more than are followed at once.
    private static let limit = 1024
    private var known: [Int: CodeFacts] = [:]
    private var pictures = HighlightHistory()

    package init() {}

    /// Takes note of a code under the number that its highlights bear.
    package mutating func remember(_ facts: CodeFacts, as number: Int) {
        if known.count >= Self.limit { known = known.filter { $1.change != .end } }
        if known.count < Self.limit { known[number] = facts }
    }

    /// Takes note of what a picture showed.
    package mutating func remember(_ highlights: [Highlight], of frame: FrameTimes) {
        guard let time = frame.running else { return }
        pictures.add(
            HighlightHistory.Entry(frame: frame, time: time, highlights: highlights.filter { !$0.isUnread }))
    }

    package mutating func forgetPictures() { pictures.removeAll() }

    /// What is known of the code with that number.
    package subscript(number: Int) -> CodeFacts? { known[number] }

    /// The code at a place of the picture; nil where there is none.
    /// - Parameter time: running time of the picture on the screen; nil for the newest.
    package func code(at point: Point, time: Duration?) -> Selection? {
        guard let hit = pictures.code(at: point, time: time), let facts = known[hit.highlight.track] else { return nil }
        return Selection(facts: facts, highlight: hit.highlight, frame: hit.frame)
    }
}
