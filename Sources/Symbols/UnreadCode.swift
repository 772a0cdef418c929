/// Something that was located as a code in one picture and could not be read.
public struct UnreadCode: Sendable, Hashable {
    /// The kind of barcode that it looks like.
    public var symbology: Symbology
    /// Corners in pixels of the picture, in the symbol's own order as far as that is known.
    public var corners: Quad
    /// Size of one module in pixels, where the reader knows it.
    public var modulePixels: Double?
    /// Why it could not be read.
    public var reason: Reason

    /// A code that was located with those corners.
    public init(symbology: Symbology, corners: Quad, modulePixels: Double? = nil, reason: Reason) {
        self.symbology = symbology
        self.corners = corners
        self.modulePixels = modulePixels
        self.reason = reason
    }

    /// Why a code could not be read. The raw value is the word in events.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Its modules are too few pixels: move or zoom closer.
        case small
        /// Its edges are wider than its modules: hold still, focus.
        case blur
        /// Much of it is at the end of the range: less light, another angle.
        case saturated
        /// More of it is wrong than the error correction can mend.
        case damaged
    }
}
