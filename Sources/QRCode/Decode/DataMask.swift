/// The data masks of ISO/IEC 18004, 7.8: which data modules are exchanged, dark for light.
enum DataMask {
    /// Masks of a kind.
    static func count(of kind: SymbolKind) -> Int { kind == .model2 ? 8 : 4 }

    /// The masks that exchange a module: bit k for mask k of the kind.
    static func bits(of kind: SymbolKind, column: Int, row: Int) -> UInt8 {
        let product = column * row
        let conditions = [
            (row + column) % 2, row % 2, column % 3, (row + column) % 3, (row / 2 + column / 3) % 2,
            product % 2 + product % 3, (product % 2 + product % 3) % 2, ((row + column) % 2 + product % 3) % 2,
        ]
        let order = kind == .model2 ? [0, 1, 2, 3, 4, 5, 6, 7] : [1, 4, 6, 7]
        var bits: UInt8 = 0
        for (mask, condition) in order.enumerated() where conditions[condition] == 0 { bits |= 1 << UInt8(mask) }
        return bits
    }
}
