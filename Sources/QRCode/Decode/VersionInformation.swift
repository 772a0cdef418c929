/// The version information of Model 2 from version 7 on (ISO/IEC 18004, 7.10): 18 bits, two copies.
package enum VersionInformation {
    /// The word of a version, 7–40: six bits of the version and twelve of a Golay code (generator 0x1F25).
    package static func word(version: Int) -> Int {
        var remainder = version
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
        return version << 12 | remainder
    }

    /// Where the bits stand, the most significant first, in the copy at the upper right finder pattern; the copy at the
    /// lower left is its mirror image at the main diagonal.
    package static func places(dimension: Int) -> [ModulePlace] {
        (0..<18).reversed().map { ModulePlace(column: dimension - 11 + $0 % 3, row: $0 / 3) }
    }

    /// The version whose word agrees best with 18 modules (above 0 dark), the most significant bit first, and how far
    /// it agrees: 1 in all modules, 0 no better than chance; nil if nothing is known of the modules.
    package static func nearest(to modules: [Float]) -> (version: Int, agreement: Float)? {
        let known = modules.prefix(18).map { $0.isFinite ? $0 : 0 }
        let weight = known.reduce(0) { $0 + $1.magnitude }
        guard weight > 0 else { return nil }
        var best = (version: 0, agreement: -Float.infinity)
        for version in 7...40 {
            let word = word(version: version)
            var sum: Float = 0
            for (bit, value) in known.enumerated() { sum += word >> (17 - bit) & 1 == 1 ? value : -value }
            if sum / weight > best.agreement { best = (version, sum / weight) }
        }
        return best
    }
}
