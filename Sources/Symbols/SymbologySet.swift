/// A set of symbologies to look for.
public struct SymbologySet: OptionSet, Sendable, Hashable {
    /// One bit a symbology, in the order of `Symbology.allCases`.
    public let rawValue: UInt32

    /// The set with these bits; a symbology's bit is its place in `Symbology.allCases`.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set of one symbology.
    public init(_ symbology: Symbology) {
        rawValue = 1 << symbology.position
    }

    /// The set of these symbologies.
    public init(_ symbologies: some Sequence<Symbology>) {
        self = symbologies.reduce(into: []) { $0.formUnion(SymbologySet($1)) }
    }

    /// QR and Micro QR.
    public static let qr = SymbologySet([.qrCode, .microQRCode])
    /// Everything that is not a row of bars.
    public static let matrix = SymbologySet(Symbology.allCases.filter { !$0.isLinear })
    /// EAN and UPC.
    public static let retail = SymbologySet([.ean13, .ean8, .upcA, .upcE])
    /// Everything that is a row of bars.
    public static let linear = SymbologySet(Symbology.allCases.filter(\.isLinear))
    /// Every symbology.
    public static let all = SymbologySet(Symbology.allCases)
    /// What is looked for unless asked otherwise: the matrix symbologies, EAN, UPC and Code 128. The others check
    /// themselves too little to be looked for where nobody expects them.
    public static let standard = matrix.union(retail).union(SymbologySet(.code128))

    /// The members in the order of `Symbology.allCases`.
    public var symbologies: [Symbology] { Symbology.allCases.filter { contains($0) } }

    /// Whether the symbology is in the set.
    public func contains(_ symbology: Symbology) -> Bool {
        contains(SymbologySet(symbology))
    }
}

extension Symbology {
    /// The place in `allCases`.
    var position: UInt32 {
        switch self {
        case .qrCode: 0
        case .microQRCode: 1
        case .rMQRCode: 2
        case .dataMatrix: 3
        case .aztec: 4
        case .pdf417: 5
        case .maxiCode: 6
        case .ean13: 7
        case .ean8: 8
        case .upcA: 9
        case .upcE: 10
        case .code128: 11
        case .code93: 12
        case .code39: 13
        case .itf: 14
        case .codabar: 15
        case .dataBar: 16
        case .dataBarExpanded: 17
        }
    }
}
