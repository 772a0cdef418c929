import Foundation
import Symbols
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("The outline in an annotated copy")
    struct OutlineTests {
        /// A decoded frame, 8 bits each of red, green and blue.
        private struct Frame {
            let bytes: ArraySlice<UInt8>
            let width: Int
            let height: Int

            /// How far a pixel is from grey, as the clip itself is: the first track's outline is yellow, ffc533.
            func yellowness(_ x: Int, _ y: Int) -> Int {
                guard (0..<width).contains(x), (0..<height).contains(y) else { return 0 }
                let start = bytes.startIndex + 3 * (y * width + x)
                return Int(bytes[start]) - Int(bytes[start + 2])
            }

            /// The centre of the outline's pixels along a row, near a column; nil where there are none.
            func outline(nearX x: Double, y: Double, reach: Int) -> Double? {
                center((-reach...reach).map { (Int(x) + $0, Int(y)) }) { Double($0.0) + 0.5 }
            }

            /// The same along a column, near a row.
            func outline(x: Double, nearY y: Double, reach: Int) -> Double? {
                center((-reach...reach).map { (Int(x), Int(y) + $0) }) { Double($0.1) + 0.5 }
            }

            private func center(_ pixels: [(Int, Int)], _ position: ((Int, Int)) -> Double) -> Double? {
                var (sum, weights) = (0.0, 0.0)
                for pixel in pixels where yellowness(pixel.0, pixel.1) > 60 {
                    let weight = Double(yellowness(pixel.0, pixel.1))
                    sum += weight * position(pixel)
                    weights += weight
                }
                return weights > 0 ? sum / weights : nil
            }
        }

        private func frames(of path: String, width: Int, height: Int) throws -> [Frame] {
            let bytes = try Command.output(of: [
                "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1",
            ])
            let size = 3 * width * height
            return (0..<bytes.count / size).map {
                Frame(bytes: bytes[$0 * size..<($0 + 1) * size], width: width, height: height)
            }
        }

        @Test("In every frame it lies within 3 pixels of the code's edges, also while the code moves")
        func moving() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("moving.mp4")
            let clip = try Clips.moving()
            try clip.write(to: path)
            let copy = folder.file("copy.mp4")
            #expect(try Lumascan.run(["annotate", "--quality", "10", path, copy]).status == 0)
            let frames = try frames(of: copy, width: clip.width, height: clip.height)
            #expect(frames.count == clip.times.count)
            var (distances, missing) = ([Double](), 0)
            for (frame, time) in zip(frames, clip.times) {
                let box = try #require(clip.truth(at: time).first).corners.boundingBox
                let (right, bottom) = (box.x + box.width, box.y + box.height)
                let (middleX, middleY) = (box.x + box.width / 2, box.y + box.height / 2)
                // The top is left out: there the label may lie.
                let found = [
                    frame.outline(nearX: box.x, y: middleY, reach: 8).map { $0 - box.x },
                    frame.outline(nearX: right, y: middleY, reach: 8).map { $0 - right },
                    frame.outline(x: middleX, nearY: bottom, reach: 8).map { $0 - bottom },
                ]
                distances += found.compactMap { $0.map(abs) }
                missing += found.count { $0 == nil }
            }
            #expect(missing == 0)
            let sorted = distances.sorted()
            let percentile = try #require(sorted.isEmpty ? nil : sorted[sorted.count * 95 / 100])
            #expect(percentile <= 3)
        }
    }
}
