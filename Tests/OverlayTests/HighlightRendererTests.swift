import Symbols
import Testing

@testable import Media
@testable import Overlay

private func quad(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quad {
    Quad(
        topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
        bottomRight: Point(x: x + width, y: y + height),
        bottomLeft: Point(x: x, y: y + height))
}

private func highlight(_ corners: Quad, text: String = "label", track: Int = 0) -> Highlight {
    Highlight(track: track, symbology: .qrCode, text: text, corners: corners)
}

private let started: Bool = (try? MediaLibrary.start()) != nil

@Suite(.enabled(if: started))
struct HighlightRendererTests {
    private let renderer = HighlightRenderer()

    @Test("No two pictures of an outline share a pixel")
    func disjoint() {
        var corners = quad(31.3, 40.7, 300, 200)
        corners.topRight.y += 75
        let pictures = renderer.pictures(for: [highlight(corners)], width: 640, height: 480).dropLast()
        var counts = [Int](repeating: 0, count: 640 * 480)
        for placed in pictures {
            for y in placed.y..<placed.y + placed.picture.height {
                for x in placed.x..<placed.x + placed.picture.width { counts[y * 640 + x] += 1 }
            }
        }
        #expect(pictures.count > 10)
        #expect(counts.max() == 1)
    }

    @Test(
        "The label lies inside the picture, off the code where there is room",
        arguments: [
            (quad(300, 200, 100, 100), 0), (quad(-20, -20, 60, 60), 0), (quad(600, -20, 60, 60), 0),
            (quad(600, 440, 60, 60), 0), (quad(-20, 440, 60, 60), 0), (quad(-50, -50, 800, 800), 1),
            (quad(0, 0, 640, 480), 1), (quad(639, 479, 1, 1), 0), (quad(-30, 100, 30, 30), 0),
        ])
    func labelPlace(corners: Quad, overlapsCode: Int) throws {
        let text = "a label of forty characters, no more, no"
        let label = try #require(
            renderer.pictures(for: [highlight(corners, text: text)], width: 640, height: 480).last)
        #expect(label.x >= 0 && label.x + label.picture.width <= 640)
        #expect(label.y >= 0 && label.y + label.picture.height <= 480)
        let box = corners.boundingBox
        let isApart = Double(label.y) >= box.y + box.height || Double(label.y + label.picture.height) <= box.y
        #expect(isApart == (overlapsCode == 0))
    }

    @Test("A long label is as wide as the picture at most", arguments: [(33, 240), (120, 90), (64, 48)])
    func narrow(width: Int, height: Int) {
        let wide = highlight(quad(5, 30, 20, 10), text: String(repeating: "W", count: 40))
        for placed in renderer.pictures(for: [wide], width: width, height: height) {
            #expect(placed.x + placed.picture.width <= width)
        }
    }

    @Test(
        "Hostile corners draw nothing outside of the picture and end",
        arguments: [
            quad(.nan, 0, 10, 10), quad(0, .infinity, 10, 10), quad(0, 0, -.infinity, 10), quad(1e300, 1e300, 1, 1),
            quad(-1e300, -1e300, 2e300, 2e300), quad(-1e18, 100, 2e18, 50), quad(100, 100, 0, 0),
            quad(100, 100, 0, 50), quad(-500, -500, 10, 10), quad(.greatestFiniteMagnitude, 0, 1, 1),
            quad(100, 100, -50, 20),
        ])
    func hostileCorners(corners: Quad) {
        let pictures = renderer.pictures(for: [highlight(corners)], width: 320, height: 240)
        #expect(pictures.count <= 31)
        #expect(
            pictures.allSatisfy {
                $0.x < 320 && $0.y < 240 && $0.x + $0.picture.width > 0 && $0.y + $0.picture.height > 0
            })
    }

    @Test("Where a corner is not a number nothing is drawn")
    func notANumber() {
        #expect(renderer.pictures(for: [highlight(quad(.nan, 0, 9, 9))], width: 320, height: 240).isEmpty)
    }

    @Test("Moving by whole pixels keeps every picture")
    func reuse() {
        let first = renderer.pictures(for: [highlight(quad(50.3, 60.1, 100, 80))], width: 640, height: 480)
        let second = renderer.pictures(for: [highlight(quad(57.3, 65.1, 100, 80))], width: 640, height: 480)
        #expect(first.count == second.count)
        #expect(zip(first, second).allSatisfy { $0.picture === $1.picture })
        #expect(zip(first, second).allSatisfy { $1.x - $0.x == 7 && $1.y - $0.y == 5 })
    }

    @Test("What could not be read has dashes around it and no label")
    func unread() {
        // At 720 rows and fewer a dash is about 16 pixels long: 13 of them and 12 gaps on a side of 400.
        let corners = quad(100, 40, 400, 400)
        let code = Highlight(unread: .qrCode, corners: corners)
        let pictures = renderer.pictures(for: [code], width: 1280, height: 720)
        let top = (90..<510).map { column in
            pictures.contains { placed in
                let (x, y) = (column - placed.x, 40 - placed.y)
                guard (0..<placed.picture.width).contains(x), (0..<placed.picture.height).contains(y) else {
                    return false
                }
                return placed.picture.pixels[y * placed.picture.width + x] >> 24 > 0
            }
        }
        let starts = zip(top, top.dropFirst()).filter { !$0.0 && $0.1 }.count
        #expect(starts == 13)
        #expect(pictures.allSatisfy { $0.y < 450 && $0.y + $0.picture.height > 30 })
        let solid = renderer.pictures(for: [highlight(corners)], width: 1280, height: 720)
        #expect(pictures.count == solid.count - 1)
    }

    @Test(
        "Dashes are bounded however long a side is, and there are two at least",
        arguments: [(0, 2), (1, 2), (16, 2), (400, 13), (1e6, 49)])
    func dashes(side: Double, count: Int) {
        let shape = OutlineShape(dashedAround: quad(0, 0, side, side), dash: 16)
        #expect(shape.segments.count == 4 * count)
    }

    @Test("A label is kept while its code turns, the outline is not")
    func labelReuse() throws {
        let first = renderer.pictures(for: [highlight(quad(50, 60, 100, 80))], width: 640, height: 480)
        let second = renderer.pictures(for: [highlight(quad(50, 60, 101, 80))], width: 640, height: 480)
        #expect(first.last?.picture === second.last?.picture)
        #expect(first.first?.picture !== second.first?.picture)
    }

    @Test("Labels beyond the limit push out the one that was used longest ago")
    func labelLimit() {
        var cache = LabelCache(limit: 2)
        var painted: [Double] = []
        for size in [1.0, 2, 1, 3, 1, 2] {
            let key = LabelPainter.Key(
                text: LabelText(highlight(quad(0, 0, 1, 1))), fontSize: size, color: Palette.color(ofTrack: 0),
                widthLimit: 100)
            _ = cache.picture(key) {
                painted.append($0.fontSize)
                return nil
            }
        }
        #expect(painted == [1, 2, 3, 2])
    }

    @Test("Tracks beside each other have different colours, negative ones too")
    func palette() {
        #expect(Set((0..<8).map(Palette.color)).count == 8)
        #expect(Palette.color(ofTrack: -1) == Palette.color(ofTrack: 7))
        #expect(Palette.color(ofTrack: .min) == Palette.color(ofTrack: 0))
    }

    @Test(
        "Sizes follow the shorter side and stay readable",
        arguments: [(1280, 720, 4.0, 18.0), (720, 1280, 4, 18), (1920, 1080, 6, 27), (320, 240, 2, 10), (1, 1, 2, 10)])
    func scale(width: Int, height: Int, core: Double, font: Double) {
        let scale = DrawingScale(width: width, height: height)
        #expect(scale.coreWidth == core)
        #expect(scale.fontSize == font)
    }
}
