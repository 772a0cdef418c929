import Glibc
import Monitoring
import Symbols
import Testing
import Threading

@testable import Media
@testable import Processor

@Suite(.enabled(if: hasGStreamer))
struct UnreadTests {
    /// A code beside one that cannot be read, from the tenth frame on.
    private static func script(before: @escaping @Sendable (Int) -> Void = { _ in }) -> Script {
        Script(
            before: before,
            unread: { number in
                guard number >= 10 else { return [] }
                return [UnreadCode(symbology: .qrCode, corners: square(x: 100, y: 20), modulePixels: 1, reason: .small)]
            }, reads: { _ in [code("A", x: 10, y: 20)] })
    }

    private static func settings(_ script: Script, reportsUnread: Bool = true, workers: Int = 1) -> ScanSettings {
        var settings = script.settings(interval: .milliseconds(200), workers: workers)
        settings.reportsUnread = reportsUnread
        return settings
    }

    private static func run(workers: Int, reportsUnread: Bool = true) throws -> Audience.State {
        let script = script { number in usleep(UInt32((number &* 7919) % 1500)) }
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: settings(script, reportsUnread: reportsUnread, workers: workers), output: audience,
            handler: audience.hear)
        processor.feed(0..<60)
        processor.end()
        return try #require(audience.waitForEnd(output: true))
    }

    @Test("A place that stays unread is told and outlined once it has stayed, with any number of workers")
    func recorded() throws {
        let one = try Self.run(workers: 1)
        // Located from 0.4 s on, told at 1.4 s, and drawn from the look before on.
        #expect(one.unread == ["1400.0 125.0,45.0 small"])
        #expect(one.codes == ["new 1 A", "end 1 A"])
        let outlined = one.shown.indices.filter { one.shown[$0].highlights.contains(where: \.isUnread) }
        #expect(outlined == Array(30..<60))
        for workers in [2, 8] {
            let many = try Self.run(workers: workers)
            #expect(many.events.map { "\($0)" } == one.events.map { "\($0)" })
            #expect(many.shown.map { "\($0)" } == one.shown.map { "\($0)" })
        }
    }

    @Test("Nothing is told or drawn unless asked for")
    func unasked() throws {
        let state = try Self.run(workers: 1, reportsUnread: false)
        #expect(state.unread == [])
        #expect(!state.shown.contains { $0.highlights.contains(where: \.isUnread) })
    }

    @Test("A still picture tells at its end, and shows it")
    func still() throws {
        let script = Self.script()
        let audience = Audience()
        let processor = RecordedProcessor(
            settings: Self.settings(script), output: audience, handler: audience.hear)
        processor.feed(12..<13)
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.unread == ["480.0 125.0,45.0 small"])
        #expect(state.shown.map { $0.highlights.map(\.isUnread) } == [[false, true]])
    }

    @Test("A live stream tells it, too")
    func live() throws {
        let script = Self.script()
        let audience = Audience()
        var settings = Self.settings(script)
        settings.tracking.updateInterval = .milliseconds(1)
        let processor = LiveProcessor(settings: settings, output: audience, handler: audience.hear)
        for number in 0..<60 {
            processor.feed(number..<number + 1)
            // Every look tells something of the code beside, and is waited for, so that none is skipped.
            let looks = number / 5 + 1
            _ = audience.state.wait(timeout: .seconds(20)) { $0.codes.count < looks ? nil : true }
        }
        processor.end()
        let state = try #require(audience.waitForEnd(output: true))
        #expect(state.unread == ["1400.0 125.0,45.0 small"])
        #expect(state.shown.last?.highlights.map(\.isUnread) == [false, true])
    }
}
