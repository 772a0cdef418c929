import Imaging
import Media
import Monitoring
import Symbols
import Threading

@testable import Processor

let hasGStreamer: Bool = (try? MediaLibrary.start()) != nil

/// What the frames of a stream hold, and which of them were looked at.
final class Script: Sendable {
    let looked = Guarded<[Int]>([])
    private let symbols: @Sendable (Int) -> [Symbol]
    private let unread: @Sendable (Int) -> [UnreadCode]
    private let before: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - before: called at the beginning of every look; may block.
    ///   - symbols: what a look at a frame of that number reads.
    ///   - unread: what it locates and does not read.
    init(
        before: @escaping @Sendable (Int) -> Void = { _ in },
        unread: @escaping @Sendable (Int) -> [UnreadCode] = { _ in [] },
        reads symbols: @escaping @Sendable (Int) -> [Symbol]
    ) {
        self.unread = unread
        self.before = before
        self.symbols = symbols
    }

    fileprivate func look(at number: Int) -> Reading {
        looked.change { $0.append(number) }
        before(number)
        return Reading(symbols(number), unread: unread(number))
    }

    /// Settings without light events.
    func settings(interval: Duration, workers: Int = 1) -> ScanSettings {
        var settings = ScanSettings { ScriptedReader(self) }
        settings.interval = interval
        settings.workers = workers
        settings.tracking = CodeTracker.Settings(lookInterval: interval)
        settings.light = LightMonitor.Settings(interval: .seconds(86400))
        return settings
    }
}

private final class ScriptedReader: SymbolReader {
    private let script: Script
    init(_ script: Script) { self.script = script }

    func read(_ luma: borrowing LumaView, pass: Int) -> Reading {
        let row = luma.row(0)
        return script.look(at: Int(row[0]) * 256 + Int(row[1]))
    }
}

/// A frame that carries its number in its pixels.
func frame(_ number: Int, at time: Duration?, width: Int = 16, height: Int = 16) -> VideoFrame? {
    VideoFrame(
        blank: "GRAY8", width: width, height: height, times: FrameTimes(stream: time, running: time)
    ) { x, _ in UInt8(x % 2 == 0 ? number >> 8 : number & 255) }
}

/// The time of a frame at 25 frames a second.
func time(_ number: Int) -> Duration { .milliseconds(40 * number) }

/// A code whose top left corner is at a position.
func code(_ text: String, _ symbology: Symbology = .qrCode, x: Double = 10, y: Double = 10, side: Double = 50) -> Symbol
{
    Symbol(
        symbology: symbology, text: text, bytes: Array(text.utf8), aim: "", corners: square(x: x, y: y, side: side))
}

func square(x: Double, y: Double, side: Double = 50) -> Quad {
    Quad(
        topLeft: Point(x: x, y: y), topRight: Point(x: x + side, y: y), bottomRight: Point(x: x + side, y: y + side),
        bottomLeft: Point(x: x, y: y + side))
}

/// Keeps the events, and the frames that are shown with their highlights.
final class Audience: FrameOutput {
    struct State: Sendable {
        var events: [ProcessorEvent] = []
        var shown: [(time: Duration?, highlights: [Highlight])] = []
        var ends = 0

        var totals: [StreamTotals] {
            events.compactMap { if case .ended(let totals) = $0.kind { totals } else { nil } }
        }

        /// Time in milliseconds, place and reason of what could not be read, in the order of the events.
        var unread: [String] {
            events.compactMap { event in
                guard case .unread(let facts) = event.kind else { return nil }
                let center = facts.place.code.corners.center
                return "\(event.time / .milliseconds(1)) \(center.x),\(center.y) \(facts.place.code.reason)"
            }
        }

        /// `new 1 A`, in the order of the events.
        var codes: [String] {
            events.compactMap { event in
                guard case .code(let facts) = event.kind else { return nil }
                return "\(facts.change) \(facts.track.id) \(facts.track.symbol.text)"
            }
        }
    }

    let state = Guarded(State())
    private let flow: @Sendable (Int) -> FlowResult

    /// - Parameter flow: the answer to the frame that is shown as the n-th.
    init(flow: @escaping @Sendable (Int) -> FlowResult = { _ in .ok }) { self.flow = flow }

    @Sendable func hear(_ event: ProcessorEvent) { state.change { $0.events.append(event) } }

    func show(_ frame: VideoFrame, _ highlights: [Highlight]) -> FlowResult {
        let number = state.change { state in
            state.shown.append((frame.times.running, highlights))
            return state.shown.count - 1
        }
        return flow(number)
    }

    func end() { state.change { $0.ends += 1 } }

    /// Waits until the stream has ended, and with an output until that has.
    func waitForEnd(output: Bool = false) -> State? {
        state.wait(timeout: .seconds(120)) { !$0.totals.isEmpty && (!output || $0.ends > 0) ? $0 : nil }
    }
}

/// Something that waits until it is opened; bounded.
final class Gate: Sendable {
    private let isOpen = Guarded(false)
    func open() { isOpen.change { $0 = true } }
    func pass() { _ = isOpen.wait(timeout: .seconds(120)) { $0 ? true : nil } }
}

extension StreamProcessor {
    /// Hands over frames of 25 a second.
    /// - Returns: the first answer that is not `ok`.
    @discardableResult
    func feed(_ numbers: Range<Int>) -> FlowResult {
        for number in numbers {
            guard let frame = frame(number, at: time(number)) else { return .failed }
            let result = consume(frame)
            guard result == .ok else { return result }
        }
        return .ok
    }
}
