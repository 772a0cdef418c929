import Foundation

@testable import QRCode

/// The program `qrencode` (Debian's package of that name), an encoder that is not ours.
enum QREncodeProgram {
    /// Where it is; nil where it is missing.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/qrencode" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The module matrices that it writes: one, with `-S` one for each part; 1 for dark and −1 for light.
    static func modules(_ arguments: [String], input: [UInt8]) throws -> [ModuleGrid] {
        guard let path else { return [] }
        let folder = FileManager.default.temporaryDirectory.appending(path: "QRCodeTests.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appending(path: "input")
        try Data(input).write(to: text)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments =
            ["-t", "ASCII", "-m", "0", "-r", text.path, "-o", folder.appending(path: "symbol").path] + arguments
        try process.run()
        process.waitUntilExit()
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("symbol") }
            .sorted()
            .map { try grid(String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    /// A line a row, two characters a module.
    private static func grid(_ text: String) -> ModuleGrid {
        ModuleGrid(
            picture: text.split(separator: "\n").map {
                String($0.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
            })
    }
}
