extension Symbol {
    /// The symbol named as EAN and UPC are among the symbologies asked for; nil if it is none of these.
    ///
    /// UPC-A is EAN-13 with a leading 0, and libraries differ in which of both they report. Where UPC-A is asked for,
    /// it is UPC-A with 12 digits; otherwise EAN-13 with 13.
    func asRetail(among symbologies: SymbologySet) -> Symbol? {
        var symbol = self
        let isUPCA = symbology == .upcA || (symbology == .ean13 && bytes.count == 13 && bytes.first == zero)
        if isUPCA && symbologies.contains(.upcA) {
            symbol.symbology = .upcA
            if bytes.count == 13 {
                symbol.bytes.removeFirst()
                symbol.text = String(text.dropFirst())
            }
        } else if isUPCA {
            symbol.symbology = .ean13
            if bytes.count == 12 {
                symbol.bytes.insert(zero, at: 0)
                symbol.text = "0" + text
            }
        }
        return symbologies.contains(symbol.symbology) ? symbol : nil
    }

    private var zero: UInt8 { UInt8(ascii: "0") }
}
