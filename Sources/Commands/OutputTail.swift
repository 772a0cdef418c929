/// The end of what a command wrote, in bounded memory.
struct OutputTail: Sendable {
    private static let capacity = 1024
    private static let longestLine = 200
    private var bytes: [UInt8] = []

    mutating func append(_ new: ArraySlice<UInt8>) {
        bytes.append(contentsOf: new.suffix(Self.capacity))
        if bytes.count > Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
    }

    /// The last line that says something, cut where it is long; nil without one. As it came: it may hold anything.
    var lastLine: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let blank: Set<UInt8> = [0x20, 0x09]
        guard let last = lines.last(where: { !$0.allSatisfy(blank.contains) }) else { return nil }
        let text = String(decoding: last, as: UTF8.self)
        return text.count > Self.longestLine ? text.prefix(Self.longestLine) + "…" : text
    }
}
