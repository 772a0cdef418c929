import Testing

@testable import Media

struct OrientationTests {
    /// Where the corners (0, 0) and (10, 4) and the point (1, 1) of the stored 10x4 picture belong in the upright one, by
    /// EXIF's definition.
    static let table: [(Orientation, String, size: (Int, Int), origin: (Double, Double), point: (Double, Double))] = [
        (.upright, "rotate-0", (10, 4), (0, 0), (1, 1)),
        (.mirrored, "flip-rotate-0", (10, 4), (10, 0), (9, 1)),
        (.rotated180, "rotate-180", (10, 4), (10, 4), (9, 3)),
        (.mirroredRotated180, "flip-rotate-180", (10, 4), (0, 4), (1, 3)),
        (.mirroredRotated270, "flip-rotate-270", (4, 10), (0, 0), (1, 1)),
        (.rotated90, "rotate-90", (4, 10), (4, 0), (3, 1)),
        (.mirroredRotated90, "flip-rotate-90", (4, 10), (4, 10), (3, 9)),
        (.rotated270, "rotate-270", (4, 10), (0, 10), (1, 9)),
    ]

    @Test("Every orientation turns positions as EXIF says", arguments: OrientationTests.table.indices)
    func turned(index: Int) {
        let (orientation, name, size, origin, point) = Self.table[index]
        #expect(orientation.rawValue == index + 1 || ![1, 2, 3].contains(orientation.rawValue))
        #expect(orientation.name == name)
        #expect(Orientation(tag: name) == orientation)
        #expect(orientation.uprightSize(width: 10, height: 4) == size)
        func upright(_ x: Double, _ y: Double) -> (Double, Double) {
            let turned = orientation.turned(x: orientation.isMirrored ? 10 - x : x, y: y, width: 10, height: 4)
            return (turned.x, turned.y)
        }
        #expect(upright(0, 0) == origin)
        #expect(upright(1, 1) == point)
    }

    @Test("Unturned undoes turned", arguments: Orientation.allCases)
    func inverse(orientation: Orientation) {
        for (x, y) in [(0.0, 0.0), (10, 4), (3.5, 1.25), (-2, 7)] {
            let there = orientation.turned(x: x, y: y, width: 10, height: 4)
            let back = orientation.unturned(x: there.x, y: there.y, width: 10, height: 4)
            #expect((back.x, back.y) == (x, y))
        }
    }

    @Test("Text that names no orientation is none", arguments: ["", "rotate-45", "ROTATE-90", "flip"])
    func unknown(tag: String) { #expect(Orientation(tag: tag) == nil) }
}
