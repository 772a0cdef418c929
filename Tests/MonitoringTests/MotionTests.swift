import Monitoring
import Symbols
import Testing

@Suite struct MotionTests {
    /// An upright rectangle, 100 x 40, whose first corner is `turns` corners on.
    private static func quad(x: Double, y: Double = 0, turns: Int = 0) -> Quad {
        let corners = [
            Point(x: x, y: y), Point(x: x + 100, y: y), Point(x: x + 100, y: y + 40), Point(x: x, y: y + 40),
        ]
        let turned = (0..<4).map { corners[($0 + turns) % 4] }
        return Quad(topLeft: turned[0], topRight: turned[1], bottomRight: turned[2], bottomLeft: turned[3])
    }

    @Test(
        arguments: zip(
            [-50, 0, 25, 50, 100, 200, 350, 351, 5000],
            [0.0, 0, 10, 20, 40, 80, 140, 140, 140]))
    func movesLinearlyAndHolds(milliseconds: Int, x: Double) {
        let motion = Motion(
            from: Sighting(time: .zero, corners: Self.quad(x: 0)),
            to: Sighting(time: .milliseconds(100), corners: Self.quad(x: 40)))
        #expect(motion.corners(at: .milliseconds(milliseconds)) == Self.quad(x: x))
    }

    @Test(arguments: 0..<4)
    func turnsTheLaterCornersToTheEarlierOnes(turns: Int) {
        let motion = Motion(
            from: Sighting(time: .zero, corners: Self.quad(x: 0)),
            to: Sighting(time: .milliseconds(100), corners: Self.quad(x: 40, y: 8, turns: turns)))
        #expect(motion.corners(at: .milliseconds(50)) == Self.quad(x: 20, y: 4))
    }

    @Test(arguments: [nil, 100, 101])
    func standsStillWithoutAnEarlierSighting(milliseconds: Int?) {
        let earlier = milliseconds.map { Sighting(time: .milliseconds($0), corners: Self.quad(x: 0)) }
        let motion = Motion(from: earlier, to: Sighting(time: .milliseconds(100), corners: Self.quad(x: 40)))
        let corners = [0, 100, 200].map { motion.corners(at: .milliseconds($0)) }
        #expect(corners == Array(repeating: Self.quad(x: 40), count: 3))
    }

    @Test func everyCornerMovesByItself() {
        let earlier = Self.quad(x: 0)
        let later = earlier.map { Point(x: $0.x * 2, y: $0.y * 3) }
        let motion = Motion(
            from: Sighting(time: .zero, corners: earlier), to: Sighting(time: .milliseconds(100), corners: later))
        #expect(motion.corners(at: .milliseconds(50)) == earlier.map { Point(x: $0.x * 1.5, y: $0.y * 2) })
    }
}
