import CGStreamer
import Symbols
import Testing
import Threading

@testable import Media
@testable import Processor

@Suite(.enabled(if: hasGStreamer))
struct UnwantedLookTests {
    @Test("A frame that a look holds is another one to who draws on it, until the look has read it")
    func loan() throws {
        let picture = try #require(frame(7, at: time(7)))
        let loan = FrameLoan(picture)
        let held = address(of: picture)
        picture.makeWritable()
        let drawn = address(of: picture)
        #expect(drawn != held)
        var seen: [UInt] = []
        _ = loan.redeem { lent in
            seen.append(address(of: lent))
            return Reading()
        }
        #expect(seen == [held])
        picture.makeWritable()
        #expect(address(of: picture) == drawn)
        _ = loan.redeem { _ in
            Issue.record("a loan is redeemed once")
            return Reading()
        }
    }
}

private func address(of frame: VideoFrame) -> UInt {
    // SAFETY: the pointer is only compared.
    unsafe UInt(bitPattern: frame.buffer)
}
