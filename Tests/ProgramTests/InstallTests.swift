import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("install")
    struct InstallTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static let own = [
            "644 share/doc/lumascan/LICENSE", "644 share/doc/lumascan/LICENSE.Swift", "644 share/lumascan/installed",
            "755 bin/lumascan",
        ]

        /// The pipelines of the repository, as they are installed.
        private static func pipelines() throws -> [String] {
            try Installation.files(below: "\(SharedData.packageRoot)/pipelines").map { file in
                let name = file.drop { $0 != " " }.dropFirst()
                if name.hasPrefix("watch/") { return "644 share/lumascan/\(name)" }
                return (name.hasSuffix(".sh") || name.hasSuffix(".py") ? "755" : "644")
                    + " share/lumascan/pipelines/\(name)"
            }
        }

        @Test("The program, the plugin, the pipelines and the licences are there, and nothing else")
        func files() throws {
            let installation = try Installation.shared.get()
            let plugin = installation.plugin.dropFirst(installation.prefix.count + 1)
            let expected = try Self.own + Self.pipelines() + ["644 \(plugin)"]
            #expect(try Installation.files(below: installation.prefix) == expected.sorted())
        }

        @Test("The installed program runs where there is no Swift, and tells the time of day")
        func programAlone() throws {
            let program = try Installation.shared.get().program
            let libraries = try Command.output(of: ["ldd", program])
            #expect(!String(decoding: libraries, as: UTF8.self).lowercased().contains("swift"))
            let result = try Installation.shared.get().runBare([program, "scan", "--json", try Clips.mkv.get()])
            #expect(result.errorText == "")
            #expect(try EventLine.all(in: result.outputText).compactMap(\.text) == [Clips.text, Clips.text])
            #expect(
                try Regex(#""time":"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z""#).firstMatch(in: result.outputText) != nil
            )
        }

        @Test("The installed plugin runs where there is no Swift")
        func pluginAlone() throws {
            let installation = try Installation.shared.get()
            let libraries = try Command.output(of: ["ldd", installation.plugin])
            #expect(!String(decoding: libraries, as: UTF8.self).lowercased().contains("swift"))
            let launch = "gst-launch-1.0 -m filesrc location=\(try Clips.mkv.get()) ! decodebin ! lumascan ! fakesink"
            let result = try installation.runBare(launch.split(separator: " ").map(String.init))
            #expect(result.errorText == "")
            #expect(result.outputText.contains("barcode, "))
            #expect(result.outputText.contains("symbol=(string)\(Clips.text),"))
        }

        @Test("gst-inspect knows the plugin's licence, version and klass")
        func inspected() throws {
            let result = try Installation.shared.get().runBare(["gst-inspect-1.0", "lumascan"])
            let fields = result.outputLines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
            func value(_ name: String) -> String? {
                fields.first { $0.first.map(String.init) == name }?.dropFirst().joined(separator: " ")
            }
            #expect(value("License") == "MIT/X11")
            #expect(value("Version") == "0.4.0")
            #expect(value("Klass") == "Filter/Analyzer/Video")
            #expect(value("Rank") == "none (0)")
        }

        @Test("The README names every property of the element")
        func properties() throws {
            let result = try Installation.shared.get().runBare(["gst-inspect-1.0", "lumascan"])
            let lines = result.outputLines.drop { $0 != "Element Properties:" }
            let names = lines.compactMap { try? #/  ([a-z][a-z-]*) +: .*/#.wholeMatch(in: $0)?.1 }.map(String.init)
            #expect(names.count >= 25)
            let readme = try Data(contentsOf: URL(filePath: "\(SharedData.packageRoot)/README.md"))
            let text = String(decoding: readme, as: UTF8.self)
            // Those of every transform.
            let inherited: Set = ["name", "parent", "qos"]
            #expect(names.filter { !inherited.contains($0) && !text.contains("`\($0)`") } == [])
        }

        @Test("The program has the version of the plugin")
        func version() throws {
            let result = try Installation.shared.get().runBare([try Installation.shared.get().program, "--version"])
            #expect(result.outputText.hasPrefix("lumascan 0.4.0 ("))
        }

        @Test("The plugin exports its two entries alone")
        func exports() throws {
            let symbols = try Command.output(
                of: ["nm", "-D", "--defined-only", "--extern-only", try Installation.shared.get().plugin])
            let names = String(decoding: symbols, as: UTF8.self).split(separator: "\n").map {
                $0.split(separator: " ").last
            }
            #expect(names == ["gst_plugin_lumascan_get_desc", "gst_plugin_lumascan_register"])
        }

        @Test("The plugin is smaller than 15 MB and has no Foundation in it")
        func size() throws {
            let plugin = try Data(contentsOf: URL(filePath: try Installation.shared.get().plugin))
            #expect(plugin.count < 15_000_000)
            #expect(plugin.range(of: Data("FoundationEssentials".utf8)) == nil)
            #expect(plugin.range(of: Data("CoreFoundation".utf8)) == nil)
            // The program does, which shows that this would find it.
            let program = try Data(contentsOf: URL(filePath: try Installation.shared.get().program))
            #expect(program.range(of: Data("FoundationEssentials".utf8)) != nil)
        }

        @Test("Uninstalling takes away what was installed, also where part of it is gone, and leaves the rest")
        func uninstall() throws {
            _ = try Installation.shared.get()
            let prefix = folder.file("a \"b\" $c")
            let manager = FileManager.default
            try manager.createDirectory(atPath: "\(prefix)/bin", withIntermediateDirectories: true)
            try manager.createDirectory(atPath: "\(prefix)/share/lumascan", withIntermediateDirectories: true)
            try folder.write([1], to: "a \"b\" $c/bin/other")
            try folder.write([1], to: "a \"b\" $c/share/lumascan/own.launch")
            try Installation.install(["--prefix", prefix])
            let plugin = try Installation.plugins(below: prefix) + "/libgstlumascan.so"
            #expect(manager.fileExists(atPath: plugin))
            try manager.removeItem(atPath: "\(prefix)/bin/lumascan")
            try Installation.install(["--prefix=\(prefix)", "--uninstall"])
            let rest = try Command.output(of: ["find", prefix, "-mindepth", "1", "-printf", "%P\\n"])
            #expect(
                String(decoding: rest, as: UTF8.self).split(separator: "\n").sorted() == [
                    "bin", "bin/other", "share", "share/lumascan", "share/lumascan/own.launch",
                ])
        }

        @Test("A file that an earlier version had installed goes with the next installation")
        func update() throws {
            _ = try Installation.shared.get()
            let prefix = folder.file("prefix")
            try Installation.install(["--prefix", prefix])
            let before = try Installation.files(below: prefix)
            let list = "\(prefix)/share/lumascan/installed"
            let (old, outside) = ("\(prefix)/share/lumascan/pipelines/old.launch", folder.file("outside"))
            for path in [old, outside] { try Data([1]).write(to: URL(filePath: path)) }
            let text = String(decoding: try Data(contentsOf: URL(filePath: list)), as: UTF8.self)
            try Data((text + "\(old)\n\(outside)\n").utf8).write(to: URL(filePath: list))
            try Installation.install(["--prefix", prefix])
            #expect(try Installation.files(below: prefix) == before)
            #expect(FileManager.default.fileExists(atPath: outside))
        }

        @Test("DESTDIR stands before every path; below /usr, the plugin is where GStreamer looks")
        func staged() throws {
            _ = try Installation.shared.get()
            let stage = folder.file("stage")
            try Installation.install(["--prefix", "/usr"], environment: ["DESTDIR": stage])
            let plugins = try Command.output(of: ["pkg-config", "--variable=pluginsdir", "gstreamer-1.0"])
            let searched = String(decoding: plugins, as: UTF8.self).trimmingCharacters(in: .newlines)
            #expect(FileManager.default.fileExists(atPath: "\(stage)\(searched)/libgstlumascan.so"))
            let list = try Data(contentsOf: URL(filePath: "\(stage)/usr/share/lumascan/installed"))
            #expect(!String(decoding: list, as: UTF8.self).contains(stage))
            try Installation.install(["--prefix", "/usr", "--uninstall"], environment: ["DESTDIR": stage])
            #expect(try FileManager.default.contentsOfDirectory(atPath: stage) == [])
        }

        @Test("--user installs to where GStreamer and the shell look, and takes it away again")
        func user() throws {
            _ = try Installation.shared.get()
            let home = folder.path
            let environment = ["HOME": home, "XDG_DATA_HOME": "", "DESTDIR": ""]
            let result = try Installation.install(["--user"], environment: environment)
            #expect(!result.outputText.contains("GST_PLUGIN_PATH"))
            let plugin = "\(home)/.local/share/gstreamer-1.0/plugins/libgstlumascan.so"
            let inspected = try Command.run([
                "/usr/bin/env", "-i", "PATH=/usr/bin", "HOME=\(home)", "gst-inspect-1.0", "lumascan",
            ])
            #expect(inspected.outputText.contains(" \(plugin)\n"))
            #expect(FileManager.default.isExecutableFile(atPath: "\(home)/.local/bin/lumascan"))
            try Installation.install(["--user", "--uninstall"], environment: environment)
            #expect(try Installation.files(below: "\(home)/.local") == [])
        }

        @Test("Where GStreamer does not look, one line says what to do")
        func hint() throws {
            _ = try Installation.shared.get()
            let prefix = folder.file("prefix")
            let lines = try Installation.install(["--prefix", prefix]).outputLines
            let plugins = try Installation.plugins(below: prefix)
            #expect(lines.filter { $0.contains("export GST_PLUGIN_PATH=\"\(plugins)\"") }.count == 1)
        }

        @Test(
            "What cannot be done is said before anything is built",
            arguments: [
                (["--prefix"], Int32(2), "--prefix needs a folder"),
                (["--prefix", "/dev/null/x"], 1, "/dev/null is not a folder"),
                (["--user", "--prefix", "/usr"], 2, "either --prefix or --user"),
                (["--now"], 2, "unknown argument '--now'; see install --help"),
            ])
        func refused(arguments: [String], status: Int32, message: String) throws {
            let result = try Installation.script(arguments)
            #expect(result.outputText == "")
            #expect(result.errorText == "install: \(message)\n")
            #expect(result.status == status)
        }

        @Test("Where nothing is installed there is nothing to remove")
        func nothing() throws {
            let result = try Installation.script(["--prefix", folder.path, "--uninstall"])
            #expect(
                result.errorText == "install: nothing to remove: there is no \(folder.path)/share/lumascan/installed\n")
            #expect(result.status == 0)
        }
    }
}
