import Imaging
import Media
import Symbols
import Testing

@testable import Processor

struct LookViewTests {
    /// For a stored picture of 100x60 and the lower right quarter of the upright one: the part that is read of the
    /// (mirrored) stored picture, grown by 15 %, and where the part's point (10, 10) lies in the upright picture.
    static let table: [(Orientation, part: PixelRect, upright: Point)] = [
        (.upright, PixelRect(x: 46, y: 27, width: 54, height: 33), Point(x: 56, y: 37)),
        (.mirrored, PixelRect(x: 46, y: 27, width: 54, height: 33), Point(x: 56, y: 37)),
        (.rotated180, PixelRect(x: 0, y: 0, width: 54, height: 33), Point(x: 90, y: 50)),
        (.mirroredRotated180, PixelRect(x: 0, y: 0, width: 54, height: 33), Point(x: 90, y: 50)),
        (.rotated90, PixelRect(x: 46, y: 0, width: 54, height: 33), Point(x: 50, y: 56)),
        (.mirroredRotated90, PixelRect(x: 46, y: 0, width: 54, height: 33), Point(x: 50, y: 56)),
        (.rotated270, PixelRect(x: 0, y: 27, width: 54, height: 33), Point(x: 37, y: 90)),
        (.mirroredRotated270, PixelRect(x: 0, y: 27, width: 54, height: 33), Point(x: 37, y: 90)),
    ]

    @Test("A region of the upright picture is read where it is stored", arguments: table.indices, [true, false])
    func region(index: Int, isFraction: Bool) throws {
        let (orientation, part, place) = Self.table[index]
        let size = orientation.uprightSize(width: 100, height: 60)
        let box = Box(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let pixels = Box(
            x: Double(size.width) / 2, y: Double(size.height) / 2, width: Double(size.width) / 2,
            height: Double(size.height) / 2)
        let region = isFraction ? ScanRegion(box, unit: .fraction) : ScanRegion(pixels, unit: .pixel)
        let view = LookView(orientation: orientation, region: region)
        #expect(view.storedPart(width: 100, height: 60) == part)

        let inside = view.upright(square(x: 9, y: 9, side: 2), part: part, width: 100, height: 60)
        #expect(inside?.center == place)
        // The margin is read so that codes may stick out; their centres count.
        let corner = orientation.unturned(
            x: Double(size.width) / 2 - 1, y: Double(size.height) / 2 - 1, width: 100, height: 60)
        let outside = square(x: corner.x - Double(part.x), y: corner.y - Double(part.y), side: 0)
        #expect(view.upright(outside, part: part, width: 100, height: 60) == nil)
    }

    @Test("A highlight of the upright picture lies where the code is stored", arguments: Orientation.allCases)
    func stored(orientation: Orientation) {
        let point = Point(x: 7, y: 11)
        let corners = Quad(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let stored = orientation.stored(corners, width: 100, height: 60).topLeft
        let mirrored = orientation.isMirrored ? 100 - stored.x : stored.x
        let back = orientation.turned(x: mirrored, y: stored.y, width: 100, height: 60)
        #expect((back.x, back.y) == (7, 11))
    }

    @Test(
        "Regions that hold nothing are not read",
        arguments: [
            Box(x: 1, y: 0, width: 1, height: 1), Box(x: 0, y: 0, width: 0, height: 0),
            Box(x: -2, y: 0, width: 1, height: 1),
            Box(x: 0, y: .nan, width: 1, height: 1), Box(x: 0, y: 0, width: .infinity, height: 1),
        ])
    func empty(box: Box) {
        for orientation in Orientation.allCases {
            let view = LookView(orientation: orientation, region: ScanRegion(box, unit: .fraction))
            let part = view.storedPart(width: 100, height: 60)
            #expect(part == nil || box.width == .infinity)
        }
    }

    @Test("The mirrored picture is what a reader gets of a mirrored stream", arguments: Orientation.allCases)
    func mirrored(orientation: Orientation) {
        let script = Script { [code("\($0)", x: 0, y: 0, side: 2)] }
        let looker = Looker(script.settings(interval: .zero).makeReader)
        let picture = [UInt8](0..<16)
        let reading = looker.read(
            LumaView(picture.span, width: 4, height: 4, stride: 4), LookView(orientation: orientation), pass: 0)
        #expect(reading.symbols.map(\.text) == [orientation.isMirrored ? "\(3 * 256 + 2)" : "1"])
    }
}
