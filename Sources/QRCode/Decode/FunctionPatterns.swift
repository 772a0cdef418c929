/// The modules of a symbol that do not depend on what it says (ISO/IEC 18004, 6.3): finder patterns, separators, timing
/// patterns, alignment patterns, version information and the dark module; and the modules of the format information.
package struct FunctionPatterns: Sendable {
    /// Model 2 or Micro.
    package let kind: SymbolKind
    /// 1–40; 1–4 for Micro QR.
    package let version: Int
    /// Modules a side.
    package let dimension: Int
    /// Row by row: 1 for a module that is always dark, −1 for one that is always light, 0 for one that depends.
    package let values: [Int8]
    /// Row by row: whether the module carries no codeword. These are the fixed ones and the format information's.
    package let isReserved: [Bool]
    /// Columns, and rows, of the centres of alignment patterns (annex E); empty for version 1 and Micro QR.
    package let alignmentCoordinates: [Int]
    /// Centres of the alignment patterns: all pairs of coordinates but the three at the finder patterns.
    package let alignmentCenters: [ModulePlace]
    /// Where the format information stands, 15 modules a copy, most significant bit first: the copy at the upper left
    /// finder pattern, and for Model 2 the one that is split between the other two.
    package let formatCopies: [[ModulePlace]]

    /// Where `values` is not 0.
    private let fixed: [Int]

    /// Versions of a kind.
    package static func versions(of kind: SymbolKind) -> ClosedRange<Int> { kind == .model2 ? 1...40 : 1...4 }

    /// Modules a side of a version.
    package static func dimension(of kind: SymbolKind, version: Int) -> Int {
        kind == .model2 ? 17 + 4 * version : 9 + 2 * version
    }

    /// The version with so many modules a side; nil if there is none.
    package static func version(of kind: SymbolKind, dimension: Int) -> Int? {
        versions(of: kind).first { self.dimension(of: kind, version: $0) == dimension }
    }

    /// The patterns of a version, made at its first use; nil if there is no such version.
    package static func of(_ kind: SymbolKind, version: Int) -> FunctionPatterns? {
        SymbolLayout.of(kind, version: version)?.patterns
    }

    /// The patterns of a version that exists.
    init(making kind: SymbolKind, version: Int) {
        self.kind = kind
        self.version = version
        let dimension = Self.dimension(of: kind, version: version)
        self.dimension = dimension
        var drawing = PatternDrawing(dimension: dimension)
        // Timing first: the other patterns lie over it.
        let line = kind == .model2 ? 6 : 0
        for place in 0..<dimension {
            drawing.set(place, line, dark: place % 2 == 0)
            drawing.set(line, place, dark: place % 2 == 0)
        }
        drawing.addFinder(column: 3, row: 3)
        guard kind == .model2 else {
            alignmentCoordinates = []
            alignmentCenters = []
            formatCopies = [Self.formatOfMicro]
            drawing.reserve(Self.formatOfMicro)
            values = drawing.values
            isReserved = drawing.isReserved
            fixed = drawing.fixed
            return
        }
        drawing.addFinder(column: dimension - 4, row: 3)
        drawing.addFinder(column: 3, row: dimension - 4)
        let coordinates = Self.alignmentCoordinates(version: version)
        let finders =
            [ModulePlace(column: 6, row: 6)]
            + (coordinates.last.map { [ModulePlace(column: $0, row: 6), ModulePlace(column: 6, row: $0)] } ?? [])
        alignmentCoordinates = coordinates
        alignmentCenters = coordinates.flatMap { row in coordinates.map { ModulePlace(column: $0, row: row) } }
            .filter { !finders.contains($0) }
        for center in alignmentCenters { drawing.addAlignment(column: center.column, row: center.row) }
        formatCopies = Self.formatOfModel2(dimension: dimension)
        for copy in formatCopies { drawing.reserve(copy) }
        drawing.set(8, dimension - 8, dark: true)
        if version >= 7 {
            let word = VersionInformation.word(version: version)
            for (bit, place) in VersionInformation.places(dimension: dimension).enumerated() {
                let dark = word >> (17 - bit) & 1 == 1
                drawing.set(place.column, place.row, dark: dark)
                drawing.set(place.row, place.column, dark: dark)
            }
        }
        values = drawing.values
        isReserved = drawing.isReserved
        fixed = drawing.fixed
    }

    /// How far the fixed modules agree with a grid: 1 for all of them, 0 for no better than chance, −1 for none.
    /// Each module weighs as its confidence; 0 for a grid of another dimension.
    package func agreement(with grid: ModuleGrid) -> Float {
        guard grid.values.count == values.count else { return 0 }
        var agreement: Float = 0
        var weight: Float = 0
        for place in fixed {
            let value = ModuleGrid.known(grid.values[place])
            agreement += values[place] > 0 ? value : -value
            weight += value.magnitude
        }
        return weight > 0 ? agreement / weight : 0
    }

    /// Annex E: evenly spaced from the last back, and 6. The even steps are rounded up, but for version 32.
    private static func alignmentCoordinates(version: Int) -> [Int] {
        guard version >= 2 else { return [] }
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        let last = dimension(of: .model2, version: version) - 7
        return [6] + (0..<count - 1).reversed().map { last - $0 * step }
    }

    private static let formatOfMicro =
        (1...8).map { ModulePlace(column: $0, row: 8) } + (1...7).reversed().map { ModulePlace(column: 8, row: $0) }

    private static func formatOfModel2(dimension: Int) -> [[ModulePlace]] {
        let along = [0, 1, 2, 3, 4, 5, 7, 8].map { ModulePlace(column: $0, row: 8) }
        let up = [7, 5, 4, 3, 2, 1, 0].map { ModulePlace(column: 8, row: $0) }
        let lower = (1...7).map { ModulePlace(column: 8, row: dimension - $0) }
        let right = (1...8).reversed().map { ModulePlace(column: dimension - $0, row: 8) }
        return [along + up, lower + right]
    }
}

/// Fixed modules while they are drawn.
private struct PatternDrawing {
    let dimension: Int
    private(set) var values: [Int8]
    private(set) var isReserved: [Bool]
    var fixed: [Int] { values.indices.filter { values[$0] != 0 } }

    init(dimension: Int) {
        self.dimension = dimension
        values = [Int8](repeating: 0, count: dimension * dimension)
        isReserved = [Bool](repeating: false, count: dimension * dimension)
    }

    /// Nothing if the module lies outside.
    mutating func set(_ column: Int, _ row: Int, dark: Bool) {
        guard (0..<dimension).contains(column), (0..<dimension).contains(row) else { return }
        values[row * dimension + column] = dark ? 1 : -1
        isReserved[row * dimension + column] = true
    }

    mutating func reserve(_ places: [ModulePlace]) {
        for place in places { isReserved[place.row * dimension + place.column] = true }
    }

    /// A finder pattern and its separator: 9 modules a side, as far as they lie inside.
    mutating func addFinder(column: Int, row: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let ring = max(abs(dx), abs(dy))
                set(column + dx, row + dy, dark: ring != 2 && ring != 4)
            }
        }
    }

    mutating func addAlignment(column: Int, row: Int) {
        for dy in -2...2 {
            for dx in -2...2 {
                set(column + dx, row + dy, dark: max(abs(dx), abs(dy)) != 1)
            }
        }
    }
}
