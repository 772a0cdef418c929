/// One code to draw in one frame.
package struct Highlight: Sendable, Hashable {
    /// Identity of the code's appearance; decides the colour. 0 for a code that could not be read.
    package var track: Int
    package var symbology: Symbology
    /// The payload as text, as it was read: the renderer makes it harmless and short.
    package var text: String
    /// Corners in pixels of the frame.
    package var corners: Quad
    /// Whether the code was located and could not be read.
    package private(set) var isUnread = false

    package init(track: Int, symbology: Symbology, text: String, corners: Quad) {
        self.track = track
        self.symbology = symbology
        self.text = text
        self.corners = corners
    }

    /// A code that was located and could not be read.
    package init(unread symbology: Symbology, corners: Quad) {
        self.init(track: 0, symbology: symbology, text: "", corners: corners)
        isUnread = true
    }
}
