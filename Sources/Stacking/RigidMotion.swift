internal import Glibc

/// Where a frame lies in a stack: turned about the centre of the picture, then shifted.
package struct RigidMotion: Sendable, Hashable {
    /// Pixels to the right.
    package var x = 0.0
    /// Pixels down.
    package var y = 0.0
    /// Radians, clockwise in the picture.
    package var angle = 0.0

    /// That shift and turn.
    package init(x: Double = 0, y: Double = 0, angle: Double = 0) {
        (self.x, self.y, self.angle) = (x, y, angle)
    }

    /// The place in the stack of the frame's `(x, y)`, both counted from the centre.
    package func apply(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        let (s, c) = (sin(angle), cos(angle))
        return (c * px - s * py + x, s * px + c * py + y)
    }

    /// The place in the frame of the stack's `(x, y)`, both counted from the centre.
    package func undo(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        let (s, c) = (sin(angle), cos(angle))
        let (dx, dy) = (px - x, py - y)
        return (c * dx + s * dy, c * dy - s * dx)
    }

    /// This motion after a small one of the frame within itself.
    func after(_ step: RigidMotion) -> RigidMotion {
        let place = apply(step.x, step.y)
        return RigidMotion(x: place.x, y: place.y, angle: angle + step.angle)
    }

    /// The same motion of a picture whose pixels are `factor` times as large.
    func reduced(by factor: Double) -> RigidMotion { RigidMotion(x: x / factor, y: y / factor, angle: angle) }
}
