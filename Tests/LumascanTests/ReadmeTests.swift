import Lumascan
import TestSupport
import Testing

/// The README's snippet stands here to the letter, so that it is compiled and run.
struct ReadmeTests {
    private func readCodes(of path: String) async throws {
        // The snippet begins.
        var options = Options()
        options.symbologies = [.qr, .retail]
        let scanner = Scanner(source: .file(path: path), options: options)
        try await scanner.prepare()
        try scanner.start()
        for await event in scanner.events {
            if case .codeNew(let code) = event.kind {
                print(event.pts, code.symbol.symbology, code.symbol.text, code.symbol.corners.center)
            }
        }
        // The snippet ends.
    }

    @Test("The README's snippet is what stands in this file")
    func isTheSame() throws {
        let here = try Self.lines(of: #filePath)
        let begin = try #require(here.firstIndex { $0.hasSuffix("// The snippet begins.") })
        let end = try #require(here.firstIndex { $0.hasSuffix("// The snippet ends.") })
        let snippet = here[(begin + 1)..<end].map { String($0.dropFirst(8)) }

        let readme = try Self.lines(of: SharedData.packageRoot + "/README.md")
        let fence = try #require(readme.firstIndex(of: "```swift"))
        let block = readme[(fence + 1)...].prefix { $0 != "```" }
        #expect(Array(block) == ["import Lumascan", ""] + snippet)
    }

    @Test("The README's snippet runs")
    func runs() async throws {
        try await readCodes(of: SharedData.sampleClip)
    }

    private static func lines(of path: String) throws -> [String] {
        let bytes = try Command.output(of: ["cat", path])
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }
}
