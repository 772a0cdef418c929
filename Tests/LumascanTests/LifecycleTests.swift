import Foundation
import TestSupport
import Testing

@testable import Lumascan

@Suite(.serialized, .timeLimit(.minutes(3)))
struct LifecycleTests {
    private static let endless = "videotestsrc pattern=black ! video/x-raw,format=I420,width=64,height=48"

    @Test("A scanner that is dropped before it starts lets everything go", arguments: [false, true])
    func dropped(isPrepared: Bool) async throws {
        weak var dropped: Lumascan.Scanner?
        let events: ScanEvents
        do {
            let scanner = Lumascan.Scanner(
                source: .pipeline(description: "\(Self.endless) ! appsink name=scan"), options: quiet())
            if isPrepared { try await scanner.prepare() }
            dropped = scanner
            events = scanner.events
        }
        for await event in events { Issue.record("\(event)") }
        #expect(dropped == nil)
    }

    @Test("Stopping ends an endless stream once", arguments: [false, true])
    func stop(isLive: Bool) async throws {
        let source = "\(Self.endless.replacing("pattern", with: "is-live=\(isLive) pattern")) ! appsink name=scan"
        let scanner = Lumascan.Scanner(source: .pipeline(description: source), options: quiet())
        try await scanner.prepare()
        try scanner.start()
        var found: [ScanEvent] = []
        for await event in scanner.events {
            found.append(event)
            if event.name == "stream.started" { scanner.stop() }
        }
        scanner.stop()
        #expect(found.map(\.name).filter { $0.hasPrefix("stream") } == ["stream.started", "stream.ended"])
        #expect(found.summary?.reason == .stopped)
        #expect(found.format?.isLive == isLive)
        #expect(found.errors == [])
    }

    @Test("A scanner that is stopped before it starts ends")
    func stopBeforeStart() async throws {
        let path = try Clips.path("scan.mp4")
        let scanner = Lumascan.Scanner(source: .file(path: path), options: quiet())
        try await scanner.prepare()
        scanner.stop()
        let found = await events(of: scanner)
        #expect(found.summary?.reason == .stopped)
    }

    @Test("A pause holds the stream, resuming goes on, and nothing is lost")
    func pause() async throws {
        let path = try Clips.path("scan.mp4")
        let scanner = Lumascan.Scanner(source: .file(path: path), options: quiet())
        try await scanner.prepare()
        try scanner.start()
        scanner.pause()
        try scanner.resume()
        let found = await events(of: scanner)
        #expect(found.summary?.frames == 25)
        #expect(found.texts == ["moving", "resting"])
    }

    @Test("Several scanners run side by side")
    func several() async throws {
        let path = try Clips.path("scan.mp4")
        let all = try await withThrowingTaskGroup(of: [ScanEvent].self) { group in
            for _ in 0..<4 { group.addTask { try await events(of: .file(path: path)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.count == 4)
        for one in all { #expect(one == all[0]) }
        #expect(all[0].texts == ["moving", "resting"])
    }

    @Test("The user's own pipeline is scanned and gets the frames back")
    func userPipeline() async throws {
        let folder = try TemporaryFolder()
        let out = folder.file("out.mkv")
        let description = """
            filesrc location=\(try Clips.path("scan.mp4")) ! decodebin ! videoconvert ! video/x-raw,format=I420
            ! appsink name=scan
            appsrc name=annotated ! videoconvert ! x264enc speed-preset=ultrafast ! h264parse ! matroskamux
            ! filesink location=\(out)
            """
        let found = try await events(of: .pipeline(description: description))
        #expect(found.texts == ["moving", "resting"])
        #expect(found.errors == [])
        #expect(try videoTimes(of: out).count == 25)
    }

    @Test(
        "An output of the user's that ends or fails early ends the stream",
        arguments: [("eos-after=10", StreamSummary.Reason.eos), ("error-after=10", .error)])
    func outputEndsEarly(way: String, reason: StreamSummary.Reason) async throws {
        let description = """
            \(Self.endless) ! appsink name=scan appsrc name=annotated ! identity \(way) ! fakesink
            """
        let found = try await events(of: .pipeline(description: description))
        #expect(found.summary?.reason == reason)
        #expect(found.errors.count == (reason == .error ? 1 : 0))
    }

    @Test("A slow reader is waited for; every event comes, in order")
    func slowReader() async {
        let channel = EventChannel()
        let reader = Task {
            var (count, isInOrder) = (0, true)
            for await event in ScanEvents(channel: channel) {
                isInOrder = isInOrder && event.pts == .nanoseconds(count)
                count += 1
                if count % 4096 == 0 { try? await Task.sleep(for: .milliseconds(5)) }
            }
            return (count, isInOrder)
        }
        while !channel.hasReader { await Task.yield() }
        await send(0..<30_000, to: channel)
        channel.close()
        let (count, isInOrder) = await reader.value
        #expect(count == 30_000)
        #expect(isInOrder)
    }

    @Test("A reader who comes late gets the newest events, and those that follow")
    func lateReader() async {
        let channel = EventChannel()
        await send(0..<40_000, to: channel)
        let reader = Task {
            var last: ScanEvent?
            for await event in ScanEvents(channel: channel) { last = event }
            return last
        }
        while !channel.hasReader { await Task.yield() }
        await send(40_000..<60_000, to: channel)
        channel.close()
        #expect(await reader.value?.pts == .nanoseconds(59_999))
    }

    /// Sends from a thread of its own, as a processor does.
    private func send(_ numbers: Range<Int>, to channel: EventChannel) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for number in numbers {
                    channel.send(
                        ScanEvent(stream: "", pts: .nanoseconds(number), kind: .error(message: "", hint: nil)),
                        waits: true)
                }
                continuation.resume()
            }
        }
    }
}
