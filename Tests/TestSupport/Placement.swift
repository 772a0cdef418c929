import Foundation
package import Symbols

/// Where a picture is laid at one time.
package struct Pose: Sendable, Equatable {
    /// Where its centre is, in pixels of the frame.
    package var center: Point
    /// Frame pixels for one picture pixel.
    package var scale: Double
    /// Clockwise turn.
    package var degrees: Double

    package init(x: Double, y: Double, scale: Double = 1, degrees: Double = 0) {
        center = Point(x: x, y: y)
        self.scale = scale
        self.degrees = degrees
    }
}

/// A code that moves through a clip.
package struct Placement: Sendable {
    package let code: CodePicture
    /// The pose at a time in seconds; nil while the code is not there.
    package let pose: @Sendable (Double) -> Pose?

    package init(_ code: CodePicture, pose: @escaping @Sendable (Double) -> Pose?) {
        self.code = code
        self.pose = pose
    }

    /// A code that stays where it is.
    package init(_ code: CodePicture, at pose: Pose) {
        self.init(code) { _ in pose }
    }

    /// A code that moves at constant velocity, in pixels a second.
    package init(_ code: CodePicture, from pose: Pose, velocity: (x: Double, y: Double)) {
        let (vx, vy) = velocity
        self.init(code) { time in
            var moved = pose
            moved.center.x += vx * time
            moved.center.y += vy * time
            return moved
        }
    }

    /// The symbol's corners in pixels of the frame; nil while the code is not there.
    package func corners(at time: Double) -> Quad? {
        pose(time).map { code.corners.map(Transform($0, of: code.picture).toFrame) }
    }

    /// Draws the code into `frame`: bilinear samples, their mean where the picture is shrunk, the frame's own pixels
    /// beyond the picture's edge.
    func draw(into frame: inout GrayPicture, at time: Double) {
        guard let pose = pose(time), pose.scale > 0 else { return }
        let picture = code.picture
        let transform = Transform(pose, of: picture)
        let (width, height) = (Double(picture.width), Double(picture.height))
        let outline = Quad(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: width, y: 0), bottomRight: Point(x: width, y: height),
            bottomLeft: Point(x: 0, y: height))
        let box = outline.map(transform.toFrame).boundingBox
        let columns = pixels(from: box.x, count: box.width, of: frame.width)
        let rows = pixels(from: box.y, count: box.height, of: frame.height)
        let samples = min(4, Int((1 / pose.scale).rounded(.up)))
        for y in rows {
            for x in columns {
                let behind = Double(frame[x, y])
                var sum = 0.0
                for sample in 0..<(samples * samples) {
                    let dx = (Double(sample % samples) + 0.5) / Double(samples)
                    let dy = (Double(sample / samples) + 0.5) / Double(samples)
                    let point = transform.toPicture(Point(x: Double(x) + dx, y: Double(y) + dy))
                    sum += picture.bilinear(point, outside: behind)
                }
                frame[x, y] = UInt8(max(0, min(255, (sum / Double(samples * samples)).rounded())))
            }
        }
    }
}

/// The pixels of an axis of `size` pixels that a stretch touches, one more on each side for the bilinear edge.
private func pixels(from start: Double, count: Double, of size: Int) -> Range<Int> {
    let bounds = 0.0...Double(size)
    let first = min(max(start - 1, bounds.lowerBound), bounds.upperBound)
    let end = min(max(start + count + 2, bounds.lowerBound), bounds.upperBound)
    return Int(first)..<Int(end)
}

/// The similarity between picture and frame coordinates that a pose describes.
private struct Transform {
    let pose: Pose
    let middle: Point
    let cosine: Double
    let sine: Double

    init(_ pose: Pose, of picture: GrayPicture) {
        self.pose = pose
        middle = Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        cosine = cos(pose.degrees * .pi / 180)
        sine = sin(pose.degrees * .pi / 180)
    }

    func toFrame(_ point: Point) -> Point {
        let (x, y) = ((point.x - middle.x) * pose.scale, (point.y - middle.y) * pose.scale)
        return Point(x: pose.center.x + cosine * x - sine * y, y: pose.center.y + sine * x + cosine * y)
    }

    func toPicture(_ point: Point) -> Point {
        let (x, y) = ((point.x - pose.center.x) / pose.scale, (point.y - pose.center.y) / pose.scale)
        return Point(x: middle.x + cosine * x + sine * y, y: middle.y - sine * x + cosine * y)
    }
}

extension GrayPicture {
    /// The luma at a point between pixel centres; samples beyond the edge are `outside`.
    fileprivate func bilinear(_ point: Point, outside: Double) -> Double {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x > -1, y > -1, x < Double(width), y < Double(height) else { return outside }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (fx, fy) = (x - Double(left), y - Double(top))
        func sample(_ x: Int, _ y: Int) -> Double {
            x >= 0 && y >= 0 && x < width && y < height ? Double(pixels[y * width + x]) : outside
        }
        let upper = sample(left, top) * (1 - fx) + sample(left + 1, top) * fx
        let lower = sample(left, top + 1) * (1 - fx) + sample(left + 1, top + 1) * fx
        return upper * (1 - fy) + lower * fy
    }
}
