extension SymbologySet {
    /// The set that a comma-separated list of names stands for.
    ///
    /// A name is `qr`, `matrix`, `retail`, `linear`, `all`, or that of a symbology; case, hyphens, underscores, points
    /// and spaces do not matter (`qr_code`, `QR-Code`, `ean 13`). A set leaves out what `library` cannot read.
    /// - Throws: `SymbologyNameError` for a name that is not known and for a symbology that `library` cannot read.
    public init(names list: String, readBy library: ReaderLibrary = .zxing) throws(SymbologyNameError) {
        var result: SymbologySet = []
        for item in list.split(separator: ",", omittingEmptySubsequences: true) {
            let key = Self.key(item)
            if key.isEmpty { continue }
            if let set = Self.sets[key] {
                result.formUnion(set.intersection(library.symbologies))
            } else if let symbology = Self.symbologiesByKey[key] {
                guard library.symbologies.contains(symbology) else {
                    throw .unsupported(symbology, library: library.name, version: library.version)
                }
                result.formUnion(SymbologySet(symbology))
            } else {
                throw .unknown(String(item))
            }
        }
        if result.isEmpty { throw .empty }
        self = result
    }

    /// Names of sets, as they are listed to the user.
    public static let setNames = ["qr", "matrix", "retail", "linear", "all"]

    private static let sets: [String: SymbologySet] = [
        "qr": .qr, "matrix": .matrix, "retail": .retail, "linear": .linear, "all": .all,
    ]

    private static let otherNames: [String: Symbology] = [
        "microqr": .microQRCode, "mqr": .microQRCode, "rmqr": .rMQRCode, "dm": .dataMatrix, "azteccode": .aztec,
        "pdf": .pdf417, "i2of5": .itf, "interleaved2of5": .itf, "itf14": .itf, "gs1databar": .dataBar,
        "rss14": .dataBar, "databarexp": .dataBarExpanded, "gs1databarexpanded": .dataBarExpanded,
        "rssexpanded": .dataBarExpanded,
    ]

    private static let symbologiesByKey: [String: Symbology] = Symbology.allCases.reduce(into: otherNames) {
        $0[key($1.rawValue)] = $1
    }

    private static func key(_ name: some StringProtocol) -> String {
        name.lowercased().filter { !"-_. \t".contains($0) }
    }
}

/// Why a list of symbology names was not understood.
public enum SymbologyNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No set and no symbology has this name.
    case unknown(String)
    /// The library that would have to read this symbology cannot.
    case unsupported(Symbology, library: String, version: String)
    /// The list has no name in it.
    case empty

    /// One line that says what is wrong with the list.
    public var description: String {
        switch self {
        case .unknown(let name): "unknown format \"\(name.printable)\"; known are \(Self.known)"
        case .unsupported(let symbology, let library, let version):
            "\(library) \(version) cannot read \(symbology.rawValue); a newer version may"
        case .empty: "no format named; known are \(Self.known)"
        }
    }

    private static var known: String {
        (SymbologySet.setNames + Symbology.allCases.map(\.rawValue)).joined(separator: ", ")
    }
}

extension String {
    /// The first 40 characters, control characters replaced: what a message may quote of an argument.
    fileprivate var printable: String {
        String(
            prefix(40).map { character in
                character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : character
            })
    }
}
