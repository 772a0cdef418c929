import Foundation
import TestSupport
import Testing

/// A scan of a live source that goes on until it is ended.
struct LiveScan {
    let program: Command

    init(_ uri: String, _ options: [String] = [], environment: [String: String] = [:]) throws {
        program = try Command(
            [try Lumascan.path(), "scan", "--json", "--formats", "qr"] + options + [uri], environment: environment)
    }

    /// Waits until so many events of that name came.
    func wait(for count: Int, _ event: String) throws {
        let found: Bool? = try Waiting.until {
            let text = String(decoding: try program.outputSoFar(), as: UTF8.self)
            return text.components(separatedBy: "\"event\":\"\(event)\"").count > count ? true : nil
        }
        let errors = String(decoding: try program.errorsSoFar(), as: UTF8.self)
        try #require(found == true, "no \(event) number \(count): \(errors)")
    }

    /// Ends the scan by Ctrl-C.
    func finish() throws -> (events: [EventLine], errors: String) {
        program.send(SIGINT)
        let result = try program.wait()
        #expect(result.status == 130)
        return (try EventLine.all(in: result.outputText), result.errorText)
    }
}

extension [EventLine] {
    /// The life of codes and connections, in order.
    var life: [String] {
        map(\.event).filter { !$0.hasPrefix("light.") && $0 != "code.update" }
    }

    /// Whether every code ended once, after it was new, at times that follow each other.
    var isInOrder: Bool {
        let news = filter { $0.event == "code.new" }
        let ends = filter { $0.event == "code.end" }
        return news.map(\.track) == ends.map(\.track) && news.map(\.pts) == news.map(\.pts).sorted()
            && zip(news, ends).allSatisfy { $0.pts <= $1.pts } && allSatisfy { $0.pts >= 0 }
    }
}
