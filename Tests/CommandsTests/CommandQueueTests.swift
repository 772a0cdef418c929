import Testing

@testable import Commands

@Suite("What waits while a command runs") struct CommandQueueTests {
    @Test(
        "is the newest change alone, and nothing where that is what runs",
        arguments: [
            (["low"], ["low"]), (["low", "ok"], ["low", "ok"]), (["low", "ok", "low"], ["low"]),
            (["low", "low"], ["low"]), (["low", "ok", "low", "ok"], ["low", "ok"]),
            (Array(repeating: ["ok", "low"], count: 500).flatMap(\.self), ["ok", "low"]),
        ])
    func newest(changes: [String], run: [String]) {
        var queue = CommandQueue<String> { $0 == $1 }
        var started = changes.compactMap { queue.add($0) }
        while let next = queue.next() { started.append(next) }
        #expect(started == run)
        #expect(queue.isIdle)
    }

    @Test("can be dropped") func dropped() {
        var queue = CommandQueue<String> { $0 == $1 }
        _ = queue.add("low")
        _ = queue.add("ok")
        queue.dropWaiting()
        #expect(queue.next() == nil)
    }
}
