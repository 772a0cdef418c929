import CGStreamer
import Dispatch
import Glibc
import Monitoring
import Symbols
import Testing
import Threading

@testable import Media
@testable import Processor

@Suite(.enabled(if: hasGStreamer))
struct RecordedProcessorTests {
    /// Codes that come, move, go, need several looks, and phantoms.
    private static func busy(_ number: Int) -> [Symbol] {
        var symbols = [code("still")]
        if number >= 5 { symbols.append(code("moving", x: Double(number) * 3, y: 100)) }
        if number >= 12 { symbols.append(code("4006381333931", .ean13, x: 200)) }
        if (20..<60).contains(number) { symbols.append(code("CODE", .code39, x: 300)) }
        if number % 17 == 3 { symbols.append(code("phantom\(number)", .itf, x: 400)) }
        return symbols
    }

    @Test(
        "Looks that end in any order, by any number of workers, give the same events and pictures",
        arguments: [1, 2, 3])
    func determinism(seed: Int) throws {
        func run(workers: Int) throws -> Audience.State {
            let script = Script(
                before: { number in
                    usleep(UInt32((number &* 7919 &+ seed &* 104_729) % 1500))
                }, reads: Self.busy)
            let audience = Audience()
            let processor = RecordedProcessor(
                settings: script.settings(interval: .milliseconds(100), workers: workers), output: audience,
                handler: audience.hear)
            processor.feed(0..<100)
            processor.end()
            return try #require(audience.waitForEnd(output: true))
        }
        let one = try run(workers: 1)
        #expect(one.codes.contains("new 3 4006381333931"))
        for workers in [2, 8] {
            let many = try run(workers: workers)
            #expect(many.events.map { "\($0)" } == one.events.map { "\($0)" })
            #expect(many.shown.map { "\($0)" } == one.shown.map { "\($0)" })
        }
    }

    @Test(
        "An unconfirmed sighting is looked at frame by frame until it is confirmed or gone",
        arguments: [
            (Symbology.qrCode, 5..<40, [0, 5, 10, 15, 20]), (.ean13, 5..<40, [0, 5, 6, 10, 15, 20]),
            (.code39, 5..<40, [0, 5, 6, 7, 10, 15, 20]), (.ean13, 5..<6, [0, 5, 6, 7, 8, 10, 15, 20]),
            (.ean13, 7..<8, [0, 5, 10, 15, 20]),
        ])
    func lift(symbology: Symbology, seen: Range<Int>, looked: [Int]) throws {
        let script = Script { seen.contains($0) ? [code("X", symbology)] : [] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(200)), output: nil, handler: audience.hear)
        processor.feed(0..<24)
        processor.end()
        let state = try #require(audience.waitForEnd())
        #expect(script.looked.withLock { $0 } == looked)
        #expect(state.totals.map(\.examined) == [looked.count])
    }

    @Test("Every frame is shown once, in order, with the codes where they are")
    func interpolation() throws {
        let script = Script { [code("A", x: 20 + 4 * Double($0), y: 30 + 2 * Double($0))] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(400)), output: audience, handler: audience.hear)
        processor.feed(0..<56)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(script.looked.withLock { $0 } == [0, 10, 20, 30, 40, 50])
        #expect(state.shown.map(\.time) == (0..<56).map { time($0) })
        #expect(state.ends == 1)
        for (number, shown) in state.shown.enumerated() {
            let truth = square(x: 20 + 4 * Double(number), y: 30 + 2 * Double(number))
            let corners = shown.highlights.map(\.corners)
            #expect(corners.count == 1)
            for (a, b) in zip(corners.flatMap(\.corners), truth.corners) {
                #expect(abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6, "frame \(number)")
            }
        }
    }

    @Test(
        "A still image reports what all its looks agree on, and shows it",
        arguments: [Symbology.qrCode, .ean13, .code39])
    func still(symbology: Symbology) throws {
        let script = Script { _ in [code("X", symbology)] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(100)), output: audience, handler: audience.hear)
        processor.feed(0..<1)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.codes == ["new 1 X", "end 1 X"])
        #expect(state.shown.map(\.highlights.count) == [1])
    }

    @Test("A seek ends the open tracks; what follows is another appearance")
    func flush() throws {
        let script = Script { _ in [code("A")] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(100)), output: audience, handler: audience.hear)
        processor.feed(0..<10)
        processor.flush()
        processor.feed(0..<10)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.codes == ["new 1 A", "end 1 A", "new 2 A", "end 2 A"])
        #expect(state.shown.count == 20)
        #expect(state.totals.map(\.reason) == [.eos])
    }

    @Test("Another size ends the open tracks and is told with the time of its first frame")
    func sizeChange() throws {
        let script = Script { _ in [code("A")] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(100)), output: nil, handler: audience.hear)
        processor.feed(25..<30)
        let larger = try #require(frame(30, at: time(30), width: 32))
        processor.formatChanged(to: larger.format)
        _ = processor.consume(larger)
        processor.end()
        let state = try #require(audience.waitForEnd())
        #expect(state.codes == ["new 1 A", "end 1 A", "new 2 A", "end 2 A"])
        var told: [String] = []
        for event in state.events {
            switch event.kind {
            case .started(let facts): told.append("started \(facts.width) \(event.time)")
            case .formatChanged(let facts): told.append("changed \(facts.width) \(event.time)")
            default: break
            }
        }
        #expect(told == ["started 16 \(time(25))", "changed 32 \(time(30))"])
    }

    @Test("Stopping in the middle ends once, lets the streaming thread go, and takes nothing more", arguments: [1, 4])
    func stop(workers: Int) throws {
        let gate = Gate()
        let script = Script(before: { number in if number >= 5 { gate.pass() } }, reads: { _ in [code("A")] })
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .zero, workers: workers), output: audience, handler: audience.hear)
        let answer = Guarded<FlowResult?>(nil)
        DispatchQueue.global().async {
            let result = processor.feed(0..<200)
            answer.change { $0 = result }
        }
        // The look at frame 5 blocks, so the feeder is held back.
        _ = script.looked.wait(timeout: .seconds(20)) { $0.contains(5) ? true : nil }
        #expect(answer.withLock { $0 } == nil)
        processor.stop(.stopped)
        #expect(answer.wait(timeout: .seconds(20)) { $0 } == .flushing)
        gate.open()
        processor.end()
        processor.stop(.error)
        let state = try #require(audience.waitForEnd())
        #expect(state.totals.map(\.reason) == [.stopped])
        #expect(state.codes == ["new 1 A", "end 1 A"])
    }

    @Test("A long look interval holds a bounded number of frames", arguments: [1, 8])
    func longInterval(workers: Int) throws {
        let script = Script { _ in [code("A")] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .seconds(10), workers: workers), output: audience,
            handler: audience.hear)
        let most = Guarded(0)
        DispatchQueue.global().async {
            for number in 0..<600 {
                processor.feed(number..<number + 1)
                let held = number + 1 - audience.state.withLock { $0.shown.count }
                most.withLock { $0 = max($0, held) }
            }
            processor.end()
        }
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.shown.count == 600)
        #expect(state.totals.map(\.examined) == [3])
        #expect(most.withLock { $0 } <= 49)
    }

    @Test("Frames of a much larger format get in while many small ones are held")
    func largerFormat() throws {
        let script = Script { _ in [] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .seconds(10)), output: audience, handler: audience.hear)
        DispatchQueue.global().async {
            processor.feed(0..<40)
            for number in 40..<45 {
                if let frame = large(at: time(number)) {
                    processor.formatChanged(to: frame.format)
                    _ = processor.consume(frame)
                }
            }
            processor.end()
        }
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.shown.count == 45)
    }

    @Test(
        "An output that takes no more is asked no more",
        arguments: [(FlowResult.failed, StreamTotals.Reason.error), (.finished, .eos)], [5, 199])
    func outputEnds(end: (FlowResult, StreamTotals.Reason), number: Int) throws {
        let script = Script { _ in [] }
        let audience = Audience { $0 < number ? .ok : end.0 }
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(100)), output: audience, handler: audience.hear)
        let answer = Guarded<FlowResult?>(nil)
        DispatchQueue.global().async {
            let result = processor.feed(0..<200)
            processor.end()
            answer.change { $0 = result }
        }
        let state = try #require(audience.waitForEnd(output: true))
        if number < 150 { #expect(answer.wait(timeout: .seconds(20)) { $0 } == end.0) }
        #expect(state.shown.count == number + 1)
        #expect(state.totals.map(\.reason) == [end.1])
    }

    @Test("A handler that blocks holds the source back, and nothing is lost")
    func slowHandler() throws {
        // Ten codes come and go with every frame.
        let script = Script { number in
            (0..<10).map { code("\(number) \($0)", x: Double($0) * 60) }
        }
        var settings = script.settings(interval: .zero)
        settings.tracking = CodeTracker.Settings(lookInterval: .zero, lostAfter: .zero)
        let gate = Gate()
        let audience = Audience()
        let processor = RecordedProcessor(settings: settings, output: nil) { event in
            gate.pass()
            audience.hear(event)
        }
        let fed = Guarded(0)
        DispatchQueue.global().async {
            for number in 0..<300 {
                processor.feed(number..<number + 1)
                fed.change { $0 = number + 1 }
            }
            processor.end()
        }
        #expect(fed.wait(timeout: .seconds(1)) { $0 == 300 ? true : nil } == nil)
        gate.open()
        let state = try #require(audience.waitForEnd())
        #expect(state.codes.count == 300 * 20)
        #expect(state.totals.map(\.codes) == [300 * 10])
    }

    @Test("Only the wanted part of the stream is looked at and counted")
    func window() throws {
        let script = Script { _ in [] }
        var settings = script.settings(interval: .milliseconds(200))
        settings.start = .seconds(1)
        settings.end = .seconds(2)
        let audience = Audience()
        let processor = RecordedProcessor(settings: settings, output: audience, handler: audience.hear)
        #expect(processor.feed(0..<100) == .finished)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.shown.map(\.time) == (25..<50).map { time($0) })
        #expect(script.looked.withLock { $0 } == [25, 30, 35, 40, 45])
        #expect(state.totals.map(\.duration) == [.seconds(1)])
    }

    @Test("Frames without a time follow each other by the frame rate")
    func missingTimes() throws {
        let script = Script { _ in [] }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: script.settings(interval: .milliseconds(200)), output: audience, handler: audience.hear)
        for number in 0..<12 { _ = processor.consume(try #require(frame(number, at: nil))) }
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.shown.map(\.time) == (0..<12).map { time($0) })
        #expect(script.looked.withLock { $0 } == [0, 5, 10])
    }
}

/// An unfilled frame so large that few of it may be held.
private func large(at time: Duration) -> VideoFrame? {
    guard let caps = CapsRef("video/x-raw,format=GRAY8,width=8000,height=7000,framerate=25/1"),
        let format = VideoFormat(caps),
        // SAFETY: a new buffer, owned by the frame.
        let buffer = unsafe gst_buffer_new_allocate(nil, gsize(format.byteCount), nil)
    else { return nil }
    return unsafe VideoFrame(taking: buffer, format: format, times: FrameTimes(stream: time, running: time))
}
