import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Files that are damaged, odd or out of reach")
    struct DamagedFileTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The first `part` of a file, under a name in the folder.
        private func cut(_ path: String, to part: Double, as name: String) throws -> (path: String, sizes: String) {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let count = Int(Double(bytes.count) * part)
            try folder.write(Array(bytes.prefix(count)), to: name)
            return (folder.file(name), "\(count) of \(bytes.count)")
        }

        @Test(
            "The codes up to where a file is cut off are told, then that it is",
            arguments: [("cut.mp4", ["-movflags", "+faststart"]), ("cut.mkv", [])])
        func cutOff(name: String, options: [String]) throws {
            let whole = try Clips.write("whole-\(name)", ClipEncoding(options: options))
            let (path, sizes) = try cut(whole, to: 0.9, as: name)
            let result = try Lumascan.run(["scan", path])
            #expect(result.outputText == "0:00:00.000\tQRCode\t\(Clips.text)\n")
            #expect(
                result.errorText
                    == "lumascan: \(path): the file is cut off: \(sizes) bytes are there — get the whole file\n")
            #expect(result.status == 3)
        }

        @Test("A file whose index is missing is cut off, and tells nothing")
        func cutBeforeIndex() throws {
            let (path, _) = try cut(try Clips.mp4.get(), to: 0.5, as: "index.mp4")
            let result = try Lumascan.run(["scan", path])
            #expect(result.output == [])
            #expect(result.errorText.hasPrefix("lumascan: \(path): the file is cut off: "))
            #expect(result.errorLines.count == 1)
            #expect(result.status == 3)
        }

        @Test("A file of headers alone ends, and says that nothing is in it")
        func headersAlone() throws {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try Clips.mkv.get())))
            // A cluster's identifier (RFC 9559, 5.1.3).
            let cluster = try #require(bytes.firstRange(of: [0x1f, 0x43, 0xb6, 0x75]))
            let path = try folder.write(Array(bytes[..<cluster.lowerBound]), to: "headers.mkv")
            let result = try Lumascan.run(["scan", path], timeout: 20)
            #expect(result.errorText.hasPrefix("lumascan: \(path): the file is cut off: "))
            #expect(result.errorLines.count == 1)
            #expect(result.output == [])
            #expect(result.status == 3)
        }

        @Test("Sound without a picture is no source")
        func soundAlone() throws {
            let path = folder.file("sound.m4a")
            try Command.output(of: [
                "ffmpeg", "-nostdin", "-v", "error", "-i", try Clips.mp4.get(), "-vn", "-c", "copy", path,
            ])
            let result = try Lumascan.run(["scan", path])
            #expect(
                result.errorText
                    == "lumascan: \(path): it holds no video — give a file with a video stream, or a picture\n")
            #expect(result.output == [])
            #expect(result.status == 3)
        }

        @Test("A decoder that is not installed is named with its package")
        func missingDecoder() throws {
            let names = ["avdec_h264", "openh264dec", "vah264dec", "vaapih264dec", "v4l2slh264dec", "nvh264dec"]
            let result = try Lumascan.run(
                ["scan", try Clips.mkv.get()],
                environment: ["GST_PLUGIN_FEATURE_RANK": names.map { "\($0):NONE" }.joined(separator: ",")])
            #expect(result.errorText.contains("not installed: H.264"))
            #expect(result.errorText.hasSuffix(" — install it: apt-get install gstreamer1.0-libav\n"))
            #expect(result.errorLines.count == 1)
            #expect(result.status == 3)
        }

        /// Runs the program as nobody, who may not read or write what is root's; nil where that is not possible here.
        private func runAsNobody(_ arguments: [String]) throws -> Command.Result? {
            guard getuid() == 0 else {
                print("skipped: only root can become somebody else")
                return nil
            }
            // The program may lie where nobody may look: a copy does not. A file that this process had open for writing may be
            // busy still when another test starts a program at the same time; cp's is not.
            let copy = folder.file("lumascan")
            try Command.output(of: ["cp", try Lumascan.path(), copy])
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy)
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            let become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            guard try Command.run(become + [copy, "--version"]).status == 0 else {
                print("skipped: the program does not start as another user")
                return nil
            }
            return try Command.run(become + [copy] + arguments, environment: ["HOME": "/nonexistent"])
        }

        @Test("A file that may not be read says so")
        func unreadable() throws {
            let path = try folder.write([1], to: "private.mp4")
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            guard let result = try runAsNobody(["scan", path]) else { return }
            #expect(
                result.errorText
                    == "lumascan: \(path): may not be read (permission denied) — check the file's permissions\n")
            #expect(result.output == [])
            #expect(result.status == 3)
        }

        @Test("A folder that may not be written to says so, and gets nothing")
        func unwritable() throws {
            let place = folder.file("place")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: try Clips.mkv.get(), toPath: folder.file("clip.mkv"))
            guard let result = try runAsNobody(["annotate", folder.file("clip.mkv"), place + "/new.mp4"]) else {
                return
            }
            #expect(
                result.errorText == "lumascan: \(place)/new.mp4: cannot be written (Permission denied) — "
                    + "check the folder's permissions\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
            #expect(result.status == 3)
        }

        @Test("A full disk says so, and keeps nothing of the copy")
        func fullDisk() throws {
            let place = folder.file("small")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            guard try Command.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", place]).status == 0 else {
                print("skipped: a small file system cannot be mounted here")
                return
            }
            defer { _ = try? Command.run(["umount", place]) }
            let result = try Lumascan.run(["annotate", "--quality", "0", try Clips.mp4.get(), place + "/new.mp4"])
            #expect(result.errorText == "lumascan: \(place)/new.mp4: No space left on the resource.\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
            #expect(result.status == 3)
        }

        @Test("Pictures of extreme sizes have no codes", arguments: ["1x1", "16384x16"])
        func extremeSizes(size: String) throws {
            let path = folder.file("size.mkv")
            try Command.output(of: [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2", "-vf",
                "scale=\(size.replacing("x", with: ":")),format=gray", "-c:v", "ffv1", path,
            ])
            let result = try Lumascan.run(["scan", path])
            #expect(result.errorText == "")
            #expect(result.output == [])
            #expect(result.status == 1)
        }

        @Test(
            "Credentials in a URI are shown nowhere",
            arguments: [("http", 3), ("https", 3), ("rtsp", 3), ("rtmp", 3), ("nosuch", 3), ("file", 3)])
        func credentials(scheme: String, status: Int32) throws {
            let uri = "\(scheme)://name:s3cret@127.0.0.1:1/x.mp4"
            // What has no end of its own is tried again and again.
            let bound = scheme == "rtsp" ? ["--timeout", "1"] : []
            let result = try Lumascan.run(
                ["scan", "--json"] + bound + [uri], environment: ["LUMASCAN_DEBUG": "1"], timeout: 30)
            #expect(!(result.outputText + result.errorText).contains("s3cret"))
            #expect(result.errorText.hasPrefix("lumascan: \(scheme)://127.0.0.1:1/x.mp4: "))
            #expect(result.status == status)
        }
    }
}
