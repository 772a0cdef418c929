/// One box of an ISO base media file (ISO/IEC 14496-12, 4.2): a type and either bytes or boxes.
///
/// Only boxes that are known to hold boxes are opened; all others keep their bytes, so that writing a tree gives the
/// bytes that it was read from.
package struct Box: Hashable, Sendable {
    /// Four bytes, as ISO Latin 1 text (“©xyz” has a byte above 127).
    package let type: String
    /// What lies in it; empty where it holds boxes.
    package var bytes: [UInt8]
    /// The boxes that lie in it; nil where it holds bytes.
    package var children: [Box]?

    package init(_ type: String, bytes: [UInt8]) {
        (self.type, self.bytes, children) = (type, bytes, nil)
    }

    package init(_ type: String, children: [Box]) {
        (self.type, bytes, self.children) = (type, [], children)
    }

    private static let containers: Set<String> = [
        "moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "udta", "tref",
    ]
    private static let depthLimit = 8
    private static let countLimit = 4096

    /// The boxes that fill the bytes; nil where they do not fill them exactly.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> [Box]? {
        var count = 0
        return parse(bytes, depth: 0, count: &count)
    }

    private static func parse(_ bytes: ArraySlice<UInt8>, depth: Int, count: inout Int) -> [Box]? {
        var boxes: [Box] = []
        var position = 0
        while position < bytes.count {
            guard let size = bytes.big32(position).map(Int.init), size >= 8, let type = bytes.part(position + 4, 4),
                let content = bytes.part(position + 8, size - 8), count < countLimit
            else { return nil }
            count += 1
            let name = String(String.UnicodeScalarView(type.map { Unicode.Scalar($0) }))
            if containers.contains(name), depth < depthLimit,
                let children = parse(content, depth: depth + 1, count: &count)
            {
                boxes.append(Box(name, children: children))
            } else {
                boxes.append(Box(name, bytes: Array(content)))
            }
            position += size
        }
        return boxes
    }

    /// The box as it stands in a file; nil where it is too large for a 32-bit size.
    package var serialized: [UInt8]? {
        var content = bytes
        for child in children ?? [] {
            guard let part = child.serialized else { return nil }
            content += part
        }
        guard content.count < Int(UInt32.max) - 8 else { return nil }
        var whole: [UInt8] = []
        whole.append(big: UInt64(content.count + 8), bytes: 4)
        whole += type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return whole + content
    }

    /// The first box at the end of a path of types; nil where there is none.
    package func first(_ path: String...) -> Box? {
        path.reduce(Optional(self)) { box, type in box?.children?.first { $0.type == type } }
    }

    /// Every box of a type directly inside.
    package func all(_ type: String) -> [Box] { (children ?? []).filter { $0.type == type } }

    /// Changes the first box of a type directly inside; does nothing where there is none.
    mutating func change(_ type: String, _ body: (inout Box) -> Void) {
        guard var boxes = children, let index = boxes.firstIndex(where: { $0.type == type }) else { return }
        body(&boxes[index])
        children = boxes
    }
}
