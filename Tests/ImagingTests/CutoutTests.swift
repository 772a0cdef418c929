import Imaging
import Testing

@Suite struct CutoutTests {
    private let samples: [UInt8] = [10, 20, 30, 40, 50, 60]

    private func cut(_ cutout: GrayImage.Cutout) -> [UInt8] {
        var image = GrayImage()
        image.copy(cutout, of: LumaView(samples.span, width: 3, height: 2, stride: 3))
        return image.withView { view in
            (0..<view.height).flatMap { y in (0..<view.width).map { x in view.row(y)[x] } }
        }
    }

    @Test func copiesUprightAsItIs() {
        let cutout = GrayImage.Cutout(centerX: 1.5, centerY: 1, width: 3, height: 2, stepX: 1, stepY: 0)
        #expect(cut(cutout) == samples)
    }

    @Test func turnsAQuarter() {
        // To the right in the cutout is down in the picture.
        let cutout = GrayImage.Cutout(centerX: 1.5, centerY: 1, width: 2, height: 3, stepX: 0, stepY: 1)
        #expect(cut(cutout) == [30, 60, 20, 50, 10, 40])
    }

    @Test func goesOnOutside() {
        let cutout = GrayImage.Cutout(centerX: 0, centerY: 0, width: 2, height: 2, stepX: 1, stepY: 0)
        #expect(cut(cutout) == [10, 10, 10, 10])
    }

    @Test func enlargesBetweenPixels() {
        let cutout = GrayImage.Cutout(centerX: 1, centerY: 0.5, width: 4, height: 1, stepX: 0.5, stepY: 0)
        #expect(cut(cutout) == [10, 13, 18, 23])
    }

    @Test func knowsPlacesInThePicture() {
        let cutout = GrayImage.Cutout(centerX: 50, centerY: 60, width: 10, height: 20, stepX: 0, stepY: 2)
        let place = cutout.inPicture(x: 10, y: 10)
        #expect(place.x == 50 && place.y == 70)
    }

    @Test func exchangesDarkAndLight() {
        var image = GrayImage()
        image.copy(LumaView(samples.span, width: 3, height: 2, stride: 3))
        image.invert()
        #expect(image.withView { $0.row(1)[2] } == 195)
    }
}
