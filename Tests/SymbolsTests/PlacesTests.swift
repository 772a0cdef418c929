import Foundation
import Imaging
import Testing

@testable import Symbols

/// zxing-cpp 1.4 reads Aztec and Data Matrix only near the middle of what it is shown, and only near upright.
@Suite struct PlacesTests {
    private func textured(width: Int, height: Int) -> Picture {
        var picture = Picture(width: width, height: height)
        var state: UInt32 = 1
        for i in picture.samples.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            picture.samples[i] = UInt8(150 + state >> 26)
        }
        return picture
    }

    @Test(arguments: 0..<4)
    func readsSeveralInEveryLook(pass: Int) throws {
        var picture = Picture(width: 1000, height: 600, level: 200)
        picture.draw(try Picture(zint: "DATAMATRIX", "part"), at: Point(x: 150, y: 120))
        picture.draw(try Picture(zint: "DATAMATRIX", "part"), at: Point(x: 850, y: 160))
        picture.draw(try Picture(zint: "AZTEC", "ticket"), at: Point(x: 300, y: 450))
        let symbols = picture.read(.matrix, effort: .quick, pass: pass)
        #expect(symbols.map(\.text) == ["part", "part", "ticket"])
    }

    @Test(arguments: ["AZTEC", "DATAMATRIX"], [-40, -23, 12, 30, 45])
    func readsTurned(type: String, degrees: Double) throws {
        var picture = Picture(width: 700, height: 500)
        let expected = picture.draw(
            try Picture(zint: type, "turning", scale: 4), at: Point(x: 500, y: 320), degrees: degrees)
        let symbols = picture.read(.matrix, effort: .quick)
        #expect(symbols.map(\.text) == ["turning"])
        let centers = symbols.map { ($0.corners.center - expected.center).length }
        #expect(centers.allSatisfy { $0 <= 4 })
    }

    // Modules of 2 pixels, 10 x 10 of them.
    @Test func readsSmallOnes() throws {
        var picture = Picture(width: 900, height: 600, level: 220)
        picture.draw(try Picture(zint: "DATAMATRIX", "9", scale: 1), at: Point(x: 777, y: 99))
        #expect(picture.read(.matrix, effort: .quick).map(\.text) == ["9"])
    }

    @Test func readsOnTexturedGround() throws {
        var picture = textured(width: 800, height: 600)
        picture.draw(
            try Picture(zint: "DATAMATRIX", "ground", options: ["-w", "2", "--vwhitesp=2"]), at: Point(x: 600, y: 150))
        #expect(picture.read(.matrix, effort: .quick).map(\.text) == ["ground"])
    }

    @Test func readsLightOnDarkInItsTurn() throws {
        var picture = Picture(width: 900, height: 700)
        picture.draw(try Picture(zint: "DATAMATRIX", "night"), at: Point(x: 700, y: 150))
        #expect(picture.inverted.read(.matrix, effort: .quick, pass: 3).map(\.text) == ["night"])
    }

    @Test(arguments: [0, 20, -31])
    func tellsDirection(degrees: Double) throws {
        var picture = Picture(width: 300, height: 300)
        picture.draw(try Picture(zint: "DATAMATRIX", "grain", scale: 4), at: Point(x: 150, y: 150), degrees: degrees)
        let grain = Grain(
            of: LumaView(picture.samples.span, width: 300, height: 300, stride: 300),
            in: PixelRect(x: 0, y: 0, width: 300, height: 300))
        let expected = Point(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
        #expect((grain.direction - expected).length < 0.1)
        #expect(grain.regularity > 0.4)
    }

    @Test func findsNoDirectionInNoise() {
        let picture = textured(width: 200, height: 200)
        let grain = Grain(
            of: LumaView(picture.samples.span, width: 200, height: 200, stride: 200),
            in: PixelRect(x: 0, y: 0, width: 200, height: 200))
        #expect(grain.regularity < 0.2)
    }

    @Test func keepsCandidatesWithinBounds() {
        let picture = textured(width: 1280, height: 720)
        var locator = CandidateLocator()
        locator.locate(in: LumaView(picture.samples.span, width: 1280, height: 720, stride: 1280))
        #expect(locator.candidates.count <= CandidateLocator.most)
        #expect(
            locator.candidates.allSatisfy {
                $0.rect.x >= 0 && $0.rect.y >= 0 && $0.rect.x + $0.rect.width <= 1280
                    && $0.rect.y + $0.rect.height <= 720
            })
    }
}
