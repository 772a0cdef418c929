/// How a stored picture is to be turned to stand upright. The raw value is EXIF's (TIFF 6.0, tag 274), 1 to 8.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, halfTurn, flipped, transposed, quarterRight, transversed, quarterLeft

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The affine map from stored to upright coordinates: x' = a x + c y + tx, y' = b x + d y + ty, where `tx` and `ty`
    /// are given in widths and heights of the upright picture. By the definition of tag 274: where row 0 and column 0 of
    /// what is stored belong in the upright picture.
    package var map: (a: Int, b: Int, c: Int, d: Int, tx: Int, ty: Int) {
        switch self {
        case .upright: (1, 0, 0, 1, 0, 0)
        case .mirrored: (-1, 0, 0, 1, 1, 0)
        case .halfTurn: (-1, 0, 0, -1, 1, 1)
        case .flipped: (1, 0, 0, -1, 0, 1)
        case .transposed: (0, 1, 1, 0, 0, 0)
        case .quarterRight: (0, 1, -1, 0, 1, 0)
        case .transversed: (0, -1, -1, 0, 1, 1)
        case .quarterLeft: (0, -1, 1, 0, 0, 1)
        }
    }

    /// What has to be stored so that turning it by this orientation shows `picture`.
    package func stored(_ picture: GrayPicture) -> GrayPicture {
        if self == .upright { return picture }
        let (width, height) = (picture.width, picture.height)
        var stored = GrayPicture(width: swapsSides ? height : width, height: swapsSides ? width : height)
        let map = self.map
        // Pixel indices are half a pixel off the coordinates: where an axis runs backwards the last index is size - 1.
        let (x0, y0) = (map.tx * (width - 1), map.ty * (height - 1))
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                stored[x, y] = picture[map.a * x + map.c * y + x0, map.b * x + map.d * y + y0]
            }
        }
        return stored
    }

    /// The nine numbers of a `tkhd` display matrix (ISO/IEC 14496-12, 8.3.2), for an upright size in pixels.
    package func displayMatrix(uprightWidth width: Int, height: Int) -> [Int32] {
        let (map, one) = (self.map, 0x10000)
        return [map.a * one, map.b * one, 0, map.c * one, map.d * one, 0, map.tx * width * one, map.ty * height * one]
            .map { Int32(truncatingIfNeeded: $0) } + [0x4000_0000]
    }
}
