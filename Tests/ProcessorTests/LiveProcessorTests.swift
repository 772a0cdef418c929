import Media
import Monitoring
import Symbols
import Testing
import Threading

@testable import Processor

@Suite(.enabled(if: hasGStreamer))
struct LiveProcessorTests {
    @Test("Video goes on while a look takes long; then the newest due frame is looked at")
    func newestWins() throws {
        let gate = Gate()
        let script = Script(before: { number in if number == 0 { gate.pass() } }, reads: { [code("\($0)")] })
        let audience = Audience()
        let processor = LiveProcessor(
            settings: script.settings(interval: .zero), output: audience, handler: audience.hear)
        processor.feed(0..<1)
        _ = script.looked.wait(timeout: .seconds(20)) { $0.isEmpty ? nil : true }
        processor.feed(1..<100)
        #expect(audience.state.withLock { $0.shown.map(\.time) } == (0..<100).map { time($0) })
        gate.open()
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(script.looked.withLock { $0 } == [0, 99])
        #expect(state.totals.map { [$0.frames, $0.examined, $0.skipped] } == [[100, 2, 98]])
        #expect(state.codes.filter { $0.hasPrefix("new") } == ["new 1 0", "new 2 99"])
    }

    @Test("While it rests nothing is looked at and frames go on; codes in view end when it begins")
    func rests() throws {
        let script = Script { _ in [code("A")] }
        let audience = Audience()
        let processor = LiveProcessor(
            settings: script.settings(interval: .zero), output: audience, handler: audience.hear)
        processor.feed(0..<1)
        _ = script.looked.wait(timeout: .seconds(20)) { $0.isEmpty ? nil : true }
        #expect(audience.state.wait(timeout: .seconds(20)) { $0.codes.isEmpty ? nil : true } == true)
        processor.rest(true)
        processor.feed(1..<5)
        processor.rest(false)
        processor.feed(5..<6)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(script.looked.withLock { $0 } == [0, 5])
        #expect(state.shown.count == 6)
        #expect(state.codes == ["new 1 A", "end 1 A", "new 2 A", "end 2 A"])
    }

    @Test("A look from before a seek says nothing about what follows", arguments: [true, false])
    func staleLook(isSeek: Bool) throws {
        let gate = Gate()
        let script = Script(
            before: { number in if number == 50 { gate.pass() } }, reads: { $0 == 50 ? [code("stale")] : [] })
        let audience = Audience()
        let processor = LiveProcessor(
            settings: script.settings(interval: .zero), output: nil, handler: audience.hear)
        processor.feed(50..<51)
        _ = script.looked.wait(timeout: .seconds(20)) { $0.isEmpty ? nil : true }
        if isSeek {
            processor.flush()
            processor.feed(0..<1)
        } else {
            let larger = try #require(frame(51, at: time(51), width: 32))
            processor.formatChanged(to: larger.format)
            _ = processor.consume(larger)
        }
        gate.open()
        processor.end()
        let state = try #require(audience.waitForEnd())
        #expect(state.codes.isEmpty)
        #expect(state.totals.map(\.examined) == [1])
    }

    @Test("Codes are drawn with their last motion")
    func drawn() throws {
        let script = Script { [code("A", x: Double($0) * 4)] }
        let audience = Audience()
        let processor = LiveProcessor(
            settings: script.settings(interval: .milliseconds(40)), output: audience, handler: audience.hear)
        for number in 0..<10 {
            processor.feed(number..<number + 1)
            // The look is applied before the next frame comes.
            processor.join()
        }
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.shown.count == 10)
        #expect(state.shown.dropFirst().allSatisfy { $0.highlights.count == 1 })
    }

    @Test("Stopping ends once, and the end does not wait for a look that is dropped")
    func stop() throws {
        let gate = Gate()
        let script = Script(before: { _ in gate.pass() }, reads: { _ in [code("A")] })
        let audience = Audience()
        let processor = LiveProcessor(
            settings: script.settings(interval: .zero), output: audience, handler: audience.hear)
        processor.feed(0..<1)
        _ = script.looked.wait(timeout: .seconds(20)) { $0.isEmpty ? nil : true }
        processor.feed(1..<3)
        processor.stop(.stopped)
        #expect(processor.feed(3..<4) == .flushing)
        let clock = ContinuousClock()
        let took = clock.measure { processor.end() }
        #expect(took < .seconds(4))
        gate.open()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.totals.map(\.reason) == [.stopped])
        #expect(state.codes.isEmpty)
    }

    @Test("A failing output is told to the streaming thread", arguments: [FlowResult.failed, .finished, .flushing])
    func failingOutput(flow: FlowResult) {
        let script = Script { _ in [] }
        let audience = Audience { $0 < 3 ? .ok : flow }
        let processor = LiveProcessor(
            settings: script.settings(interval: .zero), output: audience, handler: audience.hear)
        #expect(processor.feed(0..<10) == flow)
        #expect(audience.state.withLock { $0.shown.count } == 4)
        processor.end()
    }
}
