/// One code as it is drawn in one frame.
package struct Highlight: Sendable, Hashable {
    /// Identity of the appearance.
    package var track: Int
    package var symbology: Symbology
    package var text: String
    /// Corners in pixels of the frame as it is stored.
    package var corners: Quad

    package init(track: Int, symbology: Symbology, text: String, corners: Quad) {
        self.track = track
        self.symbology = symbology
        self.text = text
        self.corners = corners
    }
}
