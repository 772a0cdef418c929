/// Something that was located as a QR Code and could not be read.
package struct UnreadSymbol: Sendable, Hashable {
    /// Outer corners in pixels of the picture, in the symbol's own order as far as it is known.
    package var corners: Corners
    /// Size of one module in pixels.
    package var modulePixels: Double
    /// Why it could not be read.
    package var reason: Reason

    /// A symbol that was located with those corners.
    package init(corners: Corners, modulePixels: Double, reason: Reason) {
        self.corners = corners
        self.modulePixels = modulePixels
        self.reason = reason
    }

    /// Why a symbol could not be read: what a caller can do about it differs.
    package enum Reason: String, Sendable, Hashable {
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
