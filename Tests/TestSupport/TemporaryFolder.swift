import Foundation

/// A new, empty folder under the system's temporary folder, removed with all it holds when the value goes.
package final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "lumascan-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file of that name inside; the file need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// The bytes of the file of that name inside.
    package func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: file(name))))
    }
}
