/// The data masks of ISO/IEC 18004, 7.8: which data modules are exchanged, dark for light.
enum DataMask {
    /// The masks that exchange a module: bit k for mask k of the kind.
    static func bits(of kind: SymbolKind, column: Int, row: Int) -> UInt8 {
        let (sum, product) = (row + column, row * column)
        var bits: UInt8 = 0
        if sum % 2 == 0 { bits |= 1 }
        if row % 2 == 0 { bits |= 1 << 1 }
        if column % 3 == 0 { bits |= 1 << 2 }
        if sum % 3 == 0 { bits |= 1 << 3 }
        if (row / 2 + column / 3) % 2 == 0 { bits |= 1 << 4 }
        if product % 2 + product % 3 == 0 { bits |= 1 << 5 }
        if (product % 2 + product % 3) % 2 == 0 { bits |= 1 << 6 }
        if (sum % 2 + product % 3) % 2 == 0 { bits |= 1 << 7 }
        // Micro QR has four of them: 1, 4, 6 and 7.
        if kind == .micro { bits = bits >> 1 & 1 | bits >> 3 & 2 | bits >> 4 & 12 }
        return bits
    }
}
