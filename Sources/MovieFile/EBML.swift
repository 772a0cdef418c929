/// One element of an EBML document (RFC 8794).
struct EBMLElement: Hashable {
    /// The identifier with its length marker.
    let id: UInt64
    /// Where the whole element and what it holds lie in the bytes, counted from their first.
    let range: Range<Int>
    let content: Range<Int>

    /// The element that begins at a place; nil where it is not whole, or leaves its size open.
    init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
        guard let first = bytes.part(start, 1)?.first, first >= 0x10 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard let id = bytes.big(start, bytes: idLength),
            let marker = bytes.part(start + idLength, 1)?.first, marker > 0
        else { return nil }
        let length = marker.leadingZeroBitCount + 1
        let unknown = (UInt64(1) << UInt64(7 * length)) - 1
        guard let marked = bytes.big(start + idLength, bytes: length), marked & unknown != unknown,
            marked & unknown < 1 << 40
        else { return nil }
        self.id = id
        let begin = start + idLength + length
        content = begin..<begin + Int(marked & unknown)
        range = start..<content.upperBound
    }

    /// The elements that fill the bytes; nil where they do not fill them exactly.
    static func all(in bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> [EBMLElement]? {
        var elements: [EBMLElement] = []
        var position = range.lowerBound
        while position < range.upperBound {
            guard let element = EBMLElement(bytes, at: position), element.range.upperBound <= range.upperBound else {
                return nil
            }
            elements.append(element)
            position = element.range.upperBound
        }
        return elements
    }

    /// An element as bytes, with a size of 8 bytes.
    static func made(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: id, bytes: (71 - id.leadingZeroBitCount) / 8)
        bytes.append(big: UInt64(content.count) | 1 << 56, bytes: 8)
        return bytes + content
    }

    static func made(_ id: UInt64, number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: number, bytes: 8)
        return made(id, bytes)
    }
}
