internal import QRCode

/// The payload of a QR Code symbol as bytes and as text.
struct PayloadText {
    /// The bytes of all segments; before them, in an industry's format, its indicator.
    let bytes: [UInt8]
    /// The same as text: by the character set that an ECI names, else by evidence.
    let text: String
    let content: Symbol.Content

    private static let latin1Binary = 899

    init(_ payload: Payload) {
        var parts: [Part] = []
        if case .aim(let indicator)? = payload.application {
            parts.append(Part(bytes: Array(indicator.utf8), charset: .ascii))
        }
        let unnamed = payload.segments.filter { $0.mode == .byte && $0.designator == nil }.flatMap(\.bytes)
        let guessed = Charset(guessedFor: unnamed)
        for segment in payload.segments where !segment.bytes.isEmpty {
            let part = Part(segment, guessed: guessed)
            // A character may begin in one segment and end in the next.
            if let last = parts.last, last.charset == part.charset, last.isBinary == part.isBinary {
                parts[parts.count - 1].bytes += part.bytes
            } else {
                parts.append(part)
            }
        }
        let bytes = parts.flatMap(\.bytes)
        self.bytes = bytes
        let isKnown = parts.allSatisfy { $0.charset != nil }
        text =
            isKnown
            ? parts.map { ($0.charset ?? .utf8).text(of: $0.bytes).text }.joined()
            : String(decoding: bytes, as: UTF8.self)
        content =
            if bytes.isEmpty {
                .text
            } else if payload.application == .gs1 {
                .gs1
            } else if !isKnown {
                .eci
            } else if Self.isISO15434(bytes) {
                .iso15434
            } else {
                parts.contains(where: \.isUnprintable) ? .binary : .text
            }
    }

    /// The header of ISO/IEC 15434: `[)>`, RS, and two digits of the first format.
    private static func isISO15434(_ bytes: [UInt8]) -> Bool {
        bytes.count > 6 && bytes.starts(with: [0x5b, 0x29, 0x3e, 0x1e])
            && bytes[4...5].allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Bytes in one character set.
    private struct Part {
        var bytes: [UInt8]
        /// Nil where an ECI is in force that names none.
        var charset: Charset?
        /// Whether an ECI says that the bytes are no text.
        var isBinary = false

        init(bytes: [UInt8], charset: Charset?) {
            self.bytes = bytes
            self.charset = charset
        }

        init(_ segment: Payload.Segment, guessed: Charset) {
            bytes = segment.bytes
            charset =
                switch (segment.mode, segment.designator) {
                case (.numeric, _), (.alphanumeric, _): .ascii
                case (.kanji, _): .shiftJIS
                case (.byte, nil): guessed
                case (.byte, PayloadText.latin1Binary?): .latin1
                case (.byte, let designator?): Charset(designator: designator)
                }
            isBinary = segment.mode == .byte && segment.designator == PayloadText.latin1Binary
        }

        /// Whether it is no text: said to be none, or with control characters other than line ends, where bytes are
        /// characters or parts of them that are not.
        var isUnprintable: Bool {
            isBinary || charset?.unit == 1 && bytes.contains { $0 < 0x20 && $0 != 0x0a && $0 != 0x0d }
        }
    }
}
