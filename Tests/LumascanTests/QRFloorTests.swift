import Foundation
import Lumascan
import TestSupport
import Testing

/// Public pictures of QR codes: what was read once stays read, and nothing is made up.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: SharedData.path("stills/truth.tsv") != nil, "the pictures are not at ../shared/data/stills"))
struct QRFloorTests {
    /// A folder of small pictures: the least number of them that is read as it should be, and the most false texts.
    struct Floor: Sendable, CustomTestStringConvertible {
        var folder: String
        var found: Int
        var wrong: Int
        var testDescription: String { folder }
    }

    @Test(
        "No fewer pictures are read, and no more of them wrong",
        arguments: [
            Floor(folder: "qrcode-1", found: 8, wrong: 0),
            Floor(folder: "qrcode-4", found: 24, wrong: 0),
            Floor(folder: "qrcode-5", found: 12, wrong: 0),
        ])
    func floor(_ floor: Floor) async throws {
        var found = 0
        var wrong: [String] = []
        for picture in try pictures(of: "zxing-cpp/\(floor.folder)") {
            let texts = try await events(of: .file(path: picture.path), options: quiet { $0.symbologies = .qr }).texts
            if picture.texts.allSatisfy(texts.contains) { found += 1 }
            wrong += texts.filter { !picture.texts.contains($0) }
        }
        #expect(found >= floor.found)
        #expect(wrong.count <= floor.wrong, "\(wrong)")
    }

    /// The paths of a folder's pictures, and the texts of the codes on them.
    private func pictures(of folder: String) throws -> [(path: String, texts: [String])] {
        let stills = try #require(SharedData.path("stills"))
        let truth = try String(contentsOfFile: "\(stills)/truth.tsv", encoding: .utf8)
        let rows = truth.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        return try rows.filter { $0.count > 2 && $0[0].hasPrefix("\(folder)/") }.map { row in
            ("\(stills)/\(row[0])", try JSONDecoder().decode([String].self, from: Data(row[2].utf8)))
        }
    }
}
