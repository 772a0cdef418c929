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
        let process = Process()
        let (toProgram, fromProgram) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["-t", "ASCII", "-m", "0", "-o", "-"] + arguments
        process.standardInput = toProgram
        process.standardOutput = fromProgram
        try process.run()
        // It reads everything before it writes.
        try toProgram.fileHandleForWriting.write(contentsOf: Data(input))
        try toProgram.fileHandleForWriting.close()
        let output = try fromProgram.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return grids(String(decoding: output, as: UTF8.self))
    }

    /// Two characters a module, a line a row; a symbol is as many lines as its first one has modules.
    private static func grids(_ text: String) -> [ModuleGrid] {
        var lines = text.split(separator: "\n")[...]
        var grids: [ModuleGrid] = []
        while let first = lines.first {
            var grid = ModuleGrid(dimension: first.utf8.count / 2)
            for row in 0..<grid.dimension {
                guard let line = lines.popFirst() else { return grids }
                for (column, character) in line.utf8.enumerated() where column % 2 == 0 && column / 2 < grid.dimension {
                    grid[column / 2, row] = character == UInt8(ascii: "#") ? 1 : -1
                }
            }
            grids.append(grid)
        }
        return grids
    }
}
