import Foundation
import Lumascan
import Synchronization
import TestSupport

/// All events of a run; stopped when it takes too long.
func events(
    of source: Source, output: Output? = nil, options: Options = quiet()
) async throws -> [ScanEvent] {
    let scanner = Lumascan.Scanner(source: source, output: output, options: options)
    try await scanner.prepare()
    try scanner.start()
    return await events(of: scanner)
}

/// The events that are still to come; the scanner is stopped when it takes too long.
func events(of scanner: Lumascan.Scanner) async -> [ScanEvent] {
    let guardian = Task {
        try await Task.sleep(for: .seconds(60))
        scanner.stop()
    }
    defer { guardian.cancel() }
    var events: [ScanEvent] = []
    for await event in scanner.events { events.append(event) }
    return events
}

/// Options whose events repeat exactly.
func quiet(_ change: (inout Options) -> Void = { _ in }) -> Options {
    var options = Options()
    options.wallClock = false
    options.streamName = "clip"
    change(&options)
    return options
}

extension [ScanEvent] {
    /// Every sighting in events of that name.
    func sightings(_ name: String) -> [CodeSighting] {
        filter { $0.name == name }.compactMap { event in
            switch event.kind {
            case .codeNew(let sighting), .codeUpdate(let sighting), .codeEnd(let sighting): sighting
            default: nil
            }
        }
    }

    var texts: [String] { sightings("code.new").map(\.symbol.text).sorted() }

    var summary: StreamSummary? {
        compactMap { if case .streamEnded(let summary) = $0.kind { summary } else { nil } }.last
    }

    var format: StreamFormat? {
        compactMap { if case .streamStarted(let format) = $0.kind { format } else { nil } }.first
    }

    var errors: [String] {
        compactMap { if case .error(let message, _) = $0.kind { message } else { nil } }
    }
}

/// The largest distance between corners of the same name.
func distance(_ a: Quad, _ b: Quad) -> Double {
    zip(a.corners, b.corners).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? 0
}

/// Clips that several tests use, made once.
enum Clips {
    static let folder = Result { try TemporaryFolder() }

    /// A resting QR code and a moving Data Matrix; one second at 25 frames.
    static let golden = Result {
        GoldenClip(
            width: 480, height: 320, timing: .constant(rate: (25, 1), count: 25),
            placements: [
                Placement(try CodePicture("resting", .qrCode), at: Pose(x: 100, y: 110)),
                Placement(
                    try CodePicture("moving", .dataMatrix, modulePixels: 6), from: Pose(x: 260, y: 200),
                    velocity: (x: 80, y: -30)),
            ])
    }

    /// Suites run side by side: one writes a clip, the others wait for it.
    private static let written = Mutex<Set<String>>([])

    /// The path of the golden clip in a container.
    static func path(_ name: String, as encoding: ClipEncoding = ClipEncoding()) throws -> String {
        let path = try folder.get().file(name)
        try written.withLock { written in
            guard written.insert(name).inserted else { return }
            try golden.get().write(to: path, as: encoding)
        }
        return path
    }
}
