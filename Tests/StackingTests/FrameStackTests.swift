import Imaging
import Stacking
import Testing

/// Stacks of a textured picture that moves under the frame by whole pixels.
struct FrameStackTests {
    @Test("A frame of a moved scene lies where it was moved to", arguments: [(1, 0), (-2, 1), (3, -2)])
    func follows(shift: (x: Int, y: Int)) {
        var stack = FrameStack(most: 8, alignment: .registered)
        for number in 0..<4 { stack.add(Self.scene(offsetX: number * shift.x, offsetY: number * shift.y).view) }
        #expect(abs(stack.motion.x - Double(3 * shift.x)) < 0.1)
        #expect(abs(stack.motion.y - Double(3 * shift.y)) < 0.1)
        #expect(abs(stack.motion.angle) < 0.001)
    }

    @Test func aFixedStackStaysWhereItIs() {
        var stack = FrameStack(most: 8, alignment: .fixed)
        for number in 0..<4 { stack.add(Self.scene(offsetX: number, offsetY: 0).view) }
        #expect(stack.motion == RigidMotion())
        #expect(stack.frames == 4)
    }

    @Test func aFrameOfAnotherSizeBeginsANewStack() {
        var stack = FrameStack(most: 8, alignment: .fixed)
        for width in [160, 160, 128] { stack.add(Self.scene(width: width, offsetX: 0, offsetY: 0).view) }
        #expect(stack.frames == 1)
    }

    /// Blocks of 8 x 8 pixels of grey levels that look random, seen from `(offsetX, offsetY)`.
    private static func scene(width: Int = 160, offsetX: Int, offsetY: Int) -> GrayImage {
        var image = GrayImage()
        image.resize(width: width, height: 120)
        for y in 0..<120 {
            image.withRow(y) { row in
                for x in 0..<row.count {
                    let (column, line) = ((x + offsetX + 800) / 8, (y + offsetY + 800) / 8)
                    let hash = (UInt32(column) &* 2_654_435_761) ^ (UInt32(line) &* 2_246_822_519)
                    row[x] = UInt8(truncatingIfNeeded: (hash &* 3_266_489_917) &>> 24)
                }
            }
        }
        return image
    }
}
