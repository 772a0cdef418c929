internal import CZXing

/// The modules of a symbol that zxing-cpp draws, without a quiet zone; a linear symbol is one row.
package struct ModulePattern: Sendable, Hashable {
    /// Modules in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    private let isDark: [Bool]

    /// Draws `text`; nil where the library cannot: it draws no Micro QR, rMQR, MaxiCode and DataBar.
    package init?(_ text: String, _ symbology: Symbology) {
        // As many modules as the largest QR Code has.
        var modules = [UInt8](repeating: 0, count: 177 * 177)
        var (width, height): (Int32, Int32) = (0, 0)
        // SAFETY: the text ends with NUL, and the library is given the capacity of the array.
        let isDrawn = unsafe modules.withUnsafeMutableBufferPointer { buffer in
            unsafe czxing_draw(
                SymbologySet(symbology).rawValue, text, buffer.baseAddress, buffer.count, &width, &height)
        }
        guard isDrawn != 0, width > 0, height > 0 else { return nil }
        (self.width, self.height) = (Int(width), Int(height))
        isDark = modules.prefix(self.width * self.height).map { $0 != 0 }
    }

    /// Whether a module is dark; what lies outside of the symbol is not.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<height).contains(y) && isDark[y * width + x]
    }
}
