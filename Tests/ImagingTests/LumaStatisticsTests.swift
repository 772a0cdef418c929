import Imaging
import Testing

@Suite struct LumaStatisticsTests {
    @Test(arguments: [
        ([0, 0, 0, 0], LumaRange.full, 0.0, 0.0),
        ([255, 255, 255, 255], .full, 1, 0),
        ([0, 255, 0, 255], .full, 0.5, 0.5),
        ([51, 51, 51, 102], .full, 0.25, 0.0866025),
        ([16, 16, 16, 16], .limited, 0, 0),
        ([235, 235, 16, 16], .limited, 0.5, 0.5),
        ([0, 255, 0, 255], .limited, 0.5, 0.5),
    ])
    func measures(samples: [UInt8], range: LumaRange, mean: Double, contrast: Double) throws {
        let measured = LumaStatistics(of: LumaView(samples.span, width: 2, height: 2, stride: 2), range: range)
        let statistics = try #require(measured)
        #expect(abs(statistics.mean - mean) < 1e-6)
        #expect(abs(statistics.contrast - contrast) < 1e-6)
    }

    @Test func ignoresWhatIsBetweenSamples() throws {
        // Packed 4:2:2 with padded rows: every second byte of the first three, and the tail, are not luma.
        let bytes: [UInt8] = [10, 255, 20, 255, 9, 9, 30, 255, 40]
        let measured = LumaStatistics(of: LumaView(bytes.span, width: 2, height: 2, stride: 6, pixelStride: 2))
        let statistics = try #require(measured)
        #expect(abs(statistics.mean - 25.0 / 255) < 1e-9)
    }

    @Test func countsRowsLongerThanItsSums() {
        let bytes = [UInt8](repeating: 255, count: 200_001)
        let measured = LumaStatistics(
            of: LumaView(bytes.span, width: 100_001, height: 1, stride: 200_001, pixelStride: 2))
        #expect(measured == LumaStatistics(mean: 1, contrast: 0))
    }

    // Rows at equal distances, no more than half a million samples.
    @Test(arguments: [(1000, 500, 1), (1000, 501, 2), (1920, 1080, 5), (1, 500_001, 2)])
    func measuresSomeRowsOfALargePicture(width: Int, height: Int, rowStep: Int) {
        let bytes = (0..<width * height).map { UInt8($0 / width % rowStep == 0 ? 51 : 255) }
        let measured = LumaStatistics(of: LumaView(bytes.span, width: width, height: height, stride: width))
        #expect(measured.map { abs($0.mean - 0.2) < 1e-9 && $0.contrast < 1e-6 } == true)
    }

    @Test func hasNothingToSayOfAnEmptyPicture() {
        let bytes: [UInt8] = []
        let measured = LumaStatistics(of: LumaView(bytes.span, width: 0, height: 0, stride: 0))
        #expect(measured == nil)
    }
}
