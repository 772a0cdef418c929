/// What a symbol says: its segments in order, and what stands around them.
package struct Payload: Sendable, Hashable {
    /// The segments, in the order of the symbol.
    package var segments: [Segment]
    /// Place in a structured-append sequence.
    package var structuredAppend: StructuredAppend?
    /// The meaning of an FNC1 at the beginning.
    package var application: Application?

    /// A payload of those segments.
    package init(
        segments: [Segment], structuredAppend: StructuredAppend? = nil, application: Application? = nil
    ) {
        self.segments = segments
        self.structuredAppend = structuredAppend
        self.application = application
    }

    /// A run of characters in one mode.
    package struct Segment: Sendable, Hashable {
        package var mode: Mode
        /// The characters as bytes: ASCII for numeric and alphanumeric (FNC1 separators of GS1 and AIM payloads as GS,
        /// 0x1D, their escaped percent sign as one), Shift-JIS for kanji, the data as it stands for byte mode.
        package var bytes: [UInt8]
        /// The ECI assignment in force (0–999999); nil where none was given.
        package var designator: Int?

        /// A segment with these bytes.
        package init(mode: Mode, bytes: [UInt8], designator: Int? = nil) {
            self.mode = mode
            self.bytes = bytes
            self.designator = designator
        }
    }

    /// How characters were encoded.
    package enum Mode: Sendable, Hashable {
        case numeric, alphanumeric, byte, kanji
    }

    /// What FNC1 in the first or second position says of the payload.
    package enum Application: Sendable, Hashable {
        /// First position: GS1 application identifiers.
        case gs1
        /// Second position: an industry's format, by AIM's indicator: two digits, or a letter.
        case aim(indicator: String)
    }

    /// A part of a message that is spread over several symbols.
    package struct StructuredAppend: Sendable, Hashable {
        /// Position of this part, from 0.
        package var index: Int
        /// Number of parts, 2–16 (1 where a symbol says so).
        package var count: Int
        /// The exclusive-or of all bytes of the whole message.
        package var parity: UInt8

        /// The part at that place.
        package init(index: Int, count: Int, parity: UInt8) {
            self.index = index
            self.count = count
            self.parity = parity
        }
    }
}
