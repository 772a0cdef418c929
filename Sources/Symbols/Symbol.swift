/// One barcode as it was read in one picture.
public struct Symbol: Sendable, Hashable {
    /// The kind of barcode.
    public var symbology: Symbology
    /// The payload as text: decoded by ECI or the library's best guess, human-readable separators kept as they are.
    public var text: String
    /// The payload's bytes as they were encoded, NUL and binary included.
    public var bytes: [UInt8]
    /// AIM symbology identifier (ISO/IEC 15424), for example `]Q1`.
    public var aim: String
    /// What the payload is.
    public var content: Content
    /// Corners in pixels of the picture, in the symbol's own order.
    public var corners: Quad
    /// Size of one module in pixels, where the reader knows it.
    public var modulePixels: Double?
    /// Place in a structured-append sequence, if the symbol is a part of one.
    public var structured: StructuredAppend?
    /// What only a QR Code symbol has, where its reader tells it.
    public var qr: QRDetails?

    /// A symbol as it was read.
    public init(
        symbology: Symbology, text: String, bytes: [UInt8], aim: String, content: Content = .text, corners: Quad,
        modulePixels: Double? = nil, structured: StructuredAppend? = nil, qr: QRDetails? = nil
    ) {
        self.symbology = symbology
        self.text = text
        self.bytes = bytes
        self.aim = aim
        self.content = content
        self.corners = corners
        self.modulePixels = modulePixels
        self.structured = structured
        self.qr = qr
    }

    /// What a payload is.
    public enum Content: String, Sendable, Hashable {
        case text, binary, gs1, iso15434, eci
    }

    /// A part of a payload that is spread over several symbols.
    public struct StructuredAppend: Sendable, Hashable {
        /// Position of this part, from 0.
        public var index: Int
        /// Number of parts; nil where the symbology does not say.
        public var count: Int?
        /// What the parts of one sequence have in common.
        public var id: String

        /// The part at that place.
        public init(index: Int, count: Int?, id: String) {
            self.index = index
            self.count = count
            self.id = id
        }
    }
}
