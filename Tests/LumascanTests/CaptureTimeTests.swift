import Foundation
import Testing

@testable import Lumascan

@Suite("Time of capture")
struct CaptureTimeTests {
    @Test(
        "A camera's clock is believed where it is right within a minute",
        arguments: [(0.0, true), (-59, true), (59, true), (-61, false), (61, false), (-1_700_000_000, false)])
    func believed(offset: Double, isBelieved: Bool) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let capture = Duration.seconds(1_800_000_000 + offset)
        let date = EventTranslator.believed(capture, at: now)
        #expect(date == (isBelieved ? Date(timeIntervalSince1970: 1_800_000_000 + offset) : nil))
    }
}
