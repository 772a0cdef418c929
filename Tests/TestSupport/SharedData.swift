import Foundation

/// Real material for tests, kept outside the repository because it is large and other people's.
package enum SharedData {
    /// The package's root folder.
    package static let packageRoot: String = {
        var url = URL(filePath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    /// `../shared/data` beside the package's root; nil where it is missing.
    package static let folder: String? = existing("\(packageRoot)/../shared/data")

    /// The sample clip of the repository.
    package static let sampleClip = "\(packageRoot)/Tests/Samples/sample.mp4"

    /// The path of a file or folder of the shared data, for example `videos/screen_pdf.mp4`; nil where it is missing.
    package static func path(_ relative: String) -> String? {
        folder.flatMap { existing("\($0)/\(relative)") }
    }

    private static func existing(_ path: String) -> String? {
        FileManager.default.fileExists(atPath: path) ? URL(filePath: path).standardized.path : nil
    }
}

/// A program of this package, beside the test program that runs.
package enum BuiltProduct {
    /// The path of an executable product; nil if it was not built.
    package static func path(_ name: String) -> String? {
        guard let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let path = URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}
