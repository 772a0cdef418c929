import Synchronization

/// Where everything stands in the symbols of a version: made at the version's first use, then kept.
final class SymbolLayout: Sendable {
    /// The fixed modules.
    let patterns: FunctionPatterns
    /// The data modules, as row · dimension + column, in the order in which codewords fill them: in columns two modules
    /// wide from the right, upwards and downwards in turn. Remainder modules come last.
    let order: [UInt16]
    /// For each module of `order` the masks that exchange it: bit k for mask k.
    let masks: [UInt8]
    /// The format information that this version can have.
    let formats: [FormatInformation]

    /// The layout of a version; nil if there is no such version.
    static func of(_ kind: SymbolKind, version: Int) -> SymbolLayout? {
        guard FunctionPatterns.versions(of: kind).contains(version) else { return nil }
        let slot = slots[(kind == .model2 ? 4 : 0) + version - 1]
        return slot.layout.load() ?? slot.layout.storeIfNil(SymbolLayout(kind: kind, version: version))
    }

    private init(kind: SymbolKind, version: Int) {
        patterns = FunctionPatterns(making: kind, version: version)
        let dimension = patterns.dimension
        var order: [UInt16] = []
        order.reserveCapacity(dimension * dimension)
        // Model 2's columns step over the vertical timing pattern.
        var right = dimension - 1
        var upwards = true
        while right > 0 {
            if kind == .model2, right == 6 { right = 5 }
            for step in 0..<dimension {
                let row = upwards ? dimension - 1 - step : step
                for column in [right, right - 1] where !patterns.isReserved[row * dimension + column] {
                    order.append(UInt16(row * dimension + column))
                }
            }
            upwards.toggle()
            right -= 2
        }
        self.order = order
        masks = order.map { DataMask.bits(of: kind, column: Int($0) % dimension, row: Int($0) / dimension) }
        formats = FormatInformation.all(of: kind, version: version)
    }

    /// Holds a layout once one was made.
    private final class Slot: Sendable {
        let layout = AtomicLazyReference<SymbolLayout>()
    }

    /// M1–M4, then versions 1–40.
    private static let slots = (0..<44).map { _ in Slot() }
}
