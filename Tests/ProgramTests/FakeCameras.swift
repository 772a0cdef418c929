import Foundation
import TestSupport

/// Cameras that GStreamer's device monitor finds and that are not there: made by a plugin that is built once.
struct FakeCameras {
    /// What a program needs to see them, and no other cameras.
    let environment: [String: String]

    private static let plugin = Result { () throws -> (folder: TemporaryFolder, path: String) in
        let folder = try TemporaryFolder()
        let build = "cc -Wall -Werror -shared -fPIC -o \"$1\" \"$0\" $(pkg-config --cflags --libs gstreamer-base-1.0)"
        let source = "\(SharedData.packageRoot)/Tests/FakeCameras/cameras.c"
        try Command.output(of: ["sh", "-c", build, source, folder.file("libfakecameras.so")])
        return (folder, folder.path)
    }

    /// Cameras as a key file describes them; see the plugin's source.
    init(_ description: String, in folder: TemporaryFolder) throws {
        let plugin = try Self.plugin.get()
        let real =
            ["v4l2", "pipewire", "uvch264", "decklink"].map { "\($0)deviceprovider:NONE" } + ["libcameraprovider:NONE"]
        environment = [
            "GST_PLUGIN_PATH": plugin.path, "GST_REGISTRY": plugin.folder.file("registry.bin"),
            "GST_PLUGIN_FEATURE_RANK": real.joined(separator: ","),
            "FAKE_CAMERAS": try folder.write(Array(description.utf8), to: "cameras.ini"),
        ]
    }

    func run(_ arguments: [String]) throws -> Command.Result { try Lumascan.run(arguments, environment: environment) }
}
