import Dispatch
import TestSupport
import Testing
import Threading

@testable import Lumascan

@Suite("Whether a scanner responds")
struct ResponseTests {
    @Test("It answers when nothing is being opened or closed any more", arguments: [true, false])
    func answer(isKeptUp: Bool) async throws {
        let path = try Clips.path("scan.mp4")
        let scanner = Scanner(source: isKeptUp ? .uri("rtsp://127.0.0.1:1/x") : .file(path: path))
        if isKeptUp { try await scanner.prepare() }
        let order = Guarded([String]())
        let gate = DispatchSemaphore(value: 0)
        scanner.control.async {
            gate.wait()
            order.withLock { $0.append("free") }
        }
        await withCheckedContinuation { continuation in
            scanner.respond {
                order.withLock { $0.append("answer") }
                continuation.resume()
            }
            gate.signal()
        }
        #expect(order.withLock { $0 } == ["free", "answer"])
        scanner.stop()
    }
}
