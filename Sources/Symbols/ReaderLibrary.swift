internal import CZXing

/// A library that decodes symbols, and what it can read.
public struct ReaderLibrary: Sendable, Hashable {
    /// Its name, as messages give it.
    public var name: String
    /// Its version, such as "1.4.0".
    public var version: String
    /// The symbologies that it can read.
    public var symbologies: SymbologySet

    /// A library that reads these symbologies.
    public init(name: String, version: String, symbologies: SymbologySet) {
        self.name = name
        self.version = version
        self.symbologies = symbologies
    }

    /// The zxing-cpp that this build uses.
    public static let zxing = ReaderLibrary(
        name: "zxing-cpp",
        // SAFETY: a string literal of the adapter, ended by NUL.
        version: unsafe String(cString: czxing_version()),
        symbologies: SymbologySet(rawValue: czxing_formats()))
}
