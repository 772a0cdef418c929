/// One code to draw in one frame.
package struct Highlight: Sendable, Hashable {
    /// Identity of the code's appearance; decides the colour.
    package var track: Int
    package var symbology: Symbology
    /// The payload as text, as it was read: the renderer makes it harmless and short.
    package var text: String
    /// Corners in pixels of the frame.
    package var corners: Quad

    package init(track: Int, symbology: Symbology, text: String, corners: Quad) {
        self.track = track
        self.symbology = symbology
        self.text = text
        self.corners = corners
    }
}
