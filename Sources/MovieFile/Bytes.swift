/// Big-endian numbers in bytes that may be anything: every read says whether the bytes are there.
extension ArraySlice<UInt8> {
    /// The bytes `start..<start + count` counted from the slice's first; nil where they are not all there.
    func part(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else { return nil }
        return self[startIndex + start..<startIndex + start + count]
    }

    func big(_ start: Int, bytes: Int) -> UInt64? {
        part(start, bytes)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    func big32(_ start: Int) -> UInt32? { big(start, bytes: 4).map { UInt32(truncatingIfNeeded: $0) } }

    func big64(_ start: Int) -> UInt64? { big(start, bytes: 8) }
}

extension [UInt8] {
    mutating func append(big value: UInt64, bytes: Int) {
        for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    mutating func replace(at start: Int, big value: UInt64, bytes: Int) {
        guard start >= 0, bytes <= count - start else { return }
        for index in 0..<bytes {
            self[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (bytes - 1 - index)))
        }
    }
}
