import Testing

@testable import LumascanCLI

@Suite("Signs of life")
struct ResponseCheckTests {
    private var check = ResponseCheck()

    @Test("One that answers is asked each time")
    mutating func answers() {
        #expect(check.ask([2, 1], at: .zero) == [1, 2])
        check.answered(1)
        check.answered(2)
        #expect(check.ask([1, 2], at: .seconds(15)) == [1, 2])
        #expect(check.silent(at: .seconds(15)) == [])
    }

    @Test("One that owes an answer is not asked again, and is silent after a minute and a half")
    mutating func silent() {
        _ = check.ask([1, 2], at: .zero)
        check.answered(2)
        #expect(check.ask([1, 2], at: .seconds(15)) == [2])
        #expect(check.silent(at: .seconds(90)) == [])
        #expect(check.silent(at: .seconds(91)) == [1])
        check.answered(1)
        #expect(check.silent(at: .seconds(91)) == [])
    }

    @Test("What is over owes no answer")
    mutating func over() {
        _ = check.ask([1], at: .zero)
        #expect(check.ask([], at: .seconds(15)) == [])
        #expect(check.silent(at: .seconds(1000)) == [])
    }
}
