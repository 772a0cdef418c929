// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every target: Swift 6 language mode, strict memory safety, warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.target(name: module)] + dependencies, swiftSettings: strict)
}

/// Whether pkg-config finds a library at one of its usual places.
func isThere(_ library: String) -> Bool {
    let paths = (Context.environment["PKG_CONFIG_PATH"] ?? "").split(separator: ":").map(String.init)
    let roots = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)/pkgconfig" }
    return (paths + roots + ["/usr/lib/pkgconfig", "/usr/lib64/pkgconfig", "/usr/local/lib/pkgconfig"]).contains {
        FileManager.default.fileExists(atPath: "\($0)/\(library).pc")
    }
}

// Metadata of detections came with GStreamer 1.24.
let analytics = isThere("gstreamer-analytics-1.0") ? " gstreamer-analytics-1.0" : ""

let package = Package(
    name: "lumascan",
    products: [
        .library(name: "Lumascan", targets: ["Lumascan"]),
        .executable(name: "lumascan", targets: ["LumascanCLI"]),
        .library(name: "gstlumascan", type: .dynamic, targets: ["GstLumascan"]),
    ],
    targets: [
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-pbutils-1.0 gstreamer-tag-1.0 gio-2.0"
                + analytics,
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CZXingLibrary", pkgConfig: "zxing", providers: [.apt(["libzxing-dev"])]),
        .target(name: "CZXing", dependencies: ["CZXingLibrary"]),
        .systemLibrary(
            name: "CRTSPServerLibrary", pkgConfig: "gstreamer-rtsp-server-1.0",
            providers: [.apt(["libgstrtspserver-1.0-dev"])]),
        .target(name: "CRTSPServer", dependencies: ["CRTSPServerLibrary"]),
        .systemLibrary(name: "CX11", pkgConfig: "x11", providers: [.apt(["libx11-dev"])]),

        module("Imaging"),
        module("QRCode", ["Imaging"]),
        module("Symbols", ["Imaging", "QRCode", "CZXing"]),
        module("Stacking", ["Imaging"]),
        module("Threading"),
        .target(name: "CSpawn"),
        module("Commands", ["CGLib", "CSpawn", "Threading"]),
        module("MovieFile"),
        module("Media", ["Imaging", "MovieFile", "Threading", "CGStreamer"]),
        module("Monitoring", ["Symbols"]),
        module("Processor", ["Imaging", "Media", "Monitoring", "Symbols", "Threading"]),
        module("Overlay", ["Symbols", "Media", "CPangoCairo"]),
        module("Outputs", ["Media", "Threading", "CRTSPServer", "CX11"]),
        module("Delivery", ["Monitoring", "Symbols"]),
        module(
            "Lumascan",
            [
                "Commands", "Delivery", "Media", "Monitoring", "MovieFile", "Outputs", "Overlay", "Processor",
                "Symbols",
                "Threading",
            ]),
        .target(name: "CGstLumascan", dependencies: ["CGStreamer"]),
        .target(
            name: "GstLumascan",
            dependencies: [
                "CGstLumascan", "Media", "Monitoring", "Overlay", "Processor", "Symbols", "Threading",
            ],
            exclude: ["exports.map"],
            swiftSettings: strict,
            linkerSettings: [
                // Nothing but the plugin's two entries is seen from outside, so that two copies of the Swift runtime can
                // live in one process; and types that GObject knows must never be unloaded.
                .unsafeFlags([
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/GstLumascan/exports.map",
                    "-Xlinker", "-z", "-Xlinker", "nodelete",
                ])
            ]),
        .executableTarget(
            name: "LumascanCLI",
            dependencies: ["CGLib", "CSystemd", "Delivery", "Lumascan", "Media", "Monitoring", "Processor"],
            swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Symbols", "Imaging"], path: "Tests/TestSupport", swiftSettings: strict),
        .systemLibrary(
            name: "CGstCheck", path: "Tests/CGstCheck", pkgConfig: "gstreamer-check-1.0",
            providers: [.apt(["libgstreamer1.0-dev"])]),
        // Depends on the program so that it is built before the tests start it.
        .testTarget(
            name: "ProgramTests", dependencies: ["LumascanCLI", "Symbols", "TestSupport"], swiftSettings: strict),
        tests("TestSupport", ["Symbols", "Imaging"]),
        tests("Imaging"),
        tests("QRCode", ["Imaging"]),
        tests("Symbols", ["Imaging"]),
        tests("Stacking", ["Imaging"]),
        tests("Threading"),
        tests("Commands", ["TestSupport", "Threading"]),
        tests("Media", ["Imaging", "Threading", "CGStreamer"]),
        tests("Monitoring", ["Symbols"]),
        tests("Processor", ["Imaging", "Media", "Monitoring", "Symbols", "Threading", "CGStreamer"]),
        tests("Overlay", ["Symbols", "Media", "CGStreamer"]),
        // Loads the plugin, a product of its own that every build of the tests makes, and compares it with the program.
        .testTarget(
            name: "GstLumascanTests",
            dependencies: ["LumascanCLI", "Symbols", "TestSupport", "CGStreamer", "CGstCheck"],
            swiftSettings: strict),
        tests("Outputs", ["TestSupport"]),
        tests("Delivery", ["Monitoring", "Symbols"]),
        tests("MovieFile", ["Lumascan", "TestSupport"]),
        tests("Lumascan", ["Media", "Processor", "Symbols", "Threading", "TestSupport"]),
        tests("LumascanCLI", ["Delivery", "Lumascan", "TestSupport"]),
    ],
    cxxLanguageStandard: .cxx20
)
