internal import Glibc

/// The vector of length 1 at `angle` radians.
func unit(_ angle: Double) -> Vector { Vector(cos(angle), sin(angle)) }

/// The angle of (x, y) in radians, −π to π.
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
