import Glibc
import Testing
import Threading

struct TimeSpentTests {
    /// Works until so much processor time has passed.
    private func compute(milliseconds: Int) -> Int {
        let end = clock() + milliseconds * Int(CLOCKS_PER_SEC) / 1000
        var rounds = 0
        while clock() < end { rounds &+= 1 }
        return rounds
    }

    @Test("Work counts in both times")
    func work() {
        let (rounds, spent) = TimeSpent.measuring { compute(milliseconds: 20) }
        #expect(rounds > 0)
        #expect(spent.processor > .zero)
        // Two clocks, which are read one after the other: they may differ by microseconds.
        #expect(spent.processor <= spent.wall + .milliseconds(1))
    }

    @Test("Waiting counts in wall time alone")
    func waiting() {
        let never = Guarded(false)
        let (_, spent) = TimeSpent.measuring {
            _ = never.wait(timeout: .milliseconds(200)) { $0 ? true : nil }
        }
        #expect(spent.wall >= .milliseconds(200))
        #expect(spent.processor < .milliseconds(100))
    }

    @Test("Times add up")
    func sum() {
        var sum = TimeSpent()
        var other = TimeSpent()
        (sum.wall, sum.processor) = (.milliseconds(5), .milliseconds(2))
        (other.wall, other.processor) = (.milliseconds(7), .milliseconds(4))
        sum += other
        #expect([sum.wall, sum.processor] == [.milliseconds(12), .milliseconds(6)])
    }
}
